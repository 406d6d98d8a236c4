// The solver's pen draws lines between the centres of cells or along their borders, and small circles and crosses.
//
// Points lie on a lattice of half cells. A cell's centre has two odd coordinates, a corner has two even ones, and the
// middle of a border has one of each.
import type { Document } from "../puzzle/document.ts";
import type { Pen } from "./state.ts";

export interface Point {
  x: number;
  y: number;
}

export type Mark = "circle" | "cross";

const SIGNS: Record<Mark, string> = { circle: "o", cross: "x" };

const pointKey = ({ x, y }: Point): string => `${x},${y}`;
export const markKey = (mark: Mark, at: Point): string => `${SIGNS[mark]}${pointKey(at)}`;
// The ends are sorted, so that a line has the same key in both directions. Drawing it backwards then erases it.
export const lineKey = (a: Point, b: Point): string => [a, b].sort((a, b) => a.y - b.y || a.x - b.x).map(pointKey).join(" ");

const read = (text: string): Point => {
  const [x = 0, y = 0] = text.split(",").map(Number);
  return { x, y };
};

export type Drawn = { kind: "line"; from: Point; to: Point } | { kind: Mark; at: Point };

/** Returns the drawing for a key of the pen's record; null for an invalid key. */
export function drawnOf(key: string): Drawn | null {
  const line = /^(\d+,\d+) (\d+,\d+)$/.exec(key);
  if (line) return { kind: "line", from: read(line[1] ?? ""), to: read(line[2] ?? "") };
  const mark = /^([ox])(\d+,\d+)$/.exec(key);
  return mark ? { kind: mark[1] === "o" ? "circle" : "cross", at: read(mark[2] ?? "") } : null;
}

const samePoint = (a: Point | undefined, b: Point | undefined): boolean => a?.x === b?.x && a?.y === b?.y;

export const isMiddle = ({ x, y }: Point): boolean => x % 2 === 1 && y % 2 === 1;

/** Returns the lattice point where a stroke begins: the nearest centre or corner of a cell. `at` is in cells. */
export function strokeStart(at: Point): Point {
  const middle = { x: 2 * Math.floor(at.x) + 1, y: 2 * Math.floor(at.y) + 1 };
  const corner = { x: 2 * Math.round(at.x), y: 2 * Math.round(at.y) };
  const far = ({ x, y }: Point) => Math.hypot(2 * at.x - x, 2 * at.y - y);
  return far(middle) <= far(corner) ? middle : corner;
}

/** Maximum distance of the pointer from a lattice point, in half cells, for a stroke to include that point. */
const NEAR = 0.84;

/** Extends a stroke to the pointer. Moving back to the previous point shortens the stroke. */
export function strokeTo(stroke: readonly Point[], at: Point, { rows, columns }: { rows: number; columns: number }): readonly Point[] {
  const [first] = stroke;
  if (!first) return stroke;
  // The start decides whether the stroke joins centres or corners, so all points of the stroke have the parity of
  // the start.
  const onLattice = (value: number, start: number) => 2 * Math.round((2 * value - (start % 2)) / 2) + (start % 2);
  const to = { x: onLattice(at.x, first.x), y: onLattice(at.y, first.y) };
  const isInside = to.x >= 0 && to.y >= 0 && to.x <= 2 * columns && to.y <= 2 * rows;
  if (!isInside || Math.hypot(2 * at.x - to.x, 2 * at.y - to.y) > NEAR) return stroke;
  const longer = [...stroke];
  for (let last = longer.at(-1); last && !samePoint(last, to); last = longer.at(-1)) {
    const [right, down] = [to.x - last.x, to.y - last.y];
    // Strokes along borders have no diagonals.
    const isDiagonal = isMiddle(first) && right !== 0 && down !== 0;
    const isAcross = isDiagonal || Math.abs(right) >= Math.abs(down);
    const next = { x: last.x + (isAcross ? 2 * Math.sign(right) : 0), y: last.y + (isDiagonal || !isAcross ? 2 * Math.sign(down) : 0) };
    if (samePoint(longer.at(-2), next)) longer.pop();
    else longer.push(next);
  }
  // An unchanged stroke is returned as the same list, so that it is not rendered again.
  return longer.length === stroke.length && samePoint(longer.at(-1), stroke.at(-1)) ? stroke : longer;
}

const withPen = (change: (pen: Pen) => Pen) => (document: Document): Document => ({ ...document, pen: change(document.pen ?? {}) });

const without = (pen: Pen, keys: readonly string[]): Pen => Object.fromEntries(Object.entries(pen).filter(([key]) => !keys.includes(key)));

/** Draws a stroke, or erases its lines if the first line already exists. */
export const drawStroke = (stroke: readonly Point[], colour: number) =>
  withPen((pen) => {
    const keys = stroke.slice(1).map((point, i) => lineKey(stroke[i]!, point));
    const [first] = keys;
    if (first === undefined) return pen;
    return first in pen ? without(pen, keys) : { ...pen, ...Object.fromEntries(keys.map((key) => [key, colour])) };
  });

/**
 * Changes the mark at a point. In a cell, the mark becomes first a circle, then a cross, and is then removed. On a
 * border, it becomes a cross and is then removed.
 */
export const drawMark = (at: Point, colour: number) =>
  withPen((pen) => {
    const [circle, cross] = [markKey("circle", at), markKey("cross", at)];
    if (cross in pen) return without(pen, [cross]);
    if (circle in pen) return { ...without(pen, [circle]), [cross]: colour };
    return { ...pen, [isMiddle(at) ? circle : cross]: colour };
  });

/** Returns the point that a tap marks: the centre of a cell or the middle of a border. */
export function markedAt(at: Point): Point {
  const point = { x: Math.round(2 * at.x), y: Math.round(2 * at.y) };
  return point.x % 2 === 0 && point.y % 2 === 0 ? strokeStart(at) : point;
}

/** Moves all drawings of the pen. `move` maps the points of the lattice. */
export function movePen(move: (point: Point) => Point, pen: Pen): Pen {
  const moved = Object.entries(pen).flatMap(([key, colour]): [string, number][] => {
    const drawn = drawnOf(key);
    if (!drawn) return [];
    return [[drawn.kind === "line" ? lineKey(move(drawn.from), move(drawn.to)) : markKey(drawn.kind, move(drawn.at)), colour]];
  });
  return Object.fromEntries(moved);
}

/** Erases the pen's drawings in cells and at their borders. `cells` contains the centres of these cells. */
export const erasePen = (cells: readonly Point[]) =>
  withPen((pen) => {
    const touches = (point: Point) => cells.some((cell) => Math.abs(point.x - cell.x) <= 1 && Math.abs(point.y - cell.y) <= 1);
    const isInCells = (key: string): boolean => {
      const drawn = drawnOf(key);
      if (!drawn) return true;
      return drawn.kind === "line" ? touches(drawn.from) && touches(drawn.to) || cells.some((cell) => samePoint(cell, drawn.from) || samePoint(cell, drawn.to)) : touches(drawn.at);
    };
    return without(pen, Object.keys(pen).filter(isInCells));
  });

// Implements the ten gestures with which clues are drawn. A gesture determines which clues a stroke over cells adds.
import { byPlace, formatCells, inGrid, nameOf, samePlace, type Place } from "../puzzle/cells.ts";
import type { Clue } from "../puzzle/clue.ts";
import { cellsOf, standsAt } from "../puzzle/clue.ts";
import type { Gesture, Rule } from "../puzzle/rule.ts";

export interface Size {
  rows: number;
  columns: number;
}

/** The cells drawn so far for one slot of a clue. */
export interface DrawnSlot {
  name: string;
  places: Place[];
}

export const DIRECTIONS = ["UL", "UR", "DL", "DR"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const STEP: Record<Direction, Place> = {
  UL: { row: -1, column: -1 },
  UR: { row: -1, column: 1 },
  DL: { row: 1, column: -1 },
  DR: { row: 1, column: 1 },
};

/** Returns the directions in which a diagonal can enter the grid from a place outside it. */
export const directionsFrom = (place: Place, size: Size): Direction[] =>
  DIRECTIONS.filter((name) => inGrid({ row: place.row + STEP[name].row, column: place.column + STEP[name].column }, size));

/** Returns the cells of a diagonal, in order from its outside place. */
export function diagonal(place: Place, direction: Direction, size: Size): Place[] {
  const cells: Place[] = [];
  const step = STEP[direction];
  let at = { row: place.row + step.row, column: place.column + step.column };
  for (; inGrid(at, size); at = { row: at.row + step.row, column: at.column + step.column }) cells.push(at);
  return cells;
}

/** Returns `true` if a gesture uses places outside the grid. */
export const isOutside = (gesture: Gesture): boolean => gesture === "outside" || gesture === "diagonal";

/** Returns `true` if a stroke is a path, in which the order of the cells matters. Otherwise it is a set of cells. */
export const isPath = (rule: Rule): boolean =>
  rule.gesture === "line" || rule.gesture === "arrow" || rule.gesture === "control" || rule.gesture === "edge" || rule.shape === "pieces";

/** Extends a stroke to another place. Moving back shortens a path, and skipped cells are filled in. */
export function extended(stroke: Place[], to: Place, path: boolean, repeats: boolean): Place[] {
  const last = stroke.at(-1);
  if (!last) return [to];
  if (samePlace(last, to)) return stroke;
  if (!path) return stroke.some((place) => samePlace(place, to)) ? stroke : [...stroke, to];
  if (samePlace(stroke.at(-2), to)) return stroke.slice(0, -1);
  const [down, right] = [to.row - last.row, to.column - last.column];
  const steps = Math.max(Math.abs(down), Math.abs(right));
  let longer = stroke;
  for (let i = 1; i <= steps; i++) {
    const next = { row: last.row + Math.round((down * i) / steps), column: last.column + Math.round((right * i) / steps) };
    if (samePlace(longer.at(-1), next)) continue;
    if (!repeats && longer.some((place) => samePlace(place, next))) return longer;
    longer = [...longer, next];
  }
  return longer;
}

/**
 * Returns the two cells on either side of the border nearest to a point. The coordinates of the point are in cells.
 */
export function edgeAt(x: number, y: number, size: Size): Place[] {
  const cell = { row: Math.floor(y), column: Math.floor(x) };
  if (!inGrid(cell, size)) return [];
  const [across, down] = [x - cell.column, y - cell.row];
  const sides: [number, Place][] = [
    [down, { row: cell.row - 1, column: cell.column }],
    [1 - down, { row: cell.row + 1, column: cell.column }],
    [across, { row: cell.row, column: cell.column - 1 }],
    [1 - across, { row: cell.row, column: cell.column + 1 }],
  ];
  // A border on the frame has a cell only on one side, so the nearest border inside the grid is used.
  const inside = sides.filter(([, place]) => inGrid(place, size)).sort(([a], [b]) => a - b);
  const other = inside[0]?.[1];
  return other ? [cell, other].sort(byPlace) : [];
}

/** Returns the top left of the four cells around the corner nearest to a point. */
export function cornerAt(x: number, y: number, size: Size): Place | null {
  const place = { row: Math.round(y) - 1, column: Math.round(x) - 1 };
  // A corner on the frame lacks some of its four cells, so the nearest inner corner is used.
  const row = Math.min(Math.max(place.row, 0), size.rows - 2);
  const column = Math.min(Math.max(place.column, 0), size.columns - 2);
  return size.rows > 1 && size.columns > 1 ? { row, column } : null;
}

export const square = ({ row, column }: Place): Place[] => [
  { row, column },
  { row, column: column + 1 },
  { row: row + 1, column },
  { row: row + 1, column: column + 1 },
];

/** The result of a stroke for the clue being drawn. */
export type Outcome =
  | { kind: "nothing" }
  /** The slots so far. More strokes can follow, and the setter ends the clue. */
  | { kind: "more"; slots: DrawnSlot[] }
  /** The clues that the stroke has completed, each with its slots. */
  | { kind: "clues"; clues: DrawnSlot[][] };

/** Ends a stroke. `bulb` contains the cells that were selected before it, for arrows whose bulb is a pill. */
export function finish(rule: Rule, before: DrawnSlot[], stroke: Place[], size: Size, bulb: Place[] = []): Outcome {
  const inside = stroke.filter((place) => inGrid(place, size));
  const nothing: Outcome = { kind: "nothing" };
  const one = (...slots: DrawnSlot[]): Outcome => ({ kind: "clues", clues: [slots] });
  switch (rule.gesture) {
    case "line":
      return inside.length < 2 ? nothing : one({ name: "cells", places: inside });
    case "cells":
      return inside.length < 1 ? nothing : one({ name: "cells", places: [...inside].sort(byPlace) });
    case "edge": {
      const [a, b] = inside;
      const touching = a && b && inside.length === 2 && Math.abs(a.row - b.row) + Math.abs(a.column - b.column) === 1;
      return touching ? one({ name: "cells", places: inside }) : nothing;
    }
    case "cell":
      return inside.length < 1 ? nothing : { kind: "clues", clues: inside.map((place) => [{ name: "cells", places: [place] }]) };
    case "corner": {
      const [first] = [...inside].sort(byPlace);
      const fits = first && first.row < size.rows - 1 && first.column < size.columns - 1;
      return fits ? one({ name: "cells", places: [first] }) : nothing;
    }
    case "outside":
    case "diagonal": {
      const place = stroke.find((place) => !inGrid(place, size));
      return place ? one({ name: "cells", places: [place] }) : nothing;
    }
    case "arrow": {
      const pill = bulb.length > 1 && bulb.some((place) => samePlace(place, stroke[0])) ? bulb : inside.slice(0, 1);
      const shaft = inside.filter((place) => !pill.some((other) => samePlace(place, other)));
      if (pill.length === 0 || shaft.length === 0) return nothing;
      return one({ name: "bulb", places: [...pill].sort(byPlace) }, { name: "shaft", places: shaft });
    }
    case "lists":
    case "control":
      return nextSlots(rule, before, inside);
    case "grid":
      return nothing;
  }
}

function nextSlots(rule: Rule, before: DrawnSlot[], stroke: Place[]): Outcome {
  if (stroke.length === 0) return { kind: "nothing" };
  const slots = [...before];
  let rest = stroke;
  for (const slot of rule.slots.slice(before.length)) {
    if (rest.length === 0) break;
    const takes = slot.name === "control" ? 1 : rest.length;
    slots.push({ name: slot.name, places: rest.slice(0, takes) });
    rest = rest.slice(takes);
  }
  const last = rule.slots.at(-1);
  if (rest.length > 0 && last) slots.push({ name: last.name, places: rest });
  const open = last?.repeats ?? false;
  return !open && slots.length === rule.slots.length ? { kind: "clues", clues: [slots] } : { kind: "more", slots };
}

/** Returns `true` if the slots so far are a complete clue. */
export const isWhole = (rule: Rule, slots: DrawnSlot[]): boolean =>
  slots.length >= rule.slots.length && (rule.shape !== "pieces" || slots.length >= 2);

/** Writes a slot in the notation of puzzle files. */
export const slotText = ({ places }: DrawnSlot, direction: Direction | null): string =>
  direction && places[0] ? `${nameOf(places[0])} ${direction}` : formatCells(places);

/** Returns the clues at a point, the likeliest first. */
export function cluesAt(clues: Clue[], x: number, y: number, size: Size): Clue[] {
  const cell = { row: Math.floor(y), column: Math.floor(x) };
  const distance = (places: Place[]): number => {
    const n = places.length;
    const [cx, cy] = [places.reduce((sum, { column }) => sum + column + 0.5, 0) / n, places.reduce((sum, { row }) => sum + row + 0.5, 0) / n];
    return Math.hypot(cx - x, cy - y);
  };
  // Drawings may also lie outside the grid.
  const at = (clue: Clue, cell: Place) => clue.slots.some(({ places }) => places.some((place) => samePlace(place, cell))) && (clue.rule.family === "drawings" || inGrid(cell, size));
  return clues
    .flatMap((clue): [Clue, number][] => {
      const places = cellsOf(clue, size);
      switch (clue.rule.gesture) {
        case "grid":
          return [];
        case "edge":
          return distance(places) < 0.28 ? [[clue, 0]] : [];
        case "corner": {
          const first = places[0];
          return first && distance(places.length === 4 ? places : square(first)) < 0.3 ? [[clue, 0]] : [];
        }
        case "outside":
        case "diagonal":
          return samePlace(standsAt(clue, size) ?? undefined, cell) ? [[clue, 1]] : [];
        default:
          return at(clue, cell) ? [[clue, (clue.rule.family === "drawings" ? 100 : 1) + places.length]] : [];
      }
    })
    .sort(([, a], [, b]) => a - b)
    .map(([clue]) => clue);
}

const key = (places: Place[]): string => [...places].sort(byPlace).map(nameOf).join(" ");

/** Returns the clues that a new clue replaces: marks of the same kind in the same place. */
export function contradicted(clues: Clue[], rule: Rule, slots: DrawnSlot[], size: Size): Clue[] {
  const place = slots[0]?.places ?? [];
  if (!["edge", "cell", "corner", "outside", "diagonal"].includes(rule.gesture)) return [];
  return clues.filter((clue) => {
    const same = clue.rule.name === rule.name;
    const alike = clue.rule.gesture === rule.gesture && clue.rule.draw !== null && clue.rule.draw.kind === rule.draw?.kind;
    if (rule.gesture === "outside" || rule.gesture === "diagonal") return same && samePlace(standsAt(clue, size) ?? undefined, place[0]);
    if (rule.gesture === "corner") return same && samePlace(clue.slots[0]?.places[0], place[0]);
    const marked = (draw: Rule["draw"]) => draw !== null && "mark" in draw;
    const kin = same || (alike && (rule.gesture === "edge" || (marked(clue.rule.draw) && marked(rule.draw))));
    return kin && key(cellsOf(clue, size)) === key(place);
  });
}

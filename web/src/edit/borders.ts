// Draws borders of regions along the lines of the grid. A new border splits a region, and erasing a border joins two
// regions.
import type { Layout } from "../puzzle/layout.ts";
import { strokeStart, type Point } from "../solve/pen.ts";

type Region = number | null;

/**
 * The distance from a corner, in half cells, within which a press begins a border. Any other press paints cells.
 */
const NEAR = 0.45;

/**
 * Returns the grid corner at which a border begins, as a point of the pen's lattice; null if no corner is near. `at` is
 * in cells.
 */
export function borderStart(at: Point, { rows, columns }: Layout): Point | null {
  const corner = { x: 2 * Math.round(at.x), y: 2 * Math.round(at.y) };
  const isInside = corner.x >= 0 && corner.y >= 0 && corner.x <= 2 * columns && corner.y <= 2 * rows;
  return isInside && Math.hypot(2 * at.x - corner.x, 2 * at.y - corner.y) <= NEAR ? strokeStart(at) : null;
}

/** Returns a key for the two cells that a border separates, in reading order; null on the frame of the grid. */
function sideBetween(from: Point, to: Point, { rows, columns }: Layout): string | null {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const isUpright = from.x === to.x;
  const [row, column] = isUpright ? [(middle.y - 1) / 2, middle.x / 2] : [middle.y / 2, (middle.x - 1) / 2];
  if (isUpright ? column <= 0 || column >= columns : row <= 0 || row >= rows) return null;
  const cell = row * columns + column;
  return key(isUpright ? cell - 1 : cell - columns, cell);
}

const key = (a: number, b: number): string => `${a} ${b}`;

/** Returns the neighbours of a cell in reading order. */
function neighbours(cell: number, { rows, columns }: Layout): number[] {
  const [row, column] = [Math.floor(cell / columns), cell % columns];
  return [row > 0 ? cell - columns : -1, column > 0 ? cell - 1 : -1, column + 1 < columns ? cell + 1 : -1, row + 1 < rows ? cell + columns : -1].filter((other) => other >= 0);
}

/** Returns the cells that can be reached from a cell without crossing a border. */
function piece(start: number, borders: Set<string>, layout: Layout): number[] {
  const found = [start];
  // The loop also visits the cells that it adds, because an array can grow while it is iterated.
  for (const cell of found)
    for (const other of neighbours(cell, layout)) if (!found.includes(other) && !borders.has(key(Math.min(cell, other), Math.max(cell, other)))) found.push(other);
  return found;
}

/**
 * Returns the regions after strokes from corner to corner. The last stroke erases borders if it follows only existing
 * ones.
 *
 * Pieces next to the strokes become regions if they have at most as many cells as there are digits. All other regions
 * stay.
 */
export function regionsAfter(layout: Layout, strokes: readonly (readonly Point[])[]): Region[] {
  const { regions, digits } = layout;
  const borders = new Set(regions.flatMap((region, cell) => neighbours(cell, layout).flatMap((other) => (other > cell && regions[other] !== region ? [key(cell, other)] : []))));
  const sidesOf = (stroke: readonly Point[]) => stroke.slice(1).flatMap((point, i) => sideBetween(stroke[i]!, point, layout) ?? []);
  const last = sidesOf(strokes.at(-1) ?? []);
  const isErasing = last.every((side) => borders.has(side));
  const sides = isErasing ? last : strokes.flatMap(sidesOf);
  for (const side of sides) isErasing ? borders.delete(side) : borders.add(side);
  const after = [...regions];
  const done = new Set<number>();
  const touched = [...new Set(sides.flatMap((side) => side.split(" ").map(Number)))];
  const pieces = touched.flatMap((cell) => {
    if (done.has(cell)) return [];
    const cells = piece(cell, borders, layout);
    for (const one of cells) done.add(one);
    return [cells];
  });
  // All pieces give up their numbers first, so that the largest pieces can get the old numbers.
  for (const cell of done) after[cell] = null;
  // The largest piece of a region keeps its number.
  for (const cells of pieces.sort((a, b) => b.length - a.length)) {
    // A region with more cells than digits could not be filled without repeats.
    if (cells.length > digits.length) continue;
    const taken = new Set(after);
    const before = regions[cells[0]!] ?? null;
    const fresh = before !== null && !taken.has(before) ? before : Array.from({ length: after.length }, (_, i) => i).find((i) => !taken.has(i))!;
    for (const cell of cells) after[cell] = fresh;
  }
  return after;
}

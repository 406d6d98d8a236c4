// Computes the grid of a puzzle file: its size, digits and boxes, as docs/PUZZLE-FILE.md defines them.
import type { PuzzleFile } from "./file.ts";

export interface Layout {
  rows: number;
  columns: number;
  digits: number[];
  /** For each cell in reading order, the index of its region; null for a cell without a region. */
  regions: (number | null)[];
  /** True if the regions are the default ones for a grid of this size. */
  usual: boolean;
}

/** Returns the squarest rectangle of `cells` cells that tiles the grid, as [height, width]. */
export function squarest(cells: number, rows: number, columns: number): [number, number] | null {
  for (let height = Math.floor(Math.sqrt(cells)); height > 1; height--) {
    const width = cells / height;
    if (!Number.isInteger(width)) continue;
    if (rows % height === 0 && columns % width === 0) return [height, width];
    if (rows % width === 0 && columns % height === 0) return [width, height];
  }
  return null;
}

function tiled(rows: number, columns: number, [height, width]: [number, number]): number[] {
  const across = Math.ceil(columns / width);
  return Array.from({ length: rows * columns }, (_, cell) => {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    return Math.floor(row / height) * across + Math.floor(column / width);
  });
}

/** Returns the tokens of a drawn grid, row by row: `.` or another symbol for each cell. */
export function drawingTokens(drawn: string | string[]): string[] {
  const lines = (Array.isArray(drawn) ? drawn : drawn.split("\n"))
    .map((line) => line.replace(/\|/g, " ").trim())
    .filter((line) => line !== "" && !/^[-+= ]+$/.test(line));
  const spaced = lines.map((line) => line.split(/[\s,]+/));
  // Digits above 9 may be written as numbers. Only then do spaces have a meaning, because they separate these numbers.
  const words = spaced.some((line) => line.some((token) => token.length > 1) && line.length > 1);
  return words ? spaced.flat() : lines.flatMap((line) => [...line.replace(/\s/g, "")]);
}

function drawingRows(drawn: string | string[]): number {
  const lines = Array.isArray(drawn) ? drawn : drawn.split("\n");
  return lines.filter((line) => line.trim() !== "" && !/^[-+=| ]+$/.test(line)).length;
}

const REGIONS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Writes each cell's region, row by row; null for cells without one. If there are too many for symbols, they are numbers. */
export function writeRegions(regions: readonly (number | null)[], columns: number): string | string[] {
  // A file without `boxes` has the default boxes, so `none` must be stated.
  if (regions.every((region) => region === null)) return "none";
  const isWide = regions.some((region) => region !== null && region >= REGIONS.length);
  const symbols = regions.map((region) => (region === null ? "." : isWide ? String(region + 1) : REGIONS.charAt(region)));
  return Array.from({ length: regions.length / columns }, (_, row) => symbols.slice(row * columns, (row + 1) * columns).join(isWide ? " " : ""));
}

/** Returns the symbol of a digit. Digits above 9 are letters. */
export const symbolOf = (digit: number): string => (digit < 10 ? String(digit) : String.fromCharCode(55 + digit));

/** Returns the digit that a symbol or number states; null for a blank or any other token. */
export function digitOf(token: string, low: number): number | null {
  if (/^[._*?]$/.test(token)) return null;
  if (token === "0") return low === 0 ? 0 : null;
  if (/^\d+$/.test(token)) return Number(token);
  if (/^[A-Za-z]$/.test(token)) return token.toUpperCase().charCodeAt(0) - 55;
  return null;
}

function numbers(text: string): number[] {
  const range = /^(\d+)\s*-\s*(\d+)$/.exec(text.trim());
  if (!range) return text.split(/[\s,]+/).map(Number);
  const [from, to] = [Number(range[1]), Number(range[2])];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function sizeOf(file: PuzzleFile): [number, number] {
  const { size, grid, boxes } = file;
  if (size !== undefined) {
    const sides = String(size).split("x").map(Number);
    return [sides[0] ?? 9, sides[1] ?? sides[0] ?? 9];
  }
  // Boxes state the size only if they are drawn. `2x3` and `none` do not determine the size of the grid.
  for (const drawn of [grid, Array.isArray(boxes) || (typeof boxes === "string" && boxes.includes("\n")) ? boxes : undefined]) {
    if (typeof drawn !== "string" && !Array.isArray(drawn)) continue;
    const cells = drawingTokens(drawn).length;
    const rows = drawingRows(drawn);
    const side = Math.sqrt(cells);
    // A grid on a single line does not show where its rows end, so it counts as square.
    if (rows === 1 && Number.isInteger(side)) return [side, side];
    if (rows > 0 && cells % rows === 0) return [rows, cells / rows];
  }
  return [9, 9];
}

function regionsOf(file: PuzzleFile, rows: number, columns: number): (number | null)[] {
  const none = () => Array.from({ length: rows * columns }, () => null);
  const { boxes } = file;
  const longer = Math.max(rows, columns);
  if (boxes === undefined || typeof boxes === "number") {
    const sides = squarest(boxes ?? longer, rows, columns);
    return sides ? tiled(rows, columns, sides) : none();
  }
  if (boxes === "none") return none();
  const sides = typeof boxes === "string" ? /^\s*(\d+)\s*x\s*(\d+)\s*$/.exec(boxes) : null;
  if (sides) return tiled(rows, columns, [Number(sides[1]), Number(sides[2])]);
  const tokens = drawingTokens(boxes);
  const symbols = [...new Set(tokens)].filter((token) => token !== ".");
  const rank = (token: string) => (/^\d+$/.test(token) ? Number(token) : 1000 + token.charCodeAt(0));
  // Regions are numbered by their symbols and not by their positions, so that painting the first cell does not renumber
  // them.
  symbols.sort((a, b) => rank(a) - rank(b));
  return tokens.map((token) => (token === "." ? null : symbols.indexOf(token)));
}

const known = new WeakMap<PuzzleFile, Layout>();
let last: { key: string; layout: Layout } | null = null;

/**
 * Returns the layout of a file. Files with the same layout share one object, so that components that depend only on the
 * layout are not rendered again.
 */
export function layoutOf(file: PuzzleFile): Layout {
  const before = known.get(file);
  if (before) return before;
  const worked = workedOut(file);
  const key = JSON.stringify(worked);
  if (last?.key !== key) last = { key, layout: worked };
  known.set(file, last.layout);
  return last.layout;
}

function workedOut(file: PuzzleFile): Layout {
  const [rows, columns] = sizeOf(file);
  const longer = Math.max(rows, columns);
  const digits = numbers(file.digits === undefined ? `1-${longer}` : typeof file.digits === "number" ? `1-${file.digits}` : file.digits);
  const regions = regionsOf(file, rows, columns);
  const usual = regionsOf({}, rows, columns);
  return { rows, columns, digits, regions, usual: regions.every((region, cell) => region === usual[cell]) };
}

/** Returns the digits of a drawn grid; null for blank cells. */
export function readDrawing(drawn: string | string[] | undefined, layout: Layout): (number | null)[] {
  const cells = layout.rows * layout.columns;
  const tokens = drawn === undefined ? [] : drawingTokens(drawn);
  const low = Math.min(...layout.digits);
  return Array.from({ length: cells }, (_, cell) => digitOf(tokens[cell] ?? ".", low));
}

/** Writes digits as the rows of a puzzle file. Returns undefined if all cells are blank. */
export function writeDrawing(cells: (number | null)[], layout: Layout): string[] | undefined {
  if (cells.every((digit) => digit === null)) return undefined;
  return Array.from({ length: layout.rows }, (_, row) =>
    cells
      .slice(row * layout.columns, (row + 1) * layout.columns)
      .map((digit) => (digit === null ? "." : symbolOf(digit)))
      .join(""),
  );
}

// Turns, reflects, shifts and relabels the puzzle or the block of selected cells.
import type { Desk } from "../desk.ts";
import { isRefused, isUnchecked, type Engine } from "../engine/engine.ts";
import { cellName, inGrid, placeOf, type Place } from "../puzzle/cells.ts";
import { byAlias, entriesOf, NOT_DRAWN, type Clue } from "../puzzle/clue.ts";
import { addClue, digitsIn, entriesDrawn, givensOf, marksOf, removeClues, setEntries, setGivens, setMarks, type Document, type Note } from "../puzzle/document.ts";
import type { PuzzleFile } from "../puzzle/file.ts";
import { digitOf, layoutOf, readDrawing, symbolOf, writeDrawing, writeRegions, type Layout } from "../puzzle/layout.ts";
import type { Book } from "../puzzle/rule.ts";
import { movePen, type Point } from "../solve/pen.ts";
import { words } from "../words.ts";
import { contents } from "./clipboard.ts";
import { formsOf } from "./drawings.ts";
import { moveElement } from "./elements.ts";
import { moveCells, moveClues, moveForm, movePlace, moveRule, shiftBy, viewOf, type Motion, type View } from "./geometry.ts";

/** Moves the entries of a list with one entry for each cell. */
function moveList<T>(motion: Motion, list: readonly T[], { rows, columns }: Layout, blank: T): T[] {
  const moved = Array.from({ length: rows * columns }, () => blank);
  const [across, down] = motion.swaps ? [rows, columns] : [columns, rows];
  list.forEach((value, cell) => {
    const { row, column } = movePlace(motion, placeOf(cell, columns));
    if (row >= 0 && column >= 0 && row < down && column < across) moved[row * across + column] = value;
  });
  return moved;
}

/** Moves the whole puzzle by a motion that maps the grid onto a grid. */
export function moveDocument(motion: Motion, document: Document, book: Book): Document {
  const { puzzle, notes, pen } = document;
  const layout = layoutOf(puzzle);
  const { rows, columns, regions, usual } = layout;
  const [newRows, newColumns] = motion.swaps ? [columns, rows] : [rows, columns];
  const size = newRows === newColumns ? newRows : `${newRows}x${newColumns}`;
  const after = layoutOf({ size, ...(puzzle.digits === undefined ? {} : { digits: puzzle.digits }) });
  const drawn = (key: "grid" | "entries" | "solution") => {
    if (puzzle[key] === undefined) return {};
    const written = writeDrawing(moveList(motion, readDrawing(puzzle[key], layout), layout, null), after);
    return written ? { [key]: written } : {};
  };
  // The record of the import is dropped, because it lists the positions at which the clues were read.
  const { grid, entries, solution, size: _, boxes, marks, unread, elements, clues, import: __, recognised, sentences, ...rest } = puzzle;
  const named = <T>(table: Record<string, T>) => Object.fromEntries(Object.entries(table).map(([cells, value]) => [moveCells(motion, cells), value]));
  const moved = moveList(motion, regions, layout, null);
  const isUsual = usual && after.regions.every((region, cell) => regionKey(after.regions, cell) === regionKey(moved, cell) && (region === null) === (moved[cell] === null));
  const written: PuzzleFile = {
    ...rest,
    size,
    ...(isUsual ? {} : { boxes: writeRegions(moved, newColumns) }),
    ...drawn("grid"),
    ...drawn("entries"),
    ...drawn("solution"),
    ...(marks && { marks: named(marks) }),
    ...(unread && { unread: unread.map((part) => ({ ...part, cells: moveCells(motion, part.cells) })) }),
    ...(elements && { elements: elements.map((text) => moveElement(motion, text)) }),
    ...(clues && { clues: moveClues(motion, clues, book) }),
    ...(sentences && { sentences }),
    ...(recognised && { recognised }),
  };
  return { ...document, puzzle: written, notes: named(notes), ...(pen && { pen: movePen((point) => movePoint(motion, point), pen) }) };
}

/** Moves a point of the pen's lattice, which has two steps for each cell. */
function movePoint(motion: Motion, { x, y }: Point): Point {
  const [row, column] = motion.point(y / 2, x / 2);
  return { x: 2 * column, y: 2 * row };
}

/**
 * Returns `true` if the page can move all parts of a puzzle. A draft may name clues by several rules, choose from clues, or
 * require givens in certain cells, and the engine does not compare drafts.
 */
export const isMovable = ({ clues, wanted }: PuzzleFile, book: Book): boolean =>
  wanted?.givens === undefined && wanted?.symmetry === undefined && Object.keys(clues ?? {}).every((name) => NOT_DRAWN.includes(name) || byAlias(book, name) !== undefined);

/**
 * Returns the first cell in the region of a cell. It identifies the region, because the region's number may change.
 */
const regionKey = (regions: readonly (number | null)[], cell: number): number | null => (regions[cell] === null ? null : regions.indexOf(regions[cell] ?? null));

/** Turns or reflects the puzzle, unless the engine finds that this would make it a different puzzle. */
export async function turnPuzzle(desk: Desk, view: View): Promise<void> {
  desk.settle();
  const before = desk.document;
  if (!isMovable(before.puzzle, desk.book)) return desk.notice.set({ text: words.edit.draftStays, tone: "warn" });
  const motion = viewOf(view, desk.layout);
  const after = moveDocument(motion, before, desk.book);
  await replaceIfSame(desk, before, after, (solution) => moveSolution(motion, solution, layoutOf(before.puzzle)), words.edit.views[view]);
}

export const moveSolution = (motion: Motion, solution: string, layout: Layout): string => moveList(motion, [...solution], layout, ".").join("");

/** The limits for the comparison of two puzzles. They are tight, because the setter waits for the result. */
const LIMITS = { seconds: 5 };

/**
 * Returns `true` if the solutions of `after` are those of `before`, mapped by `become`. The verdicts must agree, and no
 * mapped solution may break a clue. Null if this is unknown, as for drafts with open values.
 */
export async function hasSolutions(engine: Engine, before: PuzzleFile, after: PuzzleFile, become: (solution: string) => string): Promise<boolean | null> {
  // With unread drawings, the verdict would always be `unchecked`, so the comparison leaves them out.
  const check = async ({ unread, ...puzzle }: PuzzleFile) => {
    const answer = await engine.ask({ ask: "check", limits: LIMITS, puzzle: JSON.stringify(puzzle) });
    return isRefused(answer) || isUnchecked(answer) || answer.verdict === "undecided" ? null : answer;
  };
  const [old, fresh] = [await check(before), await check(after)];
  if (old === null || fresh === null) return null;
  if (old.verdict !== fresh.verdict) return false;
  const { columns } = layoutOf(after);
  for (const solution of old.solutions) {
    const mapped = become(solution).match(new RegExp(`.{1,${columns}}`, "g")) ?? [];
    const answer = await check({ ...after, solution: mapped });
    if (answer !== null && (answer.violated.length > 0 || answer.matches === false)) return false;
  }
  return true;
}

/** Replaces the document, unless it would become a different puzzle. */
async function replaceIfSame(desk: Desk, before: Document, after: Document, become: (solution: string) => string, label: string): Promise<void> {
  // A failure of the engine does not prove that the change is wrong, so the change is still made.
  const isSame = await hasSolutions(desk.engine, before.puzzle, after.puzzle, become).catch(() => null);
  // The setter may have made further changes in the meantime. These must not be overwritten.
  if (desk.document !== before) return;
  if (isSame === false) return desk.notice.set({ text: words.edit.wouldChange, tone: "warn" });
  desk.picked.clear();
  // If the grid is not square, the turn could leave the cursor outside the grid.
  desk.select([], { row: 0, column: 0 });
  desk.edit(label, () => after);
}

/** Returns the smallest rectangle that contains the selected cells. */
function blockOf(desk: Desk): { top: number; left: number; rows: number; columns: number } {
  const places = desk.cells.map((cell) => placeOf(cell, desk.layout.columns));
  const [rows, columns] = [places.map(({ row }) => row), places.map(({ column }) => column)];
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return { top, left, rows: Math.max(...rows) - top + 1, columns: Math.max(...columns) - left + 1 };
}

/** Turns or reflects the contents of the selected cells, within the rectangle around them. */
export function turnSelection(desk: Desk, view: View): void {
  desk.settle();
  const block = blockOf(desk);
  const motion = viewOf(view, block, block.top, block.left);
  if (motion.swaps && block.rows !== block.columns) return desk.notice.set({ text: words.edit.notSquare, tone: "warn" });
  moveSelection(desk, motion, words.edit.views[view]);
}

/** Moves the picked clues or, if none is picked, the contents of the selected cells. */
export function shiftSelection(desk: Desk, down: number, right: number): void {
  if (desk.picked.firm) return void desk.picked.move(down, right);
  moveSelection(desk, shiftBy(down, right), words.edit.shifted);
}

/** Shifts the whole puzzle, unless part of it would leave the grid. */
export function shiftPuzzle(desk: Desk, down: number, right: number): void {
  // Selecting all cells also clears the picked clues. Otherwise only these would be shifted.
  desk.selectAll();
  shiftSelection(desk, down, right);
}

/**
 * Returns the titles of the clues that belong to the cells but cannot be moved with them. Composite clues, formulas and
 * clues that name cells of layers belong to cells that include all of theirs; clues next to the grid belong to the whole
 * grid.
 */
function staying(desk: Desk, moving: readonly Clue[], cells: readonly number[]): string[] {
  const { layout, document } = desk;
  const names = new Set(cells.map((cell) => cellName(cell, layout.columns)));
  const isWhole = cells.length === layout.rows * layout.columns;
  const belongs = ({ rule, nth }: Clue) => {
    const named = JSON.stringify(formsOf(document.puzzle, rule.name)[nth] ?? {}).match(/\bR\d+C\d+\b/gi) ?? [];
    return named.length > 0 && (isWhole || named.every((name) => names.has(name.toUpperCase())));
  };
  const left = desk.pickable.filter((clue) => !moving.includes(clue) && belongs(clue));
  return [...new Set(left.map(({ rule }) => rule.title))];
}

function moveSelection(desk: Desk, motion: Motion, label: string): void {
  const { layout, document } = desk;
  const { columns } = layout;
  const { clues, cells } = contents(desk);
  const { puzzle, notes } = document;
  const left = staying(desk, clues, cells);
  if (left.length > 0) return desk.notice.set({ text: words.edit.staying(left), tone: "warn" });
  const to = new Map(cells.map((cell) => [cell, movePlace(motion, placeOf(cell, columns))]));
  const [givens, entries, marks] = [givensOf(puzzle), entriesDrawn(puzzle), marksOf(puzzle)];
  const isFull = (cell: number) => givens[cell] !== null || entries[cell] !== null || marks.has(cell) || notes[cellName(cell, columns)] !== undefined;
  const full = cells.filter(isFull);
  const at = (cell: number): number => {
    const { row, column } = to.get(cell) ?? { row: -1, column: -1 };
    return row * columns + column;
  };
  const forms = clues.map((clue) => ({ rule: moveRule(motion, clue.rule.name), form: moveForm(motion, clue.rule, clue.rule.name, formsOf(puzzle, clue.rule.name)[clue.nth] ?? {}, desk.book) }));
  const places = [...full.map((cell) => to.get(cell)), ...clues.flatMap(({ slots }) => slots.flatMap(({ places }) => places.map((place) => movePlace(motion, place))))];
  // No contents may leave the grid or overwrite a cell that is not selected.
  const isLost = places.some((place) => place === undefined || !inGrid(place, layout)) || full.some((cell) => !to.has(at(cell)) && isFull(at(cell)));
  if (isLost) return desk.notice.set({ text: words.edit.noRoom, tone: "warn" });
  // All cells are cleared before any is written, because a cell can be both a source and a target.
  const edits = [
    removeClues(clues.map(({ rule, nth }) => ({ rule: rule.name, nth }))),
    setMarks(full, null),
    setGivens(full, null),
    setEntries(full, null),
    (document: Document): Document => ({ ...document, notes: movedNotes(document.notes, full, columns, at) }),
    ...full.flatMap((cell) => {
      const [given, entry, allowed] = [givens[cell], entries[cell], marks.get(cell)];
      return [
        ...(typeof given === "number" ? [setGivens([at(cell)], given)] : []),
        ...(typeof entry === "number" ? [setEntries([at(cell)], entry)] : []),
        ...(allowed ? [setMarks([at(cell)], allowed)] : []),
      ];
    }),
    ...forms.map(({ rule, form }) => addClue(rule, form)),
  ];
  desk.edit(label, ...edits);
  const selected = [...to.values()].filter((place: Place) => inGrid(place, layout));
  desk.select(selected, selected.at(-1));
}

function movedNotes(notes: Record<string, Note>, cells: number[], columns: number, at: (cell: number) => number): Record<string, Note> {
  const names = new Set(cells.map((cell) => cellName(cell, columns)));
  const kept = Object.entries(notes).filter(([name]) => !names.has(name));
  const moved = cells.flatMap((cell) => {
    const note = notes[cellName(cell, columns)];
    return note ? [[cellName(at(cell), columns), note] as const] : [];
  });
  return Object.fromEntries([...kept, ...moved]);
}

/** Relabels the digits. `digits` lists the replacements for the grid's digits in ascending order. */
export async function relabel(desk: Desk, digits: string): Promise<void> {
  desk.settle();
  const before = desk.document;
  const { layout } = desk;
  const low = Math.min(...layout.digits);
  const wanted = digitsIn(digits, low);
  const isComplete = wanted.length === layout.digits.length && layout.digits.every((digit) => wanted.includes(digit));
  if (!isComplete) return desk.notice.set({ text: words.edit.allDigits(layout.digits.map(symbolOf).join("")), tone: "warn" });
  const becomes = (digit: number) => wanted[layout.digits.indexOf(digit)] ?? digit;
  const become = (solution: string) => [...solution].map((symbol) => symbolOf(becomes(digitOf(symbol, low) ?? low))).join("");
  await replaceIfSame(desk, before, relabelled(before, layout, becomes), become, words.edit.relabelled);
}

/** Replaces the digits of a document. */
export function relabelled(document: Document, layout: Layout, becomes: (digit: number) => number): Document {
  const { puzzle, notes } = document;
  const drawn = (key: "grid" | "entries" | "solution") => {
    const digits = readDrawing(puzzle[key], layout).map((digit) => (digit === null ? null : becomes(digit)));
    const written = puzzle[key] === undefined ? undefined : writeDrawing(digits, layout);
    return written ? { [key]: written } : {};
  };
  // Only quadruples are relabelled. If other clues depend on digits, the comparison of the solutions refuses the change.
  const quadruples = [entriesOf(puzzle.clues, "quadruple")].flat().map((form) => relabelledDigits(form, layout, becomes));
  const clues = puzzle.clues && quadruples.length > 0 ? { ...puzzle.clues, quadruple: quadruples } : puzzle.clues;
  const note = ({ corner, centre, ...rest }: Note): Note => ({ ...rest, ...(corner && { corner: corner.map(becomes) }), ...(centre && { centre: centre.map(becomes) }) });
  const after: Document = {
    ...document,
    puzzle: { ...puzzle, ...drawn("grid"), ...drawn("entries"), ...drawn("solution"), ...(clues && { clues }) },
    notes: Object.fromEntries(Object.entries(notes).map(([cell, value]) => [cell, note(value)])),
  };
  const marks = [...marksOf(puzzle)];
  return marks.reduce((document, [cell, allowed]) => setMarks([cell], allowed.map(becomes))(document), after);
}

function relabelledDigits(form: unknown, layout: Layout, becomes: (digit: number) => number): never {
  const low = Math.min(...layout.digits);
  const one = (value: unknown): unknown => {
    if (typeof value === "number") return [...String(value)].map((symbol) => symbolOf(becomes(digitOf(symbol, low) ?? 0))).join("");
    return String(value).replace(/\S+/g, (token) => [...token].map((symbol) => { const digit = digitOf(symbol, low); return digit === null ? symbol : symbolOf(becomes(digit)); }).join("")); // prettier-ignore
  };
  if (typeof form === "string") {
    const colon = form.indexOf(":");
    return `${one(form.slice(0, colon)) as string}${form.slice(colon)}` as never;
  }
  const table = form as Record<string, unknown>;
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, key === "cells" ? value : Array.isArray(value) ? value.map(one) : one(value)])) as never;
}

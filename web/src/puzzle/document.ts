// The document being edited: the puzzle in the library's JSON form, and the setter's notes, which are stored
// separately.
import type { ClueEntry, Field, PuzzleFile, ClueForm, LayerEntry, OwnRuleTable } from "./file.ts";
import type { Param } from "./rule.ts";
import { isDrawing, withDrawings } from "../edit/drawings.ts";
import { entriesOf, joinClues } from "./clue.ts";
import type { History } from "./history.ts";
import type { Pen, Solve } from "../solve/state.ts";
import { layoutOf, readDrawing, symbolOf, writeDrawing, writeRegions, digitOf, type Layout } from "./layout.ts";
import { cellName, parseCells } from "./cells.ts";

/** The notes in one cell. */
export interface Note {
  corner?: number[];
  centre?: number[];
  /** The numbers of the note's colours in the palette, from 1. */
  colours?: number[];
}

export interface Document {
  puzzle: PuzzleFile;
  /** The notes, keyed by the name of the cell. */
  notes: Record<string, Note>;
  pen?: Pen;
  solve?: Solve;
}

export const emptyDocument = (puzzle: PuzzleFile = { size: 9 }): Document => ({ puzzle, notes: {} });

export const textOf = ({ puzzle }: Document): string => JSON.stringify(puzzle);

/** Returns a key of the parts on which a solution depends. Equal keys mean equal answers. */
export function logicOf({ puzzle }: Document, withEntries: boolean): string {
  const { title, author, rules, source, message, warnings, drawings, elements, sentences, recognised, import: _, entries, ...logic } = puzzle;
  return JSON.stringify(withEntries ? { ...logic, entries } : logic);
}

/**
 * Returns a key of the parts on which the picture of the clues depends. Digits are not among them, because the page
 * draws them itself.
 */
export function pictureOf({ puzzle }: Document): string {
  const { title, author, rules, source, message, warnings, drawings, sentences, recognised, import: _, entries, grid, marks, solution, ...drawn } = puzzle;
  const { rows, columns } = layoutOf(puzzle);
  // The drawn grid, which is left out, may have been the only statement of the size. So the size is added.
  return JSON.stringify({ ...drawn, size: `${rows}x${columns}` });
}

type Edit = (document: Document) => Document;

const withPuzzle = (change: (puzzle: PuzzleFile, layout: Layout) => PuzzleFile): Edit => (document) => ({
  ...document,
  puzzle: pruned(change(document.puzzle, layoutOf(document.puzzle))),
});

/** Removes empty keys from the puzzle. */
function pruned(puzzle: PuzzleFile): PuzzleFile {
  const empty = (value: unknown) =>
    value === undefined || value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const { rows, columns } = layoutOf(puzzle);
  const kept = Object.fromEntries(Object.entries(puzzle).filter(([, value]) => !empty(value))) as PuzzleFile;
  // A file must not be empty. The drawn grid that is about to be removed may have been the only statement of the size.
  if (kept.size === undefined && kept.grid === undefined) kept.size = rows === columns ? rows : `${rows}x${columns}`;
  return kept;
}

function withDrawing(key: "grid" | "entries", cells: number[], digit: number | null): Edit {
  return withPuzzle((puzzle, layout) => {
    const drawn = readDrawing(puzzle[key], layout);
    for (const cell of cells) drawn[cell] = digit;
    const { [key]: _, ...rest } = puzzle;
    const rows = writeDrawing(drawn, layout);
    const size = rest.size ?? (layout.rows === layout.columns ? layout.rows : `${layout.rows}x${layout.columns}`);
    return { ...rest, size, ...(rows && { [key]: rows }) };
  });
}

/** Sets or clears givens. A given replaces a typed digit or given pencil marks. */
export const setGivens =
  (cells: number[], digit: number | null): Edit =>
  (document) => {
    const given = withDrawing("grid", cells, digit)(document);
    return digit === null ? given : setMarks(cells, null)(withDrawing("entries", cells, null)(given));
  };

/** Sets or clears typed digits. Givens are not changed. */
export const setEntries =
  (cells: number[], digit: number | null): Edit =>
  (document) => {
    const givens = givensOf(document.puzzle);
    return withDrawing("entries", cells.filter((cell) => givens[cell] === null), digit)(document);
  };

/** Returns `true` if the puzzle does not contain anything yet that a solution depends on. */
export const isBlank = ({ clues, grid, entries, marks, unread, letters, layers }: PuzzleFile): boolean =>
  [clues, marks, letters, layers].every((part) => Object.keys(part ?? {}).length === 0) && grid === undefined && entries === undefined && (unread ?? []).length === 0;

/** Returns `true` if a clue leaves a value open, such as `?` or `?(5..20)`. */
export const hasOpenValues = ({ clues }: PuzzleFile): boolean => {
  const isOpen = (form: unknown): boolean => (typeof form === "string" ? form.trimStart().startsWith("?") : Object.values(form ?? {}).some(isOpen));
  return Object.values(clues ?? {}).some(isOpen);
};

export const givensOf = (puzzle: PuzzleFile): (number | null)[] => readDrawing(puzzle.grid, layoutOf(puzzle));
export const readSolution = (puzzle: PuzzleFile): (number | null)[] => readDrawing(puzzle.solution, layoutOf(puzzle));
export const entriesDrawn = (puzzle: PuzzleFile): (number | null)[] => readDrawing(puzzle.entries, layoutOf(puzzle));

/**
 * Returns the cell that was filled last and still has its digit. Null if several cells were filled at once, for example
 * because a file was opened.
 */
export function lastFilled({ past, now }: History<Document>): string | null {
  const standing = entriesDrawn(now.state.puzzle);
  const puzzles = [...past, now].map(({ state }) => state.puzzle);
  for (let i = puzzles.length - 1; i > 0; i--) {
    const [before, after] = [puzzles[i - 1]!, puzzles[i]!];
    // Edits copy only the parts that they change, so the same object means the same digits.
    if (before.entries === after.entries) continue;
    const [old, fresh] = [entriesDrawn(before), entriesDrawn(after)];
    const filled = fresh.flatMap((digit, at) => (digit !== null && digit !== old[at] && digit === standing[at] ? [at] : []));
    if (filled.length > 0) return filled.length === 1 ? cellName(filled[0]!, layoutOf(after).columns) : null;
  }
  return null;
}

/** Returns the digits that given pencil marks allow, keyed by cell. */
export function marksOf(puzzle: PuzzleFile): Map<number, number[]> {
  const { columns, digits, rows } = layoutOf(puzzle);
  const low = Math.min(...digits);
  const marks = new Map<number, number[]>();
  for (const [cells, mark] of Object.entries(puzzle.marks ?? {})) {
    const texts: (string | number)[] = Array.isArray(mark) ? mark : [mark];
    const several = texts.length > 1 && texts.every((text) => typeof text === "string");
    const allowed = several
      ? texts.map((text) => digitsIn(String(text), low)).reduce((a, b) => a.filter((digit) => b.includes(digit)))
      : texts.flatMap((text) => (typeof text === "number" ? [text] : digitsIn(text, low)));
    for (const { row, column } of parseCells(cells)) {
      if (row < rows && column < columns) marks.set(row * columns + column, allowed);
    }
  }
  return marks;
}

export function digitsIn(text: string, low: number): number[] {
  const tokens = /[\s,]/.test(text.trim()) ? text.trim().split(/[\s,]+/) : [...text.trim()];
  return tokens.map((token) => digitOf(token, low)).filter((digit) => digit !== null);
}

/** Restricts cells to these digits; null removes the restriction. */
export const setMarks = (cells: number[], digits: number[] | null): Edit =>
  withPuzzle((puzzle, layout) => {
    if (digits === null && puzzle.marks === undefined) return puzzle;
    const marks = new Map([...marksOf(puzzle)].map(([cell, allowed]) => [cell, allowed]));
    for (const cell of cells) {
      if (digits === null || digits.length === 0) marks.delete(cell);
      else marks.set(cell, digits);
    }
    // Letters and layers are not cells, so `marksOf` leaves them out. Their restrictions stay as they are.
    const others = Object.entries(puzzle.marks ?? {}).flatMap(([key, allowed]) => {
      const names = key.split(/[\s,]+/).filter((name) => parseCells(name).length === 0);
      return names.length === 0 ? [] : [[names.join(" "), allowed]];
    });
    const written = [...marks].sort(([a], [b]) => a - b).map(([cell, allowed]) => [cellName(cell, layout.columns), allowed.map(symbolOf).join("")]);
    return { ...puzzle, marks: Object.fromEntries([...others, ...written]) };
  });

/** Adds a digit to the given pencil marks of each cell, or removes it if all of the cells have it. */
export const toggleMarks =
  (cells: number[], digit: number): Edit =>
  (document) => {
    const marks = marksOf(document.puzzle);
    const all = cells.every((cell) => marks.get(cell)?.includes(digit));
    return cells.reduce((edited, cell) => {
      const before = marks.get(cell) ?? [];
      const after = all ? before.filter((other) => other !== digit) : [...new Set([...before, digit])].sort((a, b) => a - b);
      return setMarks([cell], after)(edited);
    }, document);
  };

/** Adds a note to each cell, or removes it if all of the cells have it. */
export const toggleNotes =
  (kind: keyof Note, cells: string[], value: number): Edit =>
  (document) => {
    const all = cells.every((cell) => document.notes[cell]?.[kind]?.includes(value));
    const notes = { ...document.notes };
    const emptied: string[] = [];
    for (const cell of cells) {
      const before = notes[cell]?.[kind] ?? [];
      const after = all ? before.filter((other) => other !== value) : [...new Set([...before, value])].sort((a, b) => a - b);
      notes[cell] = { ...notes[cell], [kind]: after };
      if (after.length === 0) emptied.push(cell);
    }
    // A cell without notes must not stay in the table, because every cell in the table counts as written.
    return clearNotes([kind], emptied)({ ...document, notes });
  };

export const clearNotes =
  (kinds: (keyof Note)[], cells: string[]): Edit =>
  (document) => {
    const notes = { ...document.notes };
    for (const cell of cells) {
      const left = Object.fromEntries(Object.entries(notes[cell] ?? {}).filter(([kind]) => !kinds.includes(kind as keyof Note)));
      if (Object.keys(left).length > 0) notes[cell] = left;
      else delete notes[cell];
    }
    return { ...document, notes };
  };

function withEntriesOf(rule: string, change: (entries: ClueForm[]) => (ClueForm | true)[]): Edit {
  return withPuzzle((puzzle) => {
    if (isDrawing(rule)) return withDrawings(puzzle, rule, change);
    const clues = { ...puzzle.clues };
    const after = change(entriesOf(clues, rule));
    const [only] = after;
    if (only === undefined) delete clues[rule];
    else clues[rule] = after.length === 1 ? only : (after as ClueForm[]);
    return { ...puzzle, clues };
  });
}

export const addClue = (rule: string, entry: ClueForm | true): Edit =>
  // A rule without cells and values applies to the whole grid, so it is stated only once.
  withEntriesOf(rule, (entries) => (entry === true ? [true] : [...entries, entry]));

export const removeClue = (rule: string, nth: number): Edit => withEntriesOf(rule, (entries) => entries.filter((_, i) => i !== nth));

export const replaceClue = (rule: string, nth: number, entry: ClueForm | true): Edit =>
  withEntriesOf(rule, (entries) => entries.map((before, i) => (i === nth ? entry : before)));

/** Removes several clues, which may be of different rules. */
export const removeClues =
  (clues: { rule: string; nth: number }[]): Edit =>
  (document) =>
    // The clue with the highest index is removed first, because removing a clue shifts the clues after it.
    [...clues].sort((a, b) => b.nth - a.nth).reduce((edited, { rule, nth }) => removeClue(rule, nth)(edited), document);

/** A rule whose clues contain other clues. `any-of` requires at least one of them, `all-of` all of them. */
export type Composite = "any-of" | "all-of";

/** Combines clues into one composite clue. */
export const combine =
  (kind: Composite, clues: { rule: string; nth: number }[]): Edit =>
  (document) => {
    const held: Record<string, (ClueForm | true)[]> = {};
    for (const { rule, nth } of clues) {
      const form = entriesOf(document.puzzle.clues, rule)[nth];
      // `entriesOf` converts `true` to an empty table, so an empty table is converted back here.
      const isBare = typeof form === "object" && Object.keys(form).length === 0;
      if (form !== undefined) (held[rule] ??= []).push(isBare ? true : form);
    }
    const table = Object.fromEntries(Object.entries(held).map(([rule, forms]) => [rule, forms.length === 1 ? forms[0] : forms]));
    return addClue(kind, table as ClueForm)(removeClues(clues)(document));
  };

/** Replaces a composite clue with the clues inside it. */
export const takeApart =
  (kind: Composite, nth: number): Edit =>
  (document) => {
    const form = entriesOf(document.puzzle.clues, kind)[nth];
    const held = Object.entries(typeof form === "object" ? form : {}).flatMap(([rule, entry]) => [entry].flat().map((one) => addClue(rule, one as ClueForm | true)));
    return held.reduce((edited, edit) => edit(edited), removeClue(kind, nth)(document));
  };

export const setAbout = (key: "title" | "author" | "rules" | "source" | "message", text: string): Edit =>
  withPuzzle((puzzle) => ({ ...puzzle, [key]: text }));

/** Sets the expected solution, with one character for each cell; null removes it. */
export const setSolution = (solution: string | null): Edit =>
  withPuzzle(({ solution: _, ...puzzle }, { rows, columns }) =>
    solution === null ? puzzle : { ...puzzle, solution: Array.from({ length: rows }, (_, row) => solution.slice(row * columns, (row + 1) * columns)) },
  );

/** Sets the letters or the layers of the puzzle. */
export const setUnknowns = (key: "letters" | "layers", table: Record<string, LayerEntry>): Edit =>
  withPuzzle((puzzle) => ({ ...puzzle, [key]: table }));

/** Sets the formulas over named cells. */
export const setFormulas = (formulas: string[]): Edit => withEntriesOf("relation", () => formulas);

/** Sets each cell's region; null for cells without one. */
export const setRegions = (regions: (number | null)[]): Edit =>
  withPuzzle(({ boxes: _, ...rest }, { columns }) => ({ ...rest, boxes: writeRegions(regions, columns) }));

/** Sets the boxes by their height and width (`2x3`) or to `none`; null restores the default boxes for this size. */
export const setBoxes = (boxes: string | null): Edit =>
  // Drawn boxes may have been the only statement of the size, so the size is added before they are removed.
  withPuzzle(({ boxes: _, ...puzzle }, { rows, columns }) => ({ size: rows === columns ? rows : `${rows}x${columns}`, ...puzzle, ...(boxes === null ? {} : { boxes }) }));

export const setOwnRule = (name: string, table: OwnRuleTable, before: string | null): Edit =>
  withPuzzle((puzzle) => {
    const own = Object.entries(puzzle["own-rules"] ?? {});
    const known = own.some(([key]) => key === (before ?? name));
    const after = known ? own.map(([key, value]) => (key === (before ?? name) ? [name, table] : [key, value])) : [...own, [name, table]];
    // Clues are stored under the name of their rule, so their key is renamed with the rule.
    // There may be clues of the new name already, if a rule of the book has it.
    const clues = Object.entries(puzzle.clues ?? {}).map(([key, value]): [string, ClueEntry] => [key === before ? name : key, value as ClueEntry]);
    return { ...puzzle, "own-rules": Object.fromEntries(after), clues: joinClues(clues) };
  });

/**
 * Removes one of the puzzle's own rules together with its clues, because these would otherwise name an unknown
 * rule.
 */
export const removeOwnRule = (name: string): Edit =>
  withPuzzle((puzzle) => {
    const without = <T>(table: Record<string, T> | undefined) => Object.fromEntries(Object.entries(table ?? {}).filter(([key]) => key !== name));
    return { ...puzzle, "own-rules": without(puzzle["own-rules"]), clues: without(puzzle.clues) };
  });

/** Records that an unread drawing is decoration, or that it has been drawn as a clue. */
export const settleUnread =
  (nth: number, clue: { rule: string; entry: ClueForm } | null): Edit =>
  (document) => {
    const settled = withPuzzle((puzzle) => ({ ...puzzle, unread: (puzzle.unread ?? []).filter((_, i) => i !== nth) }))(document);
    return clue ? addClue(clue.rule, clue.entry)(settled) : settled;
  };

/** Reads the typed value of a parameter: a number, several numbers, or a text. */
export function fieldOf(typed: string, { name, type }: Pick<Param, "name" | "type">, highest: number): Field {
  const text = typed.trim();
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const numbers = words.map(Number);
  const [first] = numbers;
  if (type === "text" || first === undefined || numbers.some((number) => !Number.isInteger(number))) return text;
  if (numbers.length > 1) return numbers;
  // Digits may be typed without spaces. Other values, such as sums, may exceed the highest digit.
  const isList = type === "numbers" || type === "number-or-numbers";
  const [word = ""] = words;
  if (name === "digits" && isList && (first > highest ? /^\d+$/ : /^0\d+$/).test(word)) return [...word].map(Number);
  return type === "numbers" ? numbers : first;
}

// Copies clues and digits to the clipboard as text, so that they can be pasted into another tab too.
import type { Desk } from "../desk.ts";
import { byPlace, cellName, inGrid, nameOf, parseName, type Place } from "../puzzle/cells.ts";
import { byAlias, cellsOf, NOT_DRAWN, type Clue } from "../puzzle/clue.ts";
import { entriesDrawn, givensOf, removeClues, setEntries, setGivens, type Document } from "../puzzle/document.ts";
import type { ClueForm, OwnRuleEntry } from "../puzzle/file.ts";
import { words } from "../words.ts";
import { formsOf, isDrawing } from "./drawings.ts";
import { moveForm, movePlace, shiftBy } from "./geometry.ts";

const FORMAT = "cluewright-clues";

interface Copied {
  format: typeof FORMAT;
  /** The name of the top left cell of the copied block. */
  from: string;
  clues: { rule: string; form: ClueForm }[];
  givens: Record<string, number>;
  entries: Record<string, number>;
  "own-rules": Record<string, OwnRuleEntry>;
}

/** Returns the picked clues, or the digits in the selected cells and the clues that lie entirely in these cells. */
export function contents(desk: Desk): { clues: Clue[]; cells: number[] } {
  const { layout, picked } = desk;
  if (picked.firm) return { clues: picked.clues, cells: [] };
  const { cells } = desk;
  const selected = new Set(cells.map((cell) => cellName(cell, layout.columns)));
  const isWithin = (clue: Clue) => {
    const places = clue.slots.flatMap(({ places }) => places);
    return places.length > 0 && !NOT_DRAWN.includes(clue.rule.name) && places.every((place) => selected.has(nameOf(place)));
  };
  return { clues: desk.pickable.filter(isWithin), cells };
}

/** Returns the picked clues or the selection as text; null if there is nothing to copy. */
export function copied(desk: Desk): string | null {
  const { clues, cells } = contents(desk);
  const { puzzle } = desk.document;
  const { columns } = desk.layout;
  const digitsOf = (drawn: (number | null)[]) => Object.fromEntries(cells.flatMap((cell) => (typeof drawn[cell] === "number" ? [[cellName(cell, columns), drawn[cell]]] : [])));
  const [givens, entries] = [digitsOf(givensOf(puzzle)), digitsOf(entriesDrawn(puzzle))];
  const names = [...Object.keys(givens), ...Object.keys(entries)];
  if (clues.length + names.length === 0) return null;
  const places = [...clues.flatMap((clue) => cellsOf(clue, desk.layout)), ...names.flatMap((name) => parseName(name) ?? [])];
  const forms = clues.map(({ rule, nth }) => ({ rule: rule.name, form: formsOf(puzzle, rule.name)[nth] ?? {} }));
  const own = Object.entries(puzzle["own-rules"] ?? {}).filter(([name]) => forms.some(({ rule }) => rule === name));
  const text: Copied = { format: FORMAT, from: nameOf(cornerOf(places)), clues: forms, givens, entries, "own-rules": Object.fromEntries(own) };
  return JSON.stringify(text);
}

/** Removes what {@link copied} copies, and nothing else. */
export function cut(desk: Desk): void {
  const { clues, cells } = contents(desk);
  const names = cells.map((cell) => cellName(cell, desk.layout.columns));
  desk.picked.clear();
  desk.hovered.set(null);
  desk.edit(
    words.edit.cut(clues.map(({ rule }) => rule.title), names),
    removeClues(clues.map(({ rule, nth }) => ({ rule: rule.name, nth }))),
    setGivens(cells, null),
    setEntries(cells, null),
  );
}

const cornerOf = (places: Place[]): Place => ({
  row: Math.min(...places.map(({ row }) => row)),
  column: Math.min(...places.map(({ column }) => column)),
});

function parsed(text: string): Copied | null {
  if (!text.includes(FORMAT)) return null;
  try {
    const copied = JSON.parse(text) as Copied;
    return copied.format === FORMAT && Array.isArray(copied.clues) ? copied : null;
  } catch {
    // The text only mentions the format and is not a copy of clues.
    return null;
  }
}

/** Pastes copied clues and digits at the cursor. Returns `false` if the text does not contain any. */
export function pasteClues(desk: Desk, text: string): boolean {
  const copied = parsed(text);
  if (!copied) return false;
  desk.settle();
  const { layout, book } = desk;
  const from = parseName(copied.from);
  const to = desk.selected.filter((place) => inGrid(place, layout)).sort(byPlace)[0];
  const motion = from && to && inGrid(from, layout) ? shiftBy(to.row - from.row, to.column - from.column) : shiftBy(0, 0);
  const own = copied["own-rules"] ?? {};
  const forms = copied.clues.map(({ rule, form }) => ({ rule, form: moveForm(motion, byAlias(book, rule), rule, form, book) }));
  const digits = (table: Record<string, number> | undefined) =>
    Object.entries(table ?? {}).flatMap(([name, digit]) => {
      const place = parseName(name);
      return place ? [{ place: movePlace(motion, place), digit }] : [];
    });
  const [givens, entries] = [digits(copied.givens), digits(copied.entries)];
  const places = [...givens, ...entries].map(({ place }) => place);
  const isInside = (place: Place) => inGrid(place, layout);
  // Drawings may lie beyond the grid, so only digits and clues must fit.
  if (!places.every(isInside) || !forms.every(({ rule, form }) => isDrawing(rule) || fits(form, layout))) {
    desk.notice.set({ text: words.edit.noRoom, tone: "warn" });
    return true;
  }
  const at = ({ row, column }: Place) => row * layout.columns + column;
  // This puzzle's own rules come last, so that a copied rule of the same name does not change the existing clues.
  const withOwn = (document: Document): Document => ({ ...document, puzzle: { ...document.puzzle, "own-rules": { ...own, ...document.puzzle["own-rules"] } } });
  const typed = [...givens.map(({ place, digit }) => setGivens([at(place)], digit)), ...entries.map(({ place, digit }) => setEntries([at(place)], digit))];
  desk.picked.add(forms, words.edit.pasted(forms.length + places.length), ...(Object.keys(own).length > 0 ? [withOwn] : []), ...typed);
  return true;
}

/** Returns `true` if all cells of a clue are in the grid or next to it. */
function fits(form: ClueForm, { rows, columns }: { rows: number; columns: number }): boolean {
  // The shift may have produced names such as R-1C2. The pattern matches these too, so that `parseName` rejects
  // them.
  const names = JSON.stringify(form).match(/R-?\d+C-?\d+/gi) ?? [];
  return names.every((name) => {
    const place = parseName(name);
    return place !== null && place.row >= -1 && place.column >= -1 && place.row <= rows && place.column <= columns;
  });
}

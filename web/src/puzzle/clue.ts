// Reads and writes the clues of a puzzle file, entry by entry.
import { formatCells, inGrid, nameOf, parseCells, type Place } from "./cells.ts";
import type { ClueEntry, ClueForm, Clues, Field, PuzzleFile } from "./file.ts";
import type { Book, Rule } from "./rule.ts";
import { words } from "../words.ts";

export interface ClueSlot {
  name: string;
  text: string;
  /** The places named by the slot, without letters and cells of layers. */
  places: Place[];
}

export interface Clue {
  rule: Rule;
  /** The clue's index among the entries of its rule. */
  nth: number;
  slots: ClueSlot[];
  params: Record<string, Field>;
}

/** Returns the entries of a rule as a list. */
export function entriesOf(clues: Clues | undefined, rule: string): ClueForm[] {
  const entry = clues?.[rule];
  if (entry === undefined || entry === false) return [];
  const forms = (Array.isArray(entry) ? entry : [entry]) as (true | ClueForm)[];
  return forms.map((form) => (form === true ? {} : form));
}

/** Joins entries to a table of clues. Entries under the same name become one list, so that none replaces another. */
export function joinClues(entries: readonly [string, ClueEntry][]): Clues {
  const clues: Clues = {};
  for (const [rule, entry] of entries) clues[rule] = rule in clues ? [...entriesOf(clues, rule), ...entriesOf({ [rule]: entry }, rule)] : entry;
  return clues;
}

const slot = (name: string, text: string): ClueSlot => ({ name, text, places: parseCells(text) });

function fromText(rule: Rule, text: string): Pick<Clue, "slots" | "params"> {
  const colon = text.indexOf(":");
  const first = rule.params[0];
  const value = colon < 0 ? null : text.slice(0, colon).trim();
  const texts = text.slice(colon + 1).split(";");
  const last = rule.slots.length - 1;
  const slots = texts.flatMap((part, i) => {
    // Further lists belong to the last slot, which is the only one that can be repeated.
    const name = rule.slots[Math.min(i, last)]?.name;
    return name === undefined ? [] : [slot(name, part.trim())];
  });
  return { slots, params: value !== null && first ? { [first.name]: value } : {} };
}

function fromTable(rule: Rule, table: Record<string, Field>): Pick<Clue, "slots" | "params"> {
  const names = new Set(rule.slots.map(({ name }) => name));
  const slots = rule.slots.flatMap(({ name }) => {
    const texts = table[name];
    return texts === undefined ? [] : [texts].flat().map((text) => slot(name, String(text)));
  });
  return { slots, params: Object.fromEntries(Object.entries(table).filter(([key]) => !names.has(key))) };
}

/** Returns all texts in a clue, including those of the clues inside it. */
const textsIn = (form: unknown): string[] => (typeof form === "string" ? [form] : Object.values(form ?? {}).flatMap(textsIn));

/** Describes a composite clue in words. `titleOf` returns the titles of the rules inside the clue. */
export function saidOf(clue: string, form: unknown, titleOf: (rule: string) => string): string {
  if (typeof form !== "object" || form === null) return String(form);
  const said = ([rule, one]: [string, unknown]): string => {
    if (rule === "relation" || one === true) return one === true ? titleOf(rule) : String(one);
    return NOT_DRAWN.includes(rule) ? `(${saidOf(rule, one, titleOf)})` : `${titleOf(rule)} ${textsIn(one).join("; ")}`;
  };
  const held = Object.entries(form).flatMap(([rule, entry]) => [entry].flat().map((one) => said([rule, one])));
  return held.join(clue === "any-of" ? words.list.or : words.list.and);
}

/** Returns the names of all cells in a clue or in several clues. */
export const cellsNamed = (form: unknown): string[] => textsIn(form).flatMap((text) => parseCells(text.slice(text.indexOf(":") + 1)).map(nameOf));

export function readClue(rule: Rule, nth: number, form: ClueForm): Clue {
  // A composite clue is not drawn itself. Its cells are the cells of the clues inside it.
  if (NOT_DRAWN.includes(rule.name)) return { rule, nth, slots: textsIn(form).map((text) => slot("cells", text.slice(text.indexOf(":") + 1))), params: {} };
  if (rule.gesture === "grid" && typeof form !== "object") {
    const first = rule.params[0];
    return { rule, nth, slots: [], params: first ? { [first.name]: form } : {} };
  }
  if (typeof form === "object") return { rule, nth, ...fromTable(rule, form) };
  return { rule, nth, ...fromText(rule, String(form)) };
}

/**
 * The rules whose clues contain other clues or formulas. These clues are listed and can be deleted, but are not
 * drawn.
 */
export const NOT_DRAWN = ["any-of", "all-of", "relation"];

// The book has no titles for these rules, so their titles are defined here.
const TITLES: Record<string, string> = { "any-of": words.list["any-of"], "all-of": words.list["all-of"], relation: words.list.relation };

function plainRule(name: string): Rule {
  return {
    name, title: TITLES[name] ?? name, aliases: [], family: "own", shape: "global", gesture: "grid", slots: [], repeats: false,
    params: [], help: "", note: "", draw: null, drawn: [], icon: null, own: false,
  }; // prettier-ignore
}

/** Returns the rule with this name or alias. */
export function byAlias(book: Book, name: string): Rule | undefined {
  const plain = name.toLowerCase().replace(/[\s_]+/g, "-");
  return book.get(name) ?? book.get(plain) ?? [...book.values()].find(({ aliases }) => aliases.includes(plain));
}

/** Returns all clues of a puzzle, in the order of the file. */
export function cluesOf(file: PuzzleFile, book: Book): Clue[] {
  return Object.keys(file.clues ?? {}).flatMap((key) => {
    // The rule gets the name that the file uses, because edits find the clue's entry by that name. Until the rule book
    // arrives, the rule is unknown.
    const rule = NOT_DRAWN.includes(key) ? plainRule(key) : { ...(byAlias(book, key) ?? plainRule(key)), name: key };
    return entriesOf(file.clues, key).map((form, nth) => readClue(rule, nth, form));
  });
}

/** Returns `true` if a slot names letters or cells of layers, so that its places are not all of it. */
export const namesMore = ({ text }: Pick<ClueSlot, "text">): boolean => text.split(/[\s,]+/).some((token) => token !== "" && parseCells(token).length === 0);

/** Writes a clue as an entry in its shortest form. */
export function writeClue(rule: Rule, slots: { name: string; text: string }[], params: Record<string, Field>): ClueForm | true {
  const given = Object.entries(params).filter(([, value]) => value !== "");
  if (rule.slots.length === 0) return given.length === 0 ? true : Object.fromEntries(given);
  if (given.length === 0 && slots.length === 1 && rule.slots.length === 1 && slots[0]) return slots[0].text;
  const table: Record<string, Field> = {};
  for (const { name, repeats } of rule.slots) {
    const texts = slots.filter((slot) => slot.name === name).map(({ text }) => text);
    const only = texts[0];
    if (only === undefined) continue;
    table[name] = repeats ? texts : only;
  }
  return { ...table, ...Object.fromEntries(given) };
}

/** Returns the cells of a clue that are inside the grid. */
export const cellsOf = (clue: Clue, layout: { rows: number; columns: number }): Place[] =>
  clue.slots.flatMap(({ places }) => places).filter((place) => inGrid(place, layout));

/**
 * Returns the position of an outside clue next to the grid. A clue that lists its cells is placed before the first of
 * them.
 */
export function standsAt(clue: Clue, layout: { rows: number; columns: number }): Place | null {
  const places = clue.slots[0]?.places ?? [];
  const [first, second] = places;
  if (!first) return null;
  if (!inGrid(first, layout) || !second) return first;
  return { row: 2 * first.row - second.row, column: 2 * first.column - second.column };
}

export function clueText(clue: Clue): string {
  const values = Object.values(clue.params)
    .map((value) => [value].flat().join(" "))
    .filter((value) => value !== "");
  return values.join(", ");
}

export const slotText = (places: Place[]): string => formatCells(places);

// Provides tools for drawings that do not state a rule. The page treats these drawings like clues: they can be drawn,
// picked, moved and removed. In the puzzle file, each drawing is an element of the picture, whose other properties
// stay as they are.
import { formatCells, parseCells, walk, samePlace, type Place } from "../puzzle/cells.ts";
import { entriesOf, type Clue } from "../puzzle/clue.ts";
import type { ClueForm, Field, PuzzleFile } from "../puzzle/file.ts";
import type { Param, Rule } from "../puzzle/rule.ts";
import { Store } from "../store.ts";
import { words } from "../words.ts";
import { parseElement, type Element, type ElementLayer } from "./elements.ts";

type Item = Record<string, unknown>;

/** The representation of one kind of element in the file. */
interface Kind {
  gesture: Rule["gesture"];
  layer: ElementLayer;
  /** The key in SudokuPad's item for each parameter of the drawing. */
  keys: Record<string, string>;
  /** The initial properties of an element of this kind. */
  fresh: Item;
  style: Record<string, Field>;
}

const KINDS: Record<string, Kind> = {
  "drawn-line": { gesture: "line", layer: "lines", keys: { colour: "color", width: "thickness" }, fresh: {}, style: { colour: "#888888", width: 8 } },
  "drawn-arrow": { gesture: "line", layer: "arrows", keys: { colour: "color", width: "thickness" }, fresh: { headLength: 0.3 }, style: { colour: "#555555", width: 3 } },
  "drawn-shape": {
    gesture: "cell",
    layer: "overlays",
    keys: { colour: "backgroundColor", border: "borderColor" },
    fresh: { thickness: 2 },
    style: { shape: "circle", size: "0.7", colour: "#ffffff", border: "#333333", layer: "under" },
  },
  "drawn-text": { gesture: "cell", layer: "overlays", keys: { text: "text", colour: "color", size: "fontSize" }, fresh: { width: 0, height: 0 }, style: { colour: "#222222", size: 24 } },
  "drawn-colour": { gesture: "cell", layer: "underlays", keys: { colour: "backgroundColor" }, fresh: { width: 1, height: 1 }, style: { colour: "#a7c8f4" } },
  "drawn-cage": { gesture: "cells", layer: "cages", keys: { text: "value", colour: "outlineC" }, fresh: {}, style: { colour: "#333333" } },
  "drawn-light": { gesture: "cell", layer: "foglight", keys: {}, fresh: {}, style: {} },
};

export const isDrawing = (rule: string): boolean => rule in KINDS;

const param = (name: string): Param => ({
  name,
  label: words.drawings.params[name] ?? name,
  type: "text",
  required: false,
  usual: null,
  asked: false,
  ...(name === "colour" || name === "border" ? { input: "colour" as const } : {}),
  ...(name === "shape" ? { input: ["circle", "square"] } : {}),
  ...(name === "layer" ? { input: ["under", "over"] } : {}),
});

/** The tools for drawings that do not state a rule. */
export const DRAWINGS: readonly Rule[] = Object.entries(KINDS).map(([name, { gesture, keys, style }]) => ({
  name,
  title: words.drawings.titles[name] ?? name,
  aliases: words.drawings.aliases[name] ?? [],
  family: "drawings",
  shape: gesture === "line" ? "line" : gesture === "cells" ? "group" : "cell",
  gesture,
  slots: [{ name: "cells", repeats: false }],
  repeats: gesture === "line",
  params: [...new Set([...Object.keys(keys), ...Object.keys(style)])].map((key) => ({ ...param(key), asked: name === "drawn-text" && key === "text", required: name === "drawn-text" && key === "text" })),
  help: words.drawings.help[name] ?? "",
  note: "",
  draw: null,
  drawn: [],
  icon: null,
  own: false,
}));

/** The values that each tool uses for its next drawing. */
export const styles = new Store<Record<string, Record<string, Field>>>(Object.fromEntries(Object.entries(KINDS).map(([name, { style }]) => [name, style])));

/**
 * Returns the tool that can draw an element; null if the element is or may be part of a rule, or if no tool can draw
 * it.
 */
function kindOf({ layer, item, status }: Element): string | null {
  if (status !== "decoration") return null;
  if (layer === "lines") return "drawn-line";
  if (layer === "arrows") return "drawn-arrow";
  if (layer === "cages") return "drawn-cage";
  if (layer === "foglight") return "drawn-light";
  if (layer === "triggereffect" || Array.isArray(item)) return null;
  if (item["text"] !== undefined && item["text"] !== "") return "drawn-text";
  const isWhole = Number(item["width"]) >= 0.9 && Number(item["height"]) >= 0.9;
  return isWhole && item["backgroundColor"] && !item["borderColor"] && item["rounded"] !== true ? "drawn-colour" : "drawn-shape";
}

const pointsOf = (item: Item, key: string): [number, number][] => (Array.isArray(item[key]) ? (item[key] as [number, number][]) : []);

const placeOfPoint = ([row, column]: [number, number]): Place => ({ row: Math.floor(row), column: Math.floor(column) });

/** Returns the cells of an element, in the order in which they are drawn. */
function placesOf({ layer, item }: Element): Place[] {
  if (Array.isArray(item)) return [placeOfPoint(item)];
  if (layer === "cages") return pointsOf(item, "cells").map(placeOfPoint);
  if (layer !== "lines" && layer !== "arrows") return Array.isArray(item["center"]) ? [placeOfPoint(item["center"] as [number, number])] : [];
  const stops = pointsOf(item, "wayPoints").map(placeOfPoint);
  const places = stops.flatMap((stop, i) => (i === 0 ? [stop] : walk(stops[i - 1] ?? stop, stop).slice(1)));
  return places.filter((place, i) => !samePlace(place, places[i - 1]));
}

const middleOf = ({ row, column }: Place): [number, number] => [row + 0.5, column + 0.5];

/** Moves the element onto other cells. */
function placed(element: Element, places: Place[]): Element {
  const [first] = places;
  const { layer, item } = element;
  if (layer === "foglight") return { ...element, item: [first?.row ?? 0, first?.column ?? 0] };
  if (Array.isArray(item)) return element;
  if (layer === "cages") return { ...element, item: { ...item, cells: places.map(({ row, column }) => [row, column]) } };
  if (layer === "lines" || layer === "arrows") return { ...element, item: { ...item, wayPoints: places.map(middleOf) } };
  if (!first) return element;
  // Marks between cells stay between cells.
  const [row, column] = Array.isArray(item["center"]) ? (item["center"] as [number, number]) : middleOf(first);
  return { ...element, item: { ...item, center: [first.row + row - Math.floor(row), first.column + column - Math.floor(column)] } };
}

/** Returns an element in the form of a clue. */
function formOf(kind: string, text: string): Record<string, Field> {
  const element = parseElement(text);
  const item = (Array.isArray(element.item) ? {} : element.item) as Item;
  const values = Object.entries(KINDS[kind]?.keys ?? {}).flatMap(([name, key]) => (item[key] === undefined ? [] : [[name, String(item[key])]]));
  const more = kind === "drawn-shape" ? { shape: item["rounded"] === true ? "circle" : "square", size: String(item["width"] ?? "") } : {};
  const layer = kind === "drawn-shape" ? { layer: element.layer === "underlays" ? "under" : "over" } : {};
  return { cells: formatCells(placesOf(element)), ...Object.fromEntries(values), ...more, ...layer, item: text };
}

const numberIn = (text: unknown, usual: number): number => {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 && number <= 100 ? number : usual;
};

/** Returns the element that corresponds to a clue of a drawing tool. */
function elementOf(kind: string, written: ClueForm | true): string {
  const form: Record<string, Field> = typeof written === "object" ? written : { cells: String(written) };
  const known = KINDS[kind];
  if (!known) throw new Error(`${kind} draws nothing`);
  const { layer, keys, fresh, style } = known;
  const before = typeof form["item"] === "string" ? parseElement(form["item"]) : null;
  const places = parseCells(String(form["cells"] ?? ""));
  const base: Element = before ?? { layer, item: { ...fresh }, status: "decoration", reason: "drawn by the setter" };
  // An element that stays in its cells keeps its exact points, which need not be centres of cells.
  const moved = before && formatCells(placesOf(before)) === formatCells(places) ? base : placed(base, places);
  if (Array.isArray(moved.item)) return JSON.stringify(moved);
  const item: Item = { ...moved.item };
  for (const [name, key] of Object.entries(keys)) {
    if (form[name] === undefined) delete item[key];
    else if (name === "width" || name === "size") item[key] = numberIn(form[name], Number(style[name] ?? 1));
    else item[key] = String(form[name]);
  }
  if (kind !== "drawn-shape") return JSON.stringify({ ...moved, item });
  const size = numberIn(form["size"], 0.7);
  // The width and height of an imported shape can differ, so they are replaced only if the setter has changed the size.
  const isResized = String(item["width"] ?? "") !== String(form["size"]);
  const sides = isResized ? { width: size, height: size } : {};
  return JSON.stringify({ ...moved, layer: form["layer"] === "under" ? "underlays" : "overlays", item: { ...item, ...sides, rounded: form["shape"] === "circle" } });
}

/**
 * The kinds and forms for each list of elements. Lists are never changed in place, and `withDrawings` needs the same
 * objects each time.
 */
const read = new WeakMap<readonly string[], { kind: string | null; form: Record<string, Field> }[]>();

/** Returns the kinds and forms of a puzzle's elements. */
function parts({ elements = [] }: PuzzleFile): { kind: string | null; form: Record<string, Field> }[] {
  const before = read.get(elements);
  if (before) return before;
  const after = elements.map((text) => {
    try {
      const kind = kindOf(parseElement(text));
      return { kind, form: kind === null ? {} : formOf(kind, text) };
    } catch {
      // An element that cannot be read must not hide the others, so it counts as an element without a kind.
      return { kind: null, form: {} };
    }
  });
  read.set(elements, after);
  return after;
}

/** Returns the entries of a rule, or the drawings of one kind. */
export function formsOf(puzzle: PuzzleFile, rule: string): ClueForm[] {
  return isDrawing(rule) ? parts(puzzle).flatMap(({ kind, form }) => (kind === rule ? [form] : [])) : entriesOf(puzzle.clues, rule);
}

/** Returns the drawings of a puzzle as clues. */
export function drawingsOf(puzzle: PuzzleFile): Clue[] {
  const counts = new Map<string, number>();
  return parts(puzzle).flatMap(({ kind, form }) => {
    const rule = DRAWINGS.find(({ name }) => name === kind);
    if (!rule) return [];
    const nth = counts.get(rule.name) ?? 0;
    counts.set(rule.name, nth + 1);
    const { cells = "", ...params } = form;
    return [{ rule, nth, slots: [{ name: "cells", text: String(cells), places: parseCells(String(cells)) }], params }];
  });
}

/** Changes the drawings of a kind in the puzzle. */
export function withDrawings(puzzle: PuzzleFile, rule: string, change: (forms: ClueForm[]) => (ClueForm | true)[]): PuzzleFile {
  const all = parts(puzzle);
  const at = all.flatMap(({ kind }, i) => (kind === rule ? [i] : []));
  const before = at.map((i) => all[i]?.form ?? {});
  const after = change([...before]);
  const elements = [...(puzzle.elements ?? [])];
  // Changed forms are recognised by identity, because `parts` returns the same objects as long as the elements are
  // the same.
  if (after.length === before.length) {
    after.forEach((form, i) => {
      if (form !== before[i]) elements[at[i] ?? 0] = elementOf(rule, form);
    });
    return { ...puzzle, elements };
  }
  const removed = at.filter((_, i) => !after.includes(before[i] ?? {}));
  const added = after.filter((form) => typeof form !== "object" || !before.includes(form)).map((form) => elementOf(rule, form));
  const kept = elements.filter((_, i) => !removed.includes(i));
  return { ...withoutElements(puzzle, removed), elements: [...kept, ...added] };
}

/** Removes elements from the puzzle and from the record of its import. */
function withoutElements(puzzle: PuzzleFile, removed: number[]): PuzzleFile {
  if (puzzle.import === undefined || removed.length === 0) return puzzle;
  const read = JSON.parse(puzzle.import) as { open?: number[] };
  // The record refers to elements by index. Indices after a removed element move down.
  const open = (read.open ?? []).filter((index) => !removed.includes(index)).map((index) => index - removed.filter((other) => other < index).length);
  return { ...puzzle, import: JSON.stringify({ ...read, open }) };
}

/** Returns the values of a drawing, except those that only the file needs. */
export const styleOf = ({ rule, params }: Clue): Record<string, Field> => Object.fromEntries(rule.params.flatMap(({ name }) => (params[name] === undefined ? [] : [[name, params[name]]])));

// Moves, turns and reflects everything that has a position: clues, digits, notes and drawings.
import { byPlace, formatCells, nameOf, parseCells, parseName, type Place } from "../puzzle/cells.ts";
import { byAlias, joinClues, NOT_DRAWN } from "../puzzle/clue.ts";
import type { ClueEntry, ClueForm, Clues, Field } from "../puzzle/file.ts";
import type { Size } from "../tools/gesture.ts";
import type { Book, Rule } from "../puzzle/rule.ts";
import { moveElement } from "./elements.ts";

/** An affine map of the plane. Points are (row, column), measured from the top left corner of the grid. */
export interface Motion {
  /** Maps a point, such as the centre of R1C1 at (0.5, 0.5). */
  point: (row: number, column: number) => [number, number];
  /** True if rows become columns. */
  swaps: boolean;
}

export const shiftBy = (down: number, right: number): Motion => ({ point: (row, column) => [row + down, column + right], swaps: false });

export const VIEWS = ["right", "left", "half", "left-right", "top-bottom", "diagonal"] as const;
export type View = (typeof VIEWS)[number];

/**
 * Returns the turn or reflection of the rectangle at `top`, `left`. The image has its top left corner at the same
 * point.
 */
export function viewOf(view: View, { rows, columns }: Size, top = 0, left = 0): Motion {
  const maps: Record<View, (row: number, column: number) => [number, number]> = {
    right: (row, column) => [column, rows - row],
    left: (row, column) => [columns - column, row],
    half: (row, column) => [rows - row, columns - column],
    "left-right": (row, column) => [row, columns - column],
    "top-bottom": (row, column) => [rows - row, column],
    diagonal: (row, column) => [column, row],
  };
  const point = (row: number, column: number): [number, number] => {
    const [down, right] = maps[view](row - top, column - left);
    return [down + top, right + left];
  };
  return { point, swaps: view === "right" || view === "left" || view === "diagonal" };
}

export function movePlace({ point }: Motion, { row, column }: Place): Place {
  // The centre of the cell is moved, because a turn maps the top left corner of a cell to another corner.
  const [down, right] = point(row + 0.5, column + 0.5);
  return { row: Math.floor(down), column: Math.floor(right) };
}

const DIRECTION = /^[UD][LR]$/;

/** Returns the direction in which a diagonal runs after the motion. */
function moveDirection({ point }: Motion, direction: string): string {
  const [row, column] = point(0, 0);
  const [down, right] = point(direction.startsWith("D") ? 1 : -1, direction.endsWith("R") ? 1 : -1);
  return `${down > row ? "D" : "U"}${right > column ? "R" : "L"}`;
}

/** Moves the cells that a text names, in order, and the cells of layers over the grid. Letters stay. */
export function moveCells(motion: Motion, text: string): string {
  const tokens = text.split(/[\s,]+/).filter((token) => token !== "");
  return tokens.map((token) => (DIRECTION.test(token) ? moveDirection(motion, token) : moveToken(motion, token))).join(" ");
}

function moveToken(motion: Motion, token: string): string {
  const [, layer, cell] = /^(\w+)\[(.+)\]$/.exec(token) ?? [];
  if (layer !== undefined && cell !== undefined) return `${layer}[${moveToken(motion, cell)}]`;
  const places = parseCells(token);
  return places.length === 0 ? token : formatCells(places.map((place) => movePlace(motion, place)));
}

/** Moves the names of cells in a formula. */
const moveFormula = (motion: Motion, text: string): string =>
  text.replace(/\bR\d{1,2}C\d{1,2}\b/gi, (name) => {
    const place = parseName(name);
    return place ? nameOf(movePlace(motion, place)) : name;
  });

/**
 * Moves a corner, which is named by the top left of its four cells. After a turn, another of these cells is at the top
 * left.
 */
function moveCorner(motion: Motion, text: string): string {
  const places = parseCells(text);
  const [first] = places;
  if (!first || places.length !== 1) return moveCells(motion, text);
  const moved = [0, 1].flatMap((down) => [0, 1].map((right) => movePlace(motion, { row: first.row + down, column: first.column + right })));
  return nameOf([...moved].sort(byPlace)[0] ?? first);
}

/** Pairs of rules that are mirror images of each other. */
const TWINS: [string, string, (motion: Motion) => boolean][] = [
  ["row-indexer", "column-indexer", ({ swaps }) => swaps],
  ["diagonal-down", "diagonal-up", (motion) => ["UR", "DL"].includes(moveDirection(motion, "DR"))],
];

/** Returns the rule that a clue of this rule has after the motion. */
export function moveRule(motion: Motion, rule: string): string {
  const twins = TWINS.find(([one, other]) => rule === one || rule === other);
  if (!twins?.[2](motion)) return rule;
  return rule === twins[0] ? twins[1] : twins[0];
}

/** Moves a clue. */
export function moveForm(motion: Motion, rule: Rule | undefined, name: string, form: ClueForm, book: Book): ClueForm {
  if (rule?.family === "drawings") return moveDrawing(motion, form as Record<string, Field>);
  if (name === "relation") return moveFormula(motion, String(form));
  if (NOT_DRAWN.includes(name)) return moveClues(motion, form as Clues, book) as ClueForm;
  const cells = (text: string) => (rule?.gesture === "corner" ? moveCorner(motion, text) : moveCells(motion, text));
  if (typeof form === "string" && rule?.slots.length !== 0) {
    const colon = form.indexOf(":") + 1;
    const value = form.slice(0, colon);
    const moved = form.slice(colon).split(";").map(cells).join("; ");
    return value === "" ? moved : `${value} ${moved}`;
  }
  // Numbers, and the values of rules without cells, do not name anything that moves.
  if (typeof form !== "object") return form;
  // Until the rule book arrives, the rule is unknown, and its cells are expected under the usual key.
  const slots = new Set(rule?.slots.map(({ name }) => name) ?? ["cells"]);
  const field = (key: string, value: Field): Field => {
    if (!slots.has(key)) return value;
    return Array.isArray(value) ? (value.map((text) => cells(String(text))) as Field) : cells(String(value));
  };
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [key, field(key, value)]));
}

/** Moves all points of a drawing, including those between cells. */
function moveDrawing(motion: Motion, form: Record<string, Field>): ClueForm {
  const item = typeof form["item"] === "string" ? { item: moveElement(motion, form["item"]) } : {};
  return { ...form, cells: moveCells(motion, String(form["cells"])), ...item };
}

/** Moves all clues. */
export function moveClues(motion: Motion, clues: Clues, book: Book): Clues {
  const moved = Object.entries(clues).map(([name, entry]): [string, ClueEntry] => {
    const rule = byAlias(book, name);
    const one = (form: unknown) => (typeof form === "boolean" ? form : moveForm(motion, rule, name, form as ClueForm, book));
    // A file may name the rule by an alias, which stays unless the rule changes.
    const usual = rule?.name ?? name;
    const after = moveRule(motion, usual);
    return [after === usual ? name : after, (Array.isArray(entry) ? entry.map(one) : one(entry)) as ClueEntry];
  });
  return joinClues(moved);
}

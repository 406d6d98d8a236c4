// Manages the picked clues, and handles the pointer, keyboard and clipboard actions that apply to them.
import type { Desk } from "../desk.ts";
import { inGrid, samePlace, type Place } from "../puzzle/cells.ts";
import { namesMore, writeClue, type Clue } from "../puzzle/clue.ts";
import { addClue, replaceClue } from "../puzzle/document.ts";
import type { ClueForm } from "../puzzle/file.ts";
import { Store } from "../store.ts";
import { extended, isOutside, slotText } from "../tools/gesture.ts";
import { words } from "../words.ts";
import { formsOf } from "./drawings.ts";
import { moveForm, movePlace, shiftBy, type Motion } from "./geometry.ts";

/** Identifies a clue across changes of the puzzle. */
interface Key {
  rule: string;
  nth: number;
  /** The clue's form when it was picked. */
  form: string;
  /** The number of clues of the same rule at that time. */
  of: number;
}

interface Picks {
  keys: readonly Key[];
  /**
   * True if the board's keys act on the picked clues. Otherwise they act on the cells, and Delete affects the clues
   * only if there is nothing else to delete.
   */
  firm: boolean;
}

const NOTHING: Picks = { keys: [], firm: false };

/** The ends by which a line can be dragged. */
export type End = "first" | "last";

export class PickedClues {
  readonly picks = new Store<Picks>(NOTHING);
  /** The distance by which the clues have been dragged so far. */
  readonly offset = new Store<Place | null>(null);
  /** The cells of the line whose end is being dragged. */
  readonly stretched = new Store<readonly Place[] | null>(null);
  #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get firm(): boolean {
    return this.picks.value.firm && this.clues.length > 0;
  }

  /** The picked clues that are still in the puzzle. */
  get clues(): Clue[] {
    return this.picks.value.keys.flatMap((key) => this.#find(key) ?? []);
  }

  #find({ rule, nth, form, of }: Key): Clue | undefined {
    const entries = formsOf(this.#desk.document.puzzle, rule);
    const isIt = (at: number) => JSON.stringify(entries[at]) === form;
    const found = isIt(nth) ? nth : entries.findIndex((_, at) => isIt(at));
    // If the number of clues is the same, a clue whose values were changed is still the same clue.
    const at = found >= 0 ? found : entries.length === of ? nth : -1;
    return this.#desk.pickable.find((clue) => clue.rule.name === rule && clue.nth === at);
  }

  #keyOf({ rule, nth }: Pick<Clue, "rule" | "nth">): Key {
    const entries = formsOf(this.#desk.document.puzzle, rule.name);
    return { rule: rule.name, nth, form: JSON.stringify(entries[nth]), of: entries.length };
  }

  pick(clues: readonly Clue[], firm = true): void {
    this.picks.set(clues.length === 0 ? NOTHING : { keys: clues.map((clue) => this.#keyOf(clue)), firm });
  }

  clear(): void {
    this.picks.set(NOTHING);
  }

  has(clue: Clue): boolean {
    return this.clues.some((other) => other.rule.name === clue.rule.name && other.nth === clue.nth);
  }

  /**
   * Picks a clue after a click on a cell. The first click picks the cell, and its clue only for Delete. Further clicks
   * there pick the clue itself, then the next one.
   *
   * Marks outside the grid, between cells and on corners are picked at the first click, because they cannot be confused
   * with a digit.
   */
  click(candidates: Clue[], before: { clues: Clue[]; firm: boolean; cell: boolean }, taking: boolean): void {
    const isMark = ({ rule }: Clue) => rule.gesture === "edge" || rule.gesture === "corner" || isOutside(rule.gesture);
    const at = candidates.findIndex((clue) => before.clues.some((other) => other.rule.name === clue.rule.name && other.nth === clue.nth));
    const [first] = candidates;
    if (!first) return this.clear();
    const next = before.firm ? candidates[at + 1] : candidates[Math.max(at, 0)];
    if (taking) return this.pick([before.firm && at >= 0 ? (next ?? first) : first]);
    if (at < 0 && isMark(first)) return this.#take(first);
    if (at >= 0 && (before.firm || before.cell)) return next ? this.#take(next) : this.pick([first], false);
    this.pick([first], false);
  }

  #take(clue: Clue): void {
    this.#desk.select([]);
    this.pick([clue]);
  }

  /** Returns the end of the picked line at this place; null if there is none. */
  endAt(place: Place): End | null {
    const [clue, other] = this.clues;
    if (!this.firm || !clue || other) return null;
    const slot = clue.slots.at(-1);
    // A line is written back from its places, which would drop its letters and cells of layers.
    if (!slot || namesMore(slot)) return null;
    const { places } = slot;
    const isLine = clue.rule.gesture === "line";
    if (!isLine && clue.rule.gesture !== "arrow") return null;
    if (samePlace(places.at(-1), place)) return "last";
    // The shaft of an arrow begins at its bulb, so only its tip can be dragged.
    return isLine && samePlace(places[0], place) ? "first" : null;
  }

  /** Moves the end of the picked line to a place. Moving back along the line shortens it. */
  stretch(end: End, to: Place): void {
    const [clue] = this.clues;
    const slot = clue?.slots.at(-1);
    if (!clue || !slot) return;
    const places = [...(this.stretched.value ?? slot.places)];
    const ordered = end === "last" ? places : places.reverse();
    const longer = extended(ordered, to, true, clue.rule.repeats);
    const least = clue.rule.gesture === "line" ? 2 : 1;
    if (longer.length < least) return;
    this.stretched.set(end === "last" ? longer : [...longer].reverse());
  }

  /** Puts a stretched line into the puzzle. */
  endStretch(): void {
    const places = this.stretched.value;
    this.stretched.set(null);
    const [clue] = this.clues;
    if (!clue || !places) return;
    this.#rewrite(clue, [...places], clue.slots.length - 1);
  }

  /**
   * Adds a cell to the picked group of cells, or removes it from that group. Returns `false` if the picked clues are
   * not a single group, or if the group also has letters or cells of layers.
   */
  toggleCell(place: Place): boolean {
    const [clue, other] = this.clues;
    if (!this.firm || !clue || other || clue.rule.gesture !== "cells" || clue.slots.length !== 1) return false;
    const [slot] = clue.slots;
    if (!slot || namesMore(slot)) return false;
    const { places } = slot;
    const without = places.filter((one) => !samePlace(one, place));
    // A group needs at least one cell, so its last cell stays.
    if (without.length === 0) return true;
    this.#rewrite(clue, without.length < places.length ? without : [...places, place], 0);
    return true;
  }

  #rewrite(clue: Clue, places: Place[], slot: number): void {
    const slots = clue.slots.map((before, i) => (i === slot ? { name: before.name, text: slotText({ name: before.name, places }, null) } : before));
    this.#desk.edit(words.history.changed(clue.rule.title), replaceClue(clue.rule.name, clue.nth, writeClue(clue.rule, slots, clue.params)));
  }

  /** Returns `true` if the motion keeps all clues in valid places. */
  #fits(clues: readonly Clue[], motion: Motion): boolean {
    const { layout } = this.#desk;
    const places = clues.filter(({ rule }) => rule.family !== "drawings").flatMap(({ slots }) => slots.flatMap(({ places }) => places));
    const drawn = clues.filter(({ rule }) => rule.family === "drawings").flatMap(({ slots }) => slots.flatMap(({ places }) => places));
    // A drawing may be anywhere near the grid.
    const isNear = ({ row, column }: Place) => row >= -2 && column >= -2 && row <= layout.rows + 1 && column <= layout.columns + 1;
    // A clue outside the grid must stay on its side of the grid.
    const isKept = (place: Place) => {
      const moved = movePlace(motion, place);
      return inGrid(place, layout) ? inGrid(moved, layout) : isBeside(moved) && (place.row === moved.row || place.column === moved.column) && sideOf(place) === sideOf(moved);
    };
    const isBeside = ({ row, column }: Place) => row >= -1 && column >= -1 && row <= layout.rows && column <= layout.columns;
    const sideOf = ({ row, column }: Place) => (row < 0 ? "top" : row >= layout.rows ? "bottom" : column < 0 ? "left" : column >= layout.columns ? "right" : "in");
    const corners = clues.filter(({ rule }) => rule.gesture === "corner").flatMap(({ slots }) => slots.flatMap(({ places }) => places.slice(0, 1)));
    const isCorner = (place: Place) => inGrid({ row: place.row + 1, column: place.column + 1 }, layout);
    return places.length + drawn.length > 0 && drawn.every((place) => isNear(movePlace(motion, place))) && places.every(isKept) && corners.every((place) => isCorner(movePlace(motion, place)));
  }

  /** Moves the picked clues, unless they would leave the grid. Returns `false` if nothing moves. */
  move(down: number, right: number): boolean {
    const { clues } = this;
    const motion = shiftBy(down, right);
    if ((down === 0 && right === 0) || !this.#fits(clues, motion)) return false;
    const desk = this.#desk;
    const forms = clues.map((clue) => this.#moved(clue, motion));
    const keys = clues.map(({ rule, nth }) => ({ rule, nth }));
    desk.edit(words.edit.moved(clues.map(({ rule }) => rule.title)), ...clues.map((clue, i) => replaceClue(clue.rule.name, clue.nth, forms[i] ?? {})));
    // Keys contain the forms of clues. These have changed, so the keys are created again.
    this.picks.set({ keys: keys.map((key) => this.#keyOf(key)), firm: this.picks.value.firm });
    return true;
  }

  #moved(clue: Clue, motion: Motion): ClueForm {
    const form = formsOf(this.#desk.document.puzzle, clue.rule.name)[clue.nth] ?? {};
    return moveForm(motion, clue.rule, clue.rule.name, form, this.#desk.book);
  }

  /** Shows the clues at the dragged position. A step that would leave the grid has no effect. */
  drag(down: number, right: number): void {
    if (this.#fits(this.clues, shiftBy(down, right))) this.offset.set({ row: down, column: right });
  }

  endDrag(): void {
    const offset = this.offset.value;
    this.offset.set(null);
    if (offset) this.move(offset.row, offset.column);
  }

  remove(): boolean {
    const { clues } = this;
    if (clues.length === 0) return false;
    this.clear();
    this.#desk.remove(clues);
    return true;
  }

  /** Puts copies next to the picked clues, and picks these copies. Returns `false` if there is no room. */
  duplicate(): boolean {
    const { clues } = this;
    const steps: [number, number][] = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // prettier-ignore
    const step = steps.find(([down, right]) => this.#fits(clues, shiftBy(down, right)));
    if (!step) return false;
    const motion = shiftBy(...step);
    this.add(clues.map((clue) => ({ rule: clue.rule.name, form: this.#moved(clue, motion) })), words.edit.duplicated(clues.map(({ rule }) => rule.title)));
    return true;
  }

  /** Adds clues to the puzzle and picks them. */
  add(forms: { rule: string; form: ClueForm }[], label: string, ...edits: Parameters<Desk["edit"]>[1][]): void {
    const desk = this.#desk;
    desk.edit(label, ...edits, ...forms.map(({ rule, form }) => addClue(rule, form)));
    // New clues follow the other clues of their rule, so they are counted from the end.
    const counts = new Map<string, number>();
    const added = [...forms].reverse().flatMap(({ rule }) => {
      const nth = formsOf(desk.document.puzzle, rule).length - 1 - (counts.get(rule) ?? 0);
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      return desk.pickable.filter((clue) => clue.rule.name === rule && clue.nth === nth);
    });
    this.pick(added.reverse());
  }

  /** Opens the form for the values of the picked clue. */
  ask(): void {
    const [clue] = this.clues;
    if (clue) this.#desk.pick(clue);
  }

  /**
   * Types the first digit of a picked clue's value. Returns `false` if there is no single clue with a number as its
   * value.
   */
  type(digit: number): boolean {
    const [clue, other] = this.clues;
    if (!this.firm || !clue || other) return false;
    const [param] = clue.rule.params.filter(({ type }) => type !== "text");
    // If the clue's value is not a number, the digit goes into the cell.
    if (!param) return (this.clear(), false);
    this.#desk.pick(clue);
    this.#desk.begin(param.name, digit);
    return true;
  }
}

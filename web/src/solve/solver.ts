// Runs solve mode: the solver's input on the grid, the clock, the conflicts, the check and the hints.
import type { Desk } from "../desk.ts";
import type { BrokenClue, Conflicting, Explained, Strength } from "../engine/contract.ts";
import { isRefused, isUnchecked } from "../engine/engine.ts";
import { isRefuted, onlySolution } from "../live/live.ts";
import type { Highlights } from "../page.ts";
import { cellName, nameOf, parseName, samePlace, type Place } from "../puzzle/cells.ts";
import { clearNotes, entriesDrawn, givensOf, lastFilled, logicOf, readSolution, setEntries, toggleNotes, type Document, type Note } from "../puzzle/document.ts";
import { digitOf } from "../puzzle/layout.ts";
import { hideAnswers, settings, showAnswers } from "../settings.ts";
import { Store } from "../store.ts";
import { shownAlone } from "../why/story.ts";
import { words } from "../words.ts";
import { Clock } from "./clock.ts";
import { drawMark, drawStroke, erasePen, markedAt, type Point } from "./pen.ts";
import { isBegun, setSolve, solveOf } from "./state.ts";

/** A tool of solve mode. It decides the effect of a typed digit and of a stroke over the board. */
export type Tool = "digit" | "corner" | "centre" | "colour" | "pen";

export const TOOLS: Tool[] = ["digit", "corner", "centre", "colour", "pen"];

/** A message to the solver about the check or a hint. */
export interface Said {
  tone: "good" | "bad" | "plain";
  text: string;
  /** The cells that can be shown on request. */
  cells?: string[];
}

/** The digits of all cells in reading order, at the time of a question; null for an empty cell. */
type Digits = readonly (number | null)[];

const digitsOn = ({ puzzle }: Document): Digits => {
  const entries = entriesDrawn(puzzle);
  return givensOf(puzzle).map((given, cell) => given ?? entries[cell] ?? null);
};

const HOUSES = ["row", "column", "box"];

/** Describes the conflicts in words. */
export function brokenText(conflicts: readonly BrokenClue[]): string {
  const names = (isHouse: boolean) => [...new Set(conflicts.filter(({ rule }) => HOUSES.includes(rule) === isHouse).map(({ name }) => name))];
  // A house is named after its rule, as in "row 3 without repeats". Only the name of the house is shown.
  const houses = names(true).map((name) => name.replace(/ without repeats$/, ""));
  const clues = names(false);
  return [houses.length > 0 ? words.solve.repeats(houses) : "", clues.length > 0 ? words.solve.broken(clues) : ""].filter((text) => text !== "").join(" ");
}

/**
 * Returns the highlights of a step. They include the candidates that the step strikes out, because solve mode shows
 * no other candidates.
 */
function shownHint(step: Explained): Highlights {
  const shown = shownAlone(step);
  const candidates = Object.fromEntries((shown.struck ?? []).map(({ cell, digits }) => [cell, digits]));
  return Object.keys(candidates).length > 0 ? { ...shown, candidates } : shown;
}

export class Solver {
  readonly desk: Desk;
  readonly clock = new Clock();
  readonly tool = new Store<Tool>("digit");
  /** The tool that Shift and Ctrl select while they are held. */
  readonly held = new Store<Tool | null>(null);
  /** True if each tap adds a cell to the selection. */
  readonly several = new Store(false);
  readonly ink = new Store(1);
  readonly paused = new Store(false);
  /** True if the solver has not started yet and the page shows the rules first. */
  readonly waiting = new Store(false);
  readonly conflicts = new Store<readonly BrokenClue[]>([]);
  readonly said = new Store<Said | null>(null);
  /** The stroke that the pen is drawing. */
  readonly stroke = new Store<readonly Point[]>([]);
  /** True if the grid has just become correct. */
  readonly finished = new Store(false);
  #asking: AbortController | null = null;
  #helping: AbortController | null = null;
  #asked = "";

  constructor(desk: Desk) {
    this.desk = desk;
    desk.history.watch(() => this.#follow());
    desk.opened.watch(() => this.begin());
    settings.watch(({ candidates }) => {
      // Turning candidates on reveals the answers anyway, so the page no longer hides them for this puzzle.
      const { active, hides } = solveOf(desk.document);
      if (hides && !active && candidates !== "off") desk.history.update((history) => setSolve(history, { hides: false }));
      this.#follow();
    });
  }

  get isActive(): boolean {
    return solveOf(this.desk.document).active;
  }

  // The following methods begin and end solve mode.

  /** Turns solve mode on. */
  enter(): void {
    const { desk } = this;
    desk.setMode("given");
    desk.highlights.set(null);
    desk.comparing.set(false);
    desk.history.update((history) => setSolve(history, { active: true }));
    this.begin();
  }

  /** Begins to solve the document on the desk. */
  begin(): void {
    const { active, hides, seconds } = solveOf(this.desk.document);
    // Answers about the document before must not count for this one.
    this.#asking?.abort();
    this.#helping?.abort();
    this.clock.run(false);
    if (active || hides) hideAnswers();
    else showAnswers();
    if (!active) return;
    this.said.set(null);
    this.finished.set(false);
    this.paused.set(false);
    this.clock.set(this.desk.draft.value, seconds);
    this.#runClock();
    this.#asked = "";
    this.#follow();
  }

  start(): void {
    this.waiting.set(false);
    this.#runClock();
  }

  #runClock(): void {
    const { active, solved } = solveOf(this.desk.document);
    this.clock.run(active && !solved && !this.paused.value && !this.waiting.value);
  }

  /** Turns solve mode off. */
  leave(): void {
    this.#silence();
    this.desk.history.update((history) => setSolve(history, { active: false, seconds: this.clock.seconds.value }));
    this.begin();
  }

  pause(paused: boolean): void {
    this.paused.set(paused);
    this.#runClock();
  }

  /** Erases all input of the solver, and resets the clock. Undo restores the input. */
  restart(): void {
    const { desk } = this;
    const cells = desk.layout.regions.map((_, cell) => cell);
    desk.edit(words.solve.restarted, setEntries(cells, null), (document) => ({ ...document, notes: {}, pen: {} }));
    desk.history.update((history) => setSolve(history, { seconds: 0, solved: false }));
    this.clock.reset();
    this.begin();
  }

  // The following methods write digits, marks, colours and lines.

  #edit(label: string, ...edits: ((document: Document) => Document)[]): void {
    // The pad stays on the page during a pause, so its edits must be refused here.
    if (this.paused.value || this.waiting.value) return;
    this.#silence();
    // The time is stored with each change, so that another tab or a later visit continues the clock.
    const stamp = (document: Document) => ({ ...document, solve: { ...solveOf(document), seconds: this.clock.seconds.value } });
    this.desk.edit(label, ...edits, stamp);
  }

  /** Returns the selected cells that a solver may write in. */
  get #open(): number[] {
    const givens = givensOf(this.desk.document.puzzle);
    return this.desk.cells.filter((cell) => givens[cell] === null);
  }

  type(digit: number, tool: Tool = this.held.value ?? this.tool.value): void {
    const { desk } = this;
    const { columns, digits } = desk.layout;
    const names = (cells: number[]) => cells.map((cell) => cellName(cell, columns));
    if (tool === "pen") return digit >= 1 && digit <= 9 ? this.ink.set(digit) : undefined;
    if (tool === "colour") {
      const cells = names(desk.cells);
      if (digit >= 1 && digit <= 9 && cells.length > 0) this.#edit(words.history.colour(words.history.where(cells)), toggleNotes("colours", cells, digit));
      return;
    }
    const entries = entriesDrawn(desk.document.puzzle);
    const open = this.#open;
    if (!digits.includes(digit) || open.length === 0) return;
    if (tool === "digit") {
      const where = words.history.where(names(open));
      const isSame = open.every((cell) => entries[cell] === digit);
      this.#edit(isSame ? words.history.noEntry(where) : words.history.entry(digit, where), setEntries(open, isSame ? null : digit));
      return;
    }
    // The board shows no marks in filled cells. Marks written there would be invisible, so none are written.
    const unfilled = names(open.filter((cell) => entries[cell] === null));
    if (unfilled.length > 0) this.#edit(words.history.note(words.history.where(unfilled)), toggleNotes(tool, unfilled, digit));
  }

  /**
   * Erases one kind of input from the selected cells: the kind that the tool writes or, if the cells have none, the
   * first that they have of digits, centre marks, corner marks, colours and lines.
   */
  erase(): void {
    const { desk } = this;
    const { columns } = desk.layout;
    const cells = desk.cells;
    const names = cells.map((cell) => cellName(cell, columns));
    const where = words.history.where(names);
    const { notes, puzzle, pen } = desk.document;
    const entries = entriesDrawn(puzzle);
    const clearNote = (kind: keyof Note, label: string) => names.some((name) => (notes[name]?.[kind]?.length ?? 0) > 0) && (this.#edit(label, clearNotes([kind], names)), true);
    const clear: Record<Tool, () => boolean> = {
      digit: () => cells.some((cell) => entries[cell] !== null) && (this.#edit(words.history.noEntry(where), setEntries(cells, null)), true),
      corner: () => clearNote("corner", words.history.note(where)),
      centre: () => clearNote("centre", words.history.note(where)),
      colour: () => clearNote("colours", words.history.colour(where)),
      pen: () => {
        const middles = cells.map((cell) => ({ x: 2 * (cell % columns) + 1, y: 2 * Math.floor(cell / columns) + 1 }));
        const left = erasePen(middles)(desk.document).pen ?? {};
        const isAny = Object.keys(left).length < Object.keys(pen ?? {}).length;
        if (isAny) this.#edit(words.solve.pen(where), erasePen(middles));
        return isAny;
      },
    };
    const order: Tool[] = [this.tool.value, "digit", "centre", "corner", "colour", "pen"];
    order.some((tool) => clear[tool]());
  }

  setTool(tool: Tool): void {
    this.tool.set(tool);
    this.stroke.set([]);
  }

  endStroke(): void {
    const stroke = this.stroke.value;
    this.stroke.set([]);
    if (stroke.length > 1) this.#edit(words.solve.pen(""), drawStroke(stroke, this.ink.value));
  }

  mark(at: Point): void {
    this.#edit(words.solve.pen(""), drawMark(markedAt(at), this.ink.value));
  }

  /**
   * Draws with the keyboard. The line goes from the centre of the cursor's cell to the centre of the next cell in the
   * given direction. If `isBorder` is set, it goes along the border of the cursor's cell on that side instead.
   */
  drawTowards(down: number, right: number, isBorder: boolean): void {
    const { row, column } = this.desk.selection.value.cursor;
    const middle = { x: 2 * column + 1, y: 2 * row + 1 };
    if (isBorder) {
      const [x, y] = [middle.x + right, middle.y + down];
      const ends = down === 0 ? [{ x, y: y - 1 }, { x, y: y + 1 }] : [{ x: x - 1, y }, { x: x + 1, y }];
      return this.#edit(words.solve.pen(""), drawStroke(ends, this.ink.value));
    }
    const to = { row: row + down, column: column + right };
    const { rows, columns } = this.desk.layout;
    if (to.row < 0 || to.column < 0 || to.row >= rows || to.column >= columns) return;
    this.#edit(words.solve.pen(nameOf(to)), drawStroke([middle, { x: middle.x + 2 * right, y: middle.y + 2 * down }], this.ink.value));
    this.desk.select([to], to);
  }

  markCursor(): void {
    const { row, column } = this.desk.selection.value.cursor;
    this.#edit(words.solve.pen(""), drawMark({ x: 2 * column + 1, y: 2 * row + 1 }, this.ink.value));
  }

  undo(): void {
    this.#silence();
    if (!this.paused.value) this.desk.undo();
  }

  redo(): void {
    this.#silence();
    if (!this.paused.value) this.desk.redo();
  }

  // The following methods find conflicts, check the grid, give hints and end the solve.

  /** Updates the conflicts of the digits on the grid. */
  #follow(): void {
    const { desk } = this;
    if (!this.isActive) return;
    const key = logicOf(desk.document, true);
    const wanted = settings.value.conflicts;
    if (`${wanted} ${key}` === this.#asked) return;
    this.#asked = `${wanted} ${key}`;
    this.#asking?.abort();
    const digits = digitsOn(desk.document);
    // Until the engine answers, a conflict is certain only if its cells have not changed.
    if (!wanted) this.conflicts.set([]);
    else this.conflicts.update((conflicts) => conflicts.filter(({ at }) => at.length > 0 && at.every((cell) => this.#digitAt(digits, cell) === this.#seen.get(cell))));
    // A question is sent even if conflicts are not shown, because the answer also shows whether the grid is full and
    // correct.
    void this.#ask(key, digits, wanted);
  }

  /**
   * The digits in the cells of the known conflicts, as they were when the engine found these conflicts. A conflict is
   * dropped if one of its digits changes.
   */
  readonly #seen = new Map<string, number | null>();

  #digitAt(digits: Digits, cell: string): number | null {
    const place = parseName(cell);
    return place ? (digits[place.row * this.desk.layout.columns + place.column] ?? null) : null;
  }

  async #ask(puzzle: string, digits: Digits, wanted: boolean): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const found = await this.#conflictsOf(puzzle, asking.signal);
    if (asking.signal.aborted || !found) return;
    if (wanted) {
      this.#seen.clear();
      for (const cell of found.conflicts.flatMap(({ at }) => at)) this.#seen.set(cell, this.#digitAt(digits, cell));
      this.conflicts.set(found.conflicts);
    }
    if (found.full && found.conflicts.length === 0 && !solveOf(this.desk.document).solved) void this.#finish(asking.signal);
  }

  async #conflictsOf(puzzle: string, signal?: AbortSignal): Promise<Conflicting | null> {
    try {
      const answer = await this.desk.engine.ask({ ask: "conflicts", puzzle }, signal ? { signal } : {});
      if (isRefused(answer)) return this.#complain(answer.error.message);
      return isUnchecked(answer) ? null : answer;
    } catch (error) {
      return signal?.aborted ? null : this.#complain((error as Error).message);
    }
  }

  #complain(why: string): null {
    this.said.set({ tone: "bad", text: words.solve.unable(why) });
    return null;
  }

  /**
   * Returns the only solution, once the engine has found it. Until then, or if the engine finds no only solution, returns
   * the solution that the puzzle states, unless that is known to be wrong.
   */
  get #solution(): Digits | null {
    const { document, layout, watcher } = this.desk;
    const live = watcher.live.value;
    const found = onlySolution(live);
    if (found !== null) return [...found].slice(0, layout.regions.length).map((digit) => digitOf(digit, Math.min(...layout.digits)));
    const stated = readSolution(document.puzzle);
    return !isRefuted(live) && stated.every((digit) => digit !== null) ? stated : null;
  }

  /**
   * Ends the solve if a full grid without conflicts is a solution. If the grid does not equal a known solution, sends
   * a question to the engine, because a grid without conflicts may still leave no value for a letter or layer.
   */
  async #finish(signal: AbortSignal): Promise<void> {
    const { desk } = this;
    const digits = digitsOn(desk.document);
    const solution = this.#solution;
    const isSolution = solution?.every((digit, cell) => digit === digits[cell]) ?? false;
    if (!isSolution) {
      const holds = await this.#holds(signal);
      if (signal.aborted) return;
      if (holds !== true) return this.said.set(holds === null ? { tone: "plain", text: words.solve.unknown } : { tone: "bad", text: words.solve.notSolution });
    }
    desk.history.update((history) => setSolve(history, { solved: true, seconds: this.clock.seconds.value }));
    this.#runClock();
    this.finished.set(true);
  }

  /**
   * Returns `true` if the full grid is a solution; null if the engine cannot decide this, for example because of
   * unread drawings.
   */
  async #holds(signal: AbortSignal): Promise<boolean | null> {
    try {
      const answer = await this.desk.engine.ask({ ask: "check", puzzle: this.desk.text, read: { with_entries: true } }, { signal });
      if (isRefused(answer) || isUnchecked(answer) || answer.verdict === "undecided") return null;
      // In a full grid, several solutions can differ only in letters and layers, so the digits are right.
      return answer.verdict !== "none";
    } catch {
      return null;
    }
  }

  /** Compares the grid with the clues, and with the solution if one is known. */
  async check(): Promise<void> {
    const { desk } = this;
    this.#helping?.abort();
    const helping = new AbortController();
    this.#helping = helping;
    const digits = digitsOn(desk.document);
    const givens = givensOf(desk.document.puzzle);
    const found = await this.#conflictsOf(logicOf(desk.document, true), helping.signal);
    // The solver may have changed the grid in the meantime.
    if (!found || helping.signal.aborted) return;
    if (found.conflicts.length > 0) {
      return this.said.set({ tone: "bad", text: brokenText(found.conflicts), cells: [...new Set(found.conflicts.flatMap(({ at }) => at))] });
    }
    const entered = digits.flatMap((digit, cell) => (digit !== null && givens[cell] === null ? [cell] : []));
    const left = digits.filter((digit) => digit === null).length;
    const solution = this.#solution;
    if (!solution) return this.said.set({ tone: "plain", text: desk.watcher.live.value.looking ? words.solve.looking : words.solve.noConflicts });
    const wrong = entered.filter((cell) => digits[cell] !== solution[cell]).map((cell) => cellName(cell, desk.layout.columns));
    if (wrong.length > 0) return this.said.set({ tone: "bad", text: words.solve.wrong(wrong.length), cells: wrong });
    if (left === 0) return this.finished.set(true);
    this.said.set({ tone: "good", text: words.solve.right(entered.length, left) });
  }

  /** Requests the next step, given the solver's digits and centre marks. */
  async hint(strength: Strength): Promise<void> {
    const { desk } = this;
    this.#silence();
    const helping = new AbortController();
    this.#helping = helping;
    this.said.set({ tone: "plain", text: words.why.hinting });
    const digits = digitsOn(desk.document);
    const marks: Record<string, number[]> = {};
    // The board hides the marks of filled cells, so the solver may not have kept them up to date.
    for (const [cell, { centre }] of Object.entries(desk.document.notes)) if (centre?.length && this.#digitAt(digits, cell) === null) marks[cell] = centre;
    try {
      const answer = await desk.engine.ask({ ask: "hint", strength, after: lastFilled(desk.history.value), marks, puzzle: desk.text }, { signal: helping.signal });
      if (helping.signal.aborted) return;
      if (isRefused(answer)) return void this.#complain(answer.error.message);
      if (isUnchecked(answer)) return this.said.set({ tone: "plain", text: words.solve.noHint });
      const wrong = [...(answer.wrong ?? []).map(({ cell }) => cell), ...(answer.wrong_marks ?? [])];
      if (answer.outcome === "wrong") return this.said.set({ tone: "bad", text: words.solve.wrong(wrong.length), cells: wrong });
      if (answer.outcome !== "step") return this.said.set({ tone: "plain", text: words.solve.outcome[answer.outcome] });
      this.said.set({ tone: "plain", text: words.solve.hintText(answer.hint ?? "") });
      if (answer.step) desk.highlights.set(shownHint(answer.step));
    } catch (error) {
      if (!helping.signal.aborted) this.#complain((error as Error).message);
    }
  }

  show(cells: string[]): void {
    const highlights: Highlights = { cells: cells.map((cell) => ({ cell, kind: "blame" })) };
    this.desk.highlights.set(highlights);
  }

  /** Removes the message and its highlights. */
  dismiss(): void {
    this.#silence();
  }

  #silence(): void {
    this.#helping?.abort();
    this.said.set(null);
    this.desk.highlights.set(null);
  }

  // The following methods change the selection.

  /** Adds a cell to the selection, or removes it if it is already selected. */
  toggle(place: Place): void {
    const { places } = this.desk.selection.value;
    const isSelected = places.some((other) => samePlace(other, place));
    this.desk.select(isSelected ? places.filter((other) => !samePlace(other, place)) : [...places, place], place);
  }

  get isUntouched(): boolean {
    return !isBegun(this.desk.document) && this.clock.seconds.value === 0;
  }
}

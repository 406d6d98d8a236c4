// The setter's desk: the document with its history, the selection, the current tool, and the actions on them.
import { isRefused, type Engine } from "./engine/engine.ts";
import { Watcher } from "./live/live.ts";
import { boardPicture, NO_PICTURE, type Picture } from "./board/picture.ts";
import { DRAWINGS, drawingsOf, isDrawing, styleOf, styles } from "./edit/drawings.ts";
import { PickedClues } from "./edit/picked.ts";
import type { Highlights } from "./page.ts";
import { regionsAfter } from "./edit/borders.ts";
import { byPlace, cellName, inGrid, nameOf, samePlace, type Place } from "./puzzle/cells.ts";
import { cluesOf, entriesOf, writeClue, type Clue } from "./puzzle/clue.ts";
import {
  addClue,
  clearNotes,
  combine,
  emptyDocument,
  entriesDrawn,
  fieldOf,
  givensOf,
  logicOf,
  marksOf,
  pictureOf,
  removeClue,
  removeClues,
  replaceClue,
  setEntries,
  setGivens,
  setMarks,
  setRegions,
  takeApart,
  textOf,
  toggleMarks,
  toggleNotes,
  type Composite,
  type Document,
} from "./puzzle/document.ts";
import type { ClueForm, Field, PuzzleFile } from "./puzzle/file.ts";
import { begin, change, redo, undo, undoTo, type History } from "./puzzle/history.ts";
import { layoutOf, type Layout } from "./puzzle/layout.ts";
import { bookOf, ruleOfBook, type Book, type Rule } from "./puzzle/rule.ts";
import { settings } from "./settings.ts";
import type { Point } from "./solve/pen.ts";
import { Store } from "./store.ts";
import {
  contradicted,
  directionsFrom,
  extended,
  finish,
  isOutside,
  isPath,
  isWhole,
  slotText,
  type Direction,
  type DrawnSlot,
} from "./tools/gesture.ts";
import { words } from "./words.ts";

/** An input mode of the board. It decides the effect of a typed digit and of a stroke. */
export type Mode = "given" | "digit" | "marks" | "corner" | "centre" | "colour" | "draw" | "regions";

export interface Selection {
  /** The selected places, in the order of selection. */
  places: readonly Place[];
  cursor: Place;
}

/** A clue that is being drawn, or whose values are being typed. */
export interface Pending {
  rule: Rule;
  /** Lists of cells that are finished. */
  slots: DrawnSlot[];
  /** The stroke that is being drawn. */
  stroke: Place[];
  direction: Direction | null;
  /** True once the cells are complete and the page requests the values. */
  asking: boolean;
  /** The index of the clue that is being edited; null for a new one. */
  nth: number | null;
  params: Record<string, Field>;
  /** The values as typed so far, keyed by parameter. */
  typed: Record<string, string>;
  /** The lists of cells in words, if the setter edited them; null if the cells are as drawn. */
  texts: SlotText[] | null;
  /** True if the value was begun by typing on the board. The next character is then appended to it. */
  begun?: boolean;
}

/** A message that the page shows once. */
export interface Notice {
  text: string;
  tone: "bad" | "warn" | "good";
  action?: { label: string; run: () => void };
}

/** The cells of a slot, in the notation of puzzle files. */
export interface SlotText {
  name: string;
  text: string;
}

export class Desk {
  readonly engine: Engine;
  readonly watcher: Watcher;
  readonly history = new Store<History<Document>>(begin(emptyDocument(), words.history.empty));
  readonly selection = new Store<Selection>({ places: [], cursor: { row: 0, column: 0 } });
  readonly mode = new Store<Mode>("given");
  /** The name of the current rule; null if a click picks clues. */
  readonly tool = new Store<string | null>(null);
  /** The number of the region that strokes paint. */
  readonly region = new Store(0);
  /**
   * The region borders that do not separate anything yet, as points of the pen's lattice. The last one is being drawn.
   */
  readonly borders = new Store<readonly (readonly Point[])[]>([]);
  readonly pending = new Store<Pending | null>(null);
  /** Stores the text that is being typed into a field about the puzzle; null if nothing is being typed. */
  typing: (() => void) | null = null;
  readonly picked = new PickedClues(this);
  readonly rules = new Store<readonly Rule[]>([]);
  /** The engine's picture; null until the first one arrives. */
  readonly picture = new Store<Picture | null>(null);
  readonly highlights = new Store<Highlights | null>(null);
  /** The clue under the pointer in the list of clues. */
  readonly hovered = new Store<Clue | null>(null);
  readonly notice = new Store<Notice | null>(null);
  /** True while the two solutions found by the engine are compared on the board. */
  readonly comparing = new Store(false);
  /** The number of documents that have been put on the desk. */
  readonly opened = new Store(0);
  /** The id of the draft in which the document is kept. */
  readonly draft = new Store<string>(crypto.randomUUID());
  #drawing: AbortController | null = null;
  #drawn = "";
  #clues: { puzzle: PuzzleFile; rules: readonly Rule[]; clues: Clue[] } | null = null;

  constructor(engine: Engine) {
    this.engine = engine;
    this.watcher = new Watcher(engine);
    this.history.watch(() => this.#follow());
    settings.watch((value) => this.watcher.refresh(this.history.value, value));
  }

  /** Starts the questions about the document, and loads the rule book. */
  async start(): Promise<void> {
    this.#follow();
    const answer = await this.engine.ask({ ask: "rules" });
    if (isRefused(answer)) this.notice.set({ text: answer.error.message, tone: "bad" });
    else this.rules.set(answer.rules.map(ruleOfBook));
  }

  #follow(): void {
    this.watcher.refresh(this.history.value, settings.value);
    void this.#draw();
  }

  async #draw(): Promise<void> {
    const puzzle = pictureOf(this.document);
    if (puzzle === this.#drawn) return;
    this.#drawn = puzzle;
    this.#drawing?.abort();
    const drawing = new AbortController();
    this.#drawing = drawing;
    try {
      const answer = await this.engine.ask({ ask: "draw", layers: true, partial: true, puzzle }, { signal: drawing.signal });
      // An outdated picture would hide the setter's later changes.
      if (!drawing.signal.aborted) this.picture.set(isRefused(answer) ? NO_PICTURE : boardPicture(answer));
    } catch {
      if (drawing.signal.aborted) return;
      // The last text is forgotten, so that the next change requests a picture even if it restores the same puzzle.
      this.#drawn = "";
      this.picture.set(NO_PICTURE);
    }
  }

  get document(): Document {
    return this.history.value.now.state;
  }

  get layout(): Layout {
    return layoutOf(this.document.puzzle);
  }

  get book(): Book {
    return bookOf([...this.rules.value, ...DRAWINGS], this.document.puzzle["own-rules"]);
  }

  get clues(): Clue[] {
    const { puzzle } = this.document;
    const rules = this.rules.value;
    // Edits copy the puzzle and never change it in place, so the same object has the same clues.
    if (this.#clues?.puzzle !== puzzle || this.#clues.rules !== rules) this.#clues = { puzzle, rules, clues: cluesOf(puzzle, this.book) };
    return this.#clues.clues;
  }

  /** Returns the drawings that do not state a rule. */
  get drawings(): Clue[] {
    return drawingsOf(this.document.puzzle);
  }

  /** Returns the clues and drawings that can be picked. */
  get pickable(): Clue[] {
    return [...this.clues, ...this.drawings];
  }

  get rule(): Rule | null {
    const name = this.tool.value;
    return (name !== null && this.book.get(name)) || null;
  }

  // The following methods edit the document, or undo and redo edits.

  edit(label: string, ...edits: ((document: Document) => Document)[]): void {
    // All edits become one entry of the history, so that one undo reverts the whole action.
    const after = edits.reduce((document, edit) => edit(document), this.document);
    // An edit that changes nothing must not become a step of undo.
    if (JSON.stringify(after) === JSON.stringify(this.document)) return;
    this.#clearMarks();
    this.history.update((history) => change(history, after, label));
  }

  /** Removes the highlights and the compared solutions, because after a change they would still show the earlier puzzle. */
  #clearMarks(): void {
    this.highlights.set(null);
    this.comparing.set(false);
  }

  // An unfinished clue is the newest change, so it enters the history before undo or redo.

  undo(): void {
    this.settle();
    this.#clearMarks();
    this.history.update(undo);
  }

  redo(): void {
    this.settle();
    this.#clearMarks();
    this.history.update(redo);
  }

  /** Undoes this change and all later ones. */
  undoTo(id: number): void {
    this.settle();
    this.#clearMarks();
    this.history.update((history) => undoTo(history, id));
  }

  /** Puts another document on the desk. The previous document stays in its draft. */
  // The order matters. An unfinished clue still belongs to the previous document. The verdicts must be forgotten before
  // the new history arrives, because its entries reuse the same ids. The id of the draft must be set before the history
  // changes, because the keeper compares it then.
  open(document: Document, label: string, draft: string = crypto.randomUUID(), history: History<Document> = begin(document, label)): void {
    this.settle();
    this.picked.clear();
    this.selection.set({ places: [], cursor: { row: 0, column: 0 } });
    this.#clearMarks();
    this.watcher.forget();
    this.draft.set(draft);
    this.history.set(history);
    this.opened.update((n) => n + 1);
  }

  /** Replaces the puzzle with one in the library's JSON, and keeps the notes. */
  replace(puzzle: string, label: string): void {
    this.edit(label, (document) => ({ ...document, puzzle: JSON.parse(puzzle) as PuzzleFile }));
  }

  get text(): string {
    return textOf(this.document);
  }

  get logic(): string {
    return logicOf(this.document, settings.value.withEntries);
  }

  // The following methods choose the mode and the tool.

  setMode(mode: Mode): void {
    this.settle();
    this.picked.clear();
    this.borders.set([]);
    this.mode.set(mode);
    if (mode !== "draw") this.tool.set(null);
    this.#bringInside();
  }

  take(rule: string | null): void {
    this.settle();
    this.picked.clear();
    this.tool.set(rule);
    this.mode.set("draw");
    this.#bringInside();
  }

  // Only tools for outside clues can use a cursor outside the grid. A digit typed there would have no cell.
  #bringInside(): void {
    const { cursor, places } = this.selection.value;
    if (this.#mayLeave || inGrid(cursor, this.layout)) return;
    const { rows, columns } = this.layout;
    const inside = { row: Math.min(Math.max(cursor.row, 0), rows - 1), column: Math.min(Math.max(cursor.column, 0), columns - 1) };
    this.selection.set({ cursor: inside, places: places.filter((place) => inGrid(place, this.layout)) });
  }

  get #mayLeave(): boolean {
    return this.mode.value === "draw" && this.rule !== null && isOutside(this.rule.gesture);
  }

  // The following methods read and change the selection.

  get selected(): Place[] {
    const { places, cursor } = this.selection.value;
    return places.length > 0 ? [...places] : [cursor];
  }

  /** Returns the numbers of the selected cells in the grid, in reading order. */
  get cells(): number[] {
    const { columns } = this.layout;
    const inside = this.selected.filter((place) => inGrid(place, this.layout)).sort(byPlace);
    return inside.map(({ row, column }) => row * columns + column);
  }

  select(places: readonly Place[], cursor?: Place): void {
    this.picked.clear();
    this.selection.set({ places, cursor: cursor ?? places.at(-1) ?? this.selection.value.cursor });
  }

  selectAll(): void {
    const { rows, columns } = this.layout;
    this.select(Array.from({ length: rows * columns }, (_, cell) => ({ row: Math.floor(cell / columns), column: cell % columns })), this.selection.value.cursor);
  }

  /**
   * Selects all cells with the digit of this cell or, if it is empty, with the same colours and notes. Returns `false` if
   * the cell has none of these.
   */
  selectAlike(place: Place): boolean {
    const { columns } = this.layout;
    const cell = place.row * columns + place.column;
    const [givens, entries] = [givensOf(this.document.puzzle), entriesDrawn(this.document.puzzle)];
    const digitAt = (at: number) => givens[at] ?? entries[at] ?? null;
    const { notes } = this.document;
    const noteAt = (at: number) => JSON.stringify(notes[cellName(at, columns)] ?? null);
    const alike = (at: number) => (digitAt(cell) === null ? noteAt(at) === noteAt(cell) && digitAt(at) === null : digitAt(at) === digitAt(cell));
    if (digitAt(cell) === null && noteAt(cell) === "null") return false;
    const places = givens.flatMap((_, at) => (alike(at) ? [{ row: Math.floor(at / columns), column: at % columns }] : []));
    this.select(places, place);
    return true;
  }

  move(down: number, right: number, extend: boolean): void {
    const { cursor, places } = this.selection.value;
    const { rows, columns } = this.layout;
    const [low, more] = this.#mayLeave && !extend ? [-1, 2] : [0, 0];
    const wrap = (value: number, length: number) => ((value - low + length + more) % (length + more)) + low;
    const to = { row: wrap(cursor.row + down, rows), column: wrap(cursor.column + right, columns) };
    if (!extend) this.select([to], to);
    else if (samePlace(places.at(-2), to)) this.select(places.slice(0, -1), to);
    // If the pointer enters a place again, the place moves to the end, because a line is drawn in the order of
    // selection.
    else this.select([...(places.length > 0 ? places : [cursor]).filter((place) => !samePlace(place, to)), to], to);
  }

  // The following methods type and erase digits and notes.

  type(digit: number): void {
    const { cells, layout } = this;
    const names = cells.map((cell) => cellName(cell, layout.columns));
    const where = words.history.where(names);
    const mode = this.mode.value;
    if (this.picked.type(digit)) return;
    if (mode === "draw" && this.rule) return this.#typeValue(this.rule, digit);
    if (mode === "regions") {
      if (digit >= 1) this.region.set(digit - 1);
      return;
    }
    if (mode === "colour") {
      // Colours are numbered by the palette, so a small grid also accepts numbers above its digits.
      if (digit >= 1 && digit <= 9) this.edit(words.history.colour(where), toggleNotes("colours", names, digit));
      return;
    }
    if (!layout.digits.includes(digit) || cells.length === 0) return;
    const givens = givensOf(this.document.puzzle);
    const entries = entriesDrawn(this.document.puzzle);
    // Cells with givens are skipped, because the board would not show notes and marks in them.
    const open = cells.filter((cell) => givens[cell] === null);
    const openNames = open.map((cell) => cellName(cell, layout.columns));
    if (mode === "given" || mode === "draw") {
      const same = cells.every((cell) => givens[cell] === digit);
      this.edit(same ? words.history.noGiven(where) : words.history.given(digit, where), setGivens(cells, same ? null : digit));
    } else if (mode === "digit") {
      const same = open.every((cell) => entries[cell] === digit);
      this.edit(words.history.entry(digit, where), setEntries(open, same ? null : digit));
    } else if (mode === "marks") this.edit(words.history.marks(where), toggleMarks(open, digit));
    else this.edit(words.history.note(where), toggleNotes(mode, openNames, digit));
  }

  /**
   * If clues of the rule have a value, begins a clue on the selected cells, with the typed digit as the start of its value.
   * Otherwise, or if no cells are selected, shows a notice.
   */
  #typeValue(rule: Rule, digit: number): void {
    const param = rule.params.find(({ asked, type }) => asked && type !== "text");
    if (param && this.selection.value.places.length > 0) this.drawSelected();
    if (param && this.pending.value?.asking) return this.begin(param.name, digit);
    const text = param ? words.edit.selectFirst(rule.title) : words.edit.noNumber(rule.title);
    this.notice.set({ text, tone: "warn", action: { label: words.edit.typeGivens, run: () => (this.notice.set(null), this.setMode("given"), document.getElementById("board")?.focus()) } });
  }

  /**
   * Erases the clue being edited, or the picked clues if the keys act on them. Otherwise erases the first kind of content
   * that the selected cells have: first the kind that the mode writes, then digits, then notes, marks and colours. If
   * they have none, removes the picked clues.
   *
   * In draw mode, erases the clues in the selected cells instead (only those of the tool, if one is chosen) or, if there
   * are none, the givens. In region mode, erases the regions of the cells.
   */
  erase(): void {
    const pending = this.pending.value;
    if (pending?.nth !== null && pending) return this.removePicked();
    if (this.picked.firm) return void this.picked.remove();
    const { cells, layout } = this;
    const names = cells.map((cell) => cellName(cell, layout.columns));
    const where = words.history.where(names);
    const mode = this.mode.value;
    if (mode === "draw") return this.#eraseClues();
    if (mode === "regions") return this.#assign(this.selected, null);
    const { puzzle, notes } = this.document;
    const [givens, entries, marks] = [givensOf(puzzle), entriesDrawn(puzzle), marksOf(puzzle)];
    const some = (drawn: (number | null)[]) => cells.some((cell) => drawn[cell] !== null);
    const noted = (kind: "corner" | "centre" | "colours") => names.some((name) => (notes[name]?.[kind]?.length ?? 0) > 0);
    const clear = {
      given: () => some(givens) && (this.edit(words.history.noGiven(where), setGivens(cells, null)), true),
      digit: () => some(entries) && (this.edit(words.history.noEntry(where), setEntries(cells, null)), true),
      marks: () => cells.some((cell) => marks.has(cell)) && (this.edit(words.history.marks(where), setMarks(cells, null)), true),
      corner: () => noted("corner") && (this.edit(words.history.note(where), clearNotes(["corner"], names)), true),
      centre: () => noted("centre") && (this.edit(words.history.note(where), clearNotes(["centre"], names)), true),
      colour: () => noted("colours") && (this.edit(words.history.colour(where), clearNotes(["colours"], names)), true),
    };
    const order = [clear[mode], clear.given, clear.digit, clear.centre, clear.corner, clear.marks, clear.colour];
    if (!order.some((attempt) => attempt())) this.picked.remove();
  }

  #eraseClues(): void {
    const { selected, rule, layout } = this;
    const at = (clue: Clue) => clue.slots.some(({ places }) => places.some((place) => selected.some((other) => samePlace(place, other))));
    // Composite clues have the gesture `grid` and are not drawn on the board, so the setter would not notice that
    // they are erased.
    const gone = this.pickable.filter((clue) => clue.rule.gesture !== "grid" && (rule !== null || clue.rule.family !== "drawings") && (rule === null || clue.rule.name === rule.name) && at(clue));
    if (gone.length > 0) this.remove(gone);
    else if (this.cells.length > 0) {
      const names = this.cells.map((cell) => cellName(cell, layout.columns));
      this.edit(words.history.noGiven(words.history.where(names)), setGivens(this.cells, null));
    }
  }

  // The following methods draw and change clues.

  remove(gone: Clue[]): void {
    const clues = this.#afterSettling(gone);
    const [first] = clues;
    if (!first) return;
    this.hovered.set(null);
    this.edit(words.history.removed(first.rule.title, clues.length), removeClues(clues.map(({ rule, nth }) => ({ rule: rule.name, nth }))));
  }

  /** Replaces clues with a composite clue that contains them. */
  combine(kind: Composite, chosen: Clue[]): void {
    const clues = this.#afterSettling(chosen);
    this.hovered.set(null);
    this.edit(words.history.combined(clues.length, words.list[kind]), combine(kind, clues.map(({ rule, nth }) => ({ rule: rule.name, nth }))));
  }

  takeApart(clue: Clue): void {
    const [held] = this.#afterSettling([clue]);
    if (!held) return;
    this.hovered.set(null);
    const kind = held.rule.name as Composite;
    this.edit(words.history.apart(words.list[kind]), takeApart(kind, held.nth));
  }

  /** Adds the unfinished clue to the puzzle. Finds the given clues again, because their indices may have changed. */
  #afterSettling(clues: Clue[]): Clue[] {
    if (!this.pending.value) return clues;
    this.settle();
    const key = ({ rule, slots }: Clue) => JSON.stringify([rule.name, slots.map(({ text }) => text)]);
    const all = this.pickable;
    // Two clues can be equal, so the one with the same index is preferred.
    return clues.flatMap((clue) => all.find((other) => key(other) === key(clue) && other.nth === clue.nth) ?? all.find((other) => key(other) === key(clue)) ?? []);
  }

  /** Turns a rule for the whole grid on, or changes its values. */
  setGlobal(rule: Rule, params: Record<string, Field>): void {
    const entry = writeClue(rule, [], params);
    const known = entriesOf(this.document.puzzle.clues, rule.name).length > 0;
    this.edit(words.history.added(rule.title, ""), known ? replaceClue(rule.name, 0, entry) : addClue(rule.name, entry));
  }

  toggleGlobal(rule: Rule): void {
    this.settle();
    const known = entriesOf(this.document.puzzle.clues, rule.name).length > 0;
    if (known) this.edit(words.history.removed(rule.title, 1), removeClue(rule.name, 0));
    else if (rule.params.some(({ required }) => required)) this.pending.set(fresh(rule, { asking: true }));
    else this.edit(words.history.added(rule.title, ""), addClue(rule.name, true));
  }

  /** Begins a stroke of the current tool. */
  beginStroke(place: Place): void {
    const { rule } = this;
    if (!rule) return;
    const going = this.pending.value;
    const slots = going && !going.asking && going.rule.name === rule.name ? going.slots : [];
    this.pending.set(fresh(rule, { slots, stroke: [place] }));
  }

  extendStroke(place: Place): void {
    const pending = this.pending.value;
    if (!pending || pending.asking) return;
    const stroke = extended(pending.stroke, place, isPath(pending.rule), pending.rule.repeats);
    // `extended` returns the same list if nothing changes. A new object would redraw the stroke at each move of the
    // pointer.
    if (stroke !== pending.stroke) this.pending.set({ ...pending, stroke });
  }

  /**
   * Ends the stroke, or uses the complete stroke passed as `whole`. Adds the resulting clues, or requests their
   * values.
   */
  endStroke(whole?: Place[], direction: Direction | null = null): void {
    const pending = this.pending.value;
    if (!pending || pending.asking) return;
    const { rule } = pending;
    const stroke = whole ?? pending.stroke;
    const outcome = finish(rule, pending.slots, stroke, this.layout, [...this.selection.value.places]);
    if (outcome.kind === "nothing") this.pending.set(pending.slots.length > 0 ? { ...pending, stroke: [] } : null);
    else if (outcome.kind === "more") this.pending.set({ ...pending, slots: outcome.slots, stroke: [] });
    else this.#finish(rule, outcome.clues, direction);
  }

  /** Finishes a clue with several lists. If some lists are missing, the clue stays unfinished in the puzzle. */
  done(): void {
    const pending = this.pending.value;
    if (!pending || pending.asking || pending.slots.length === 0) return;
    if (isWhole(pending.rule, pending.slots)) this.#finish(pending.rule, [pending.slots], null);
    else this.#put(pending.rule, [pending.slots], (slots) => writeClue(pending.rule, this.slotTexts({ ...pending, slots }), {}));
    if (!this.pending.value?.asking) this.pending.set(null);
  }

  /**
   * Puts unfinished texts and clues into the puzzle, as far as they have been drawn and typed. Only Escape and the
   * buttons of the form discard a clue, so that no clue is lost when the setter turns to something else.
   */
  settle(): void {
    this.typing?.();
    if (this.pending.value?.stroke.length) this.endStroke();
    this.done();
    const pending = this.pending.value;
    if (pending?.asking) {
      const isNothing = pending.slots.length === 0 && Object.values(pending.typed).every((text) => text.trim() === "");
      if (isNothing) this.cancel();
      else this.confirm(this.#valuesTyped(pending));
    }
  }

  /** Reads the typed values. A required value is left open if nothing is typed for it. */
  #valuesTyped({ rule, params, typed }: Pending): Record<string, Field> {
    const values: Record<string, Field> = { ...params };
    for (const param of rule.params) {
      const { name, type, required } = param;
      const text = typed[name]?.trim() ?? "";
      if (text !== "") values[name] = fieldOf(text, param, Math.max(...this.layout.digits));
      else if (required && type !== "text") values[name] = "?";
      else delete values[name];
    }
    return values;
  }

  #finish(rule: Rule, drawn: DrawnSlot[][], towards: Direction | null): void {
    const [slots] = drawn;
    if (!slots) return;
    const place = slots[0]?.places[0];
    const direction = rule.gesture === "diagonal" && place ? (towards ?? directionsFrom(place, this.layout)[0] ?? null) : null;
    if (rule.gesture === "diagonal" && direction === null) return this.pending.set(null);
    // Letters and cells of layers cannot be drawn, so the form opens for the setter to name them.
    const named = this.hasUnknowns && (rule.own || rule.family === "shading");
    if (named || rule.params.some(({ asked }) => asked)) {
      this.pending.set(fresh(rule, { slots, direction, asking: true, params: styles.value[rule.name] ?? {} }));
      return;
    }
    this.pending.set(null);
    this.#put(rule, drawn, (slots) => writeClue(rule, slots.map((slot) => ({ name: slot.name, text: slotText(slot, direction) })), styles.value[rule.name] ?? {}));
  }

  #put(rule: Rule, drawn: DrawnSlot[][], entryOf: (slots: DrawnSlot[]) => ClueForm | true): void {
    if (isDrawing(rule.name)) return this.#putDrawings(rule, drawn, entryOf);
    const { clues, layout } = this;
    const out = drawn.flatMap((slots) => contradicted(clues, rule, slots, layout));
    const twins = out.filter((clue) => clue.rule.name === rule.name);
    // A mark that is drawn again in the same place is removed.
    const hasValue = rule.params.some(({ asked }) => asked);
    if (twins.length === drawn.length && !hasValue) return this.remove(twins);
    // If only some of the cells have the mark already, they keep it, so that afterwards all of them have it. A clue with a
    // value is replaced instead, because the new value may differ.
    const keepsTwins = rule.gesture === "cell" && !hasValue;
    const isTwin = (slots: DrawnSlot[]) => twins.some((twin) => samePlace(twin.slots[0]?.places[0], slots[0]?.places[0]));
    const entries = drawn.filter((slots) => !keepsTwins || !isTwin(slots)).map(entryOf);
    const gone = out.filter((clue) => !keepsTwins || !twins.includes(clue));
    this.edit(
      words.history.added(rule.title, drawn[0]?.[0]?.places.map(nameOf).join(" ") ?? ""),
      removeClues(gone.map((clue) => ({ rule: clue.rule.name, nth: clue.nth }))),
      ...entries.map((entry) => addClue(rule.name, entry)),
    );
  }

  /**
   * Adds drawings. A drawing that is drawn again is removed, and a mark with another style replaces the old one.
   */
  #putDrawings(rule: Rule, drawn: DrawnSlot[][], entryOf: (slots: DrawnSlot[]) => ClueForm | true): void {
    const isMark = rule.gesture === "cell" && rule.name !== "drawn-text";
    const twins = isMark ? drawn.flatMap((slots) => contradicted(this.drawings, rule, slots, this.layout)) : [];
    const style = JSON.stringify(styles.value[rule.name]);
    if (twins.length === drawn.length && twins.every((twin) => JSON.stringify(styleOf(twin)) === style)) return this.remove(twins);
    this.edit(
      words.history.added(rule.title, drawn[0]?.[0]?.places.map(nameOf).join(" ") ?? ""),
      removeClues(twins.map((twin) => ({ rule: twin.rule.name, nth: twin.nth }))),
      ...drawn.map((slots) => addClue(rule.name, entryOf(slots))),
    );
  }

  /** Opens an existing clue, so that its values can be changed. */
  pick(picked: Clue): void {
    const [clue] = this.#afterSettling([picked]);
    if (!clue) return;
    this.picked.pick([clue]);
    const slots = clue.slots.map(({ name, places }) => ({ name, places }));
    const direction = clue.rule.gesture === "diagonal" ? ((/\b([UD][LR])\b/.exec(clue.slots[0]?.text ?? "")?.[1] as Direction) ?? null) : null;
    this.pending.set(fresh(clue.rule, { slots, direction, asking: true, nth: clue.nth, params: clue.params }));
  }

  /** Returns `true` if the puzzle has letters or layers, which clues may name in place of cells. */
  get hasUnknowns(): boolean {
    const { letters, layers } = this.document.puzzle;
    return letters !== undefined || layers !== undefined;
  }

  /** Returns the cells of the clue being entered for each slot, in the notation of the file. */
  slotTexts({ rule, slots, nth, direction, texts }: Pending): SlotText[] {
    // An existing clue keeps its own texts, because they may name letters and cells of layers, which have no places.
    const before = nth === null ? undefined : this.pickable.find((clue) => clue.rule.name === rule.name && clue.nth === nth);
    // A clue may have been left unfinished, so the form gets an empty field for each missing list.
    const missing = before ? rule.slots.filter(({ name }) => before.slots.every((slot) => slot.name !== name)) : [];
    const drawn = before ? [...before.slots, ...missing.map(({ name }) => ({ name, text: "" }))].map(({ name, text }) => ({ name, text })) : slots.map((slot) => ({ name: slot.name, text: slotText(slot, direction) }));
    const written = texts ?? drawn;
    if (rule.gesture !== "diagonal" || direction === null) return written;
    return written.map((slot) => ({ ...slot, text: slot.text.replace(/\s*\b[UD][LR]\b|$/, ` ${direction}`) }));
  }

  /** Stores the input of the form, in case the setter turns to something else. */
  note(change: Partial<Pick<Pending, "typed" | "texts" | "direction">>): void {
    this.pending.update((pending) => pending && { ...pending, ...change });
  }

  /** Begins a value with a digit that was typed on the board. */
  begin(param: string, digit: number): void {
    this.pending.update((pending) => pending && { ...pending, typed: { ...pending.typed, [param]: String(digit) }, begun: true });
  }

  /** Finishes the clue with the values from the form. */
  confirm(params: Record<string, Field>): void {
    const pending = this.pending.value;
    if (!pending?.asking) return;
    const { rule, nth, slots } = pending;
    const texts = this.slotTexts(pending).filter(({ text }) => text.trim() !== "");
    // The clue must not be pending any more, because `#put` may remove its twins, and removing clues settles the
    // pending one.
    this.pending.set(null);
    if (rule.gesture === "grid" && nth === null) return this.setGlobal(rule, params);
    const entry = writeClue(rule, texts, params);
    if (nth !== null) return this.edit(words.history.changed(rule.title), replaceClue(rule.name, nth, entry));
    this.#put(rule, [slots], () => entry);
  }

  /** Returns the reason why the clue being entered cannot have these values; null if it can. */
  async refusal(params: Record<string, Field>): Promise<string | null> {
    const pending = this.pending.value;
    if (!pending || isDrawing(pending.rule.name)) return null;
    const { layout } = this;
    const { puzzle } = this.document;
    const name = pending.rule.name;
    // Send only this clue, so that errors in other clues are not attributed to it.
    const alone = { size: `${layout.rows}x${layout.columns}`, digits: puzzle.digits, boxes: puzzle.boxes, letters: puzzle.letters, layers: puzzle.layers };
    const clues = { [name]: writeClue(pending.rule, this.slotTexts(pending), params) };
    const text = JSON.stringify({ ...alone, "own-rules": puzzle["own-rules"], clues });
    // Half-painted regions would make the clue look wrong, so the request leaves them out. A failure of the engine
    // must not keep the setter from confirming, so it does not count as a refusal.
    const answer = await this.engine.ask({ ask: "draw", partial: true, puzzle: text }).catch(() => null);
    return answer && !isRefused(answer) ? (answer.refused?.[0]?.message ?? null) : null;
  }

  /** Reverses the picked line. */
  reverse(): void {
    const pending = this.pending.value;
    if (!pending || pending.nth === null) return;
    const slots = pending.slots.map((slot) => ({ name: slot.name, text: slotText({ ...slot, places: [...slot.places].reverse() }, null) }));
    this.edit(words.history.changed(pending.rule.title), replaceClue(pending.rule.name, pending.nth, writeClue(pending.rule, slots, pending.params)));
    this.pending.set({ ...pending, slots: pending.slots.map((slot) => ({ ...slot, places: [...slot.places].reverse() })) });
  }

  removePicked(): void {
    const pending = this.pending.value;
    this.pending.set(null);
    const clue = this.pickable.find((clue) => clue.rule.name === pending?.rule.name && clue.nth === pending.nth);
    if (clue) this.remove([clue]);
  }

  /** Discards the unfinished clue. */
  cancel(): void {
    this.pending.set(null);
  }

  /**
   * Draws the selected cells with the tool, like a stroke. Then clears the selection, so that a second Enter draws
   * nothing.
   */
  drawSelected(): void {
    const { rule, layout } = this;
    if (!rule) return;
    if (this.pending.value?.asking) return this.settle();
    if (rule.gesture === "grid") return this.toggleGlobal(rule);
    const selected = [...this.selection.value.places];
    const [first] = selected;
    if (!first) return;
    this.beginStroke(first);
    // With the keyboard, the first selected cell becomes an arrow's bulb.
    if (rule.gesture === "arrow") this.select([], this.selection.value.cursor);
    if (rule.gesture === "edge" && selected.length === 1) return this.cancel();
    this.endStroke(selected, isOutside(rule.gesture) ? (directionsFrom(first, layout)[0] ?? null) : null);
    this.select([], this.selection.value.cursor);
  }

  // The following methods paint regions.

  paint(places: Place[]): void {
    this.#assign(places, this.region.value);
  }

  /** Ends the border that is being drawn. The border is kept together with earlier ones until they separate a region. */
  endBorder(): void {
    const strokes = this.borders.value.filter((stroke) => stroke.length > 1);
    const { regions } = this.layout;
    const after = regionsAfter(this.layout, strokes);
    const isLoose = after.every((region, cell) => region === regions[cell]);
    this.borders.set(isLoose ? strokes : []);
    if (!isLoose) this.edit(words.history.regions, setRegions(after));
  }

  #assign(places: Place[], region: number | null): void {
    const { columns, regions } = this.layout;
    const after = [...regions];
    for (const place of places) if (inGrid(place, this.layout)) after[place.row * columns + place.column] = region;
    this.edit(words.history.regions, setRegions(after));
  }
}

const fresh = (rule: Rule, more: Partial<Pending> = {}): Pending => ({
  rule,
  slots: [],
  stroke: [],
  direction: null,
  asking: false,
  nth: null,
  params: {},
  typed: Object.fromEntries(rule.params.map(({ name }) => [name, typedText(more.params?.[name])])),
  texts: null,
  ...more,
});

/** Returns the text that a setter would type for a value. */
const typedText = (value: Field | undefined): string => (value === undefined ? "" : [value].flat().join(" "));

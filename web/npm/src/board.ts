/**
 * `<cluewright-board>` shows a puzzle, lets people solve it and checks their digits.
 *
 * The puzzle is the attribute `puzzle` or the text inside the element, in any format that Cluewright reads. Each change
 * to the digits or the verdict sends the event `change`.
 */
import type { Layers } from "../../src/engine/contract.ts";
import { createEngine, isRefused, isUnchecked, type Answer, type Engine } from "./index.ts";

const STYLE = `
  :host { display: inline-block; max-width: 100%; font-family: system-ui, sans-serif; }
  svg { display: block; width: 100%; touch-action: manipulation; outline-offset: 2px; font-family: inherit; }
  .selected { fill: #ffd84d; fill-opacity: 0.45; }
  .typed { fill: #1d62c4; text-anchor: middle; }
  .typed.wrong { fill: #c62828; text-decoration: underline; }
  footer { display: flex; gap: 0.75em; align-items: baseline; margin-top: 0.4em; }
`;
const MOVES: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** All boards of a page share one engine. */
let shared: Engine | undefined;

export class CluewrightBoard extends HTMLElement {
  static observedAttributes = ["puzzle"];

  /** The typed digits, keyed by the indices of their cells in reading order. */
  readonly digits = new Map<number, string>();
  /** The verdict on the puzzle, once it is known. */
  verdict: string | undefined;

  readonly #root = this.attachShadow({ mode: "open" });
  readonly #status = document.createElement("span");
  readonly #check = document.createElement("button");
  #picture: Layers | undefined;
  #svg: SVGSVGElement | undefined;
  #solution: string | undefined;
  #givens = new Set<number>();
  #wrong = new Set<number>();
  #selected = 0;
  #loading = new AbortController();

  constructor() {
    super();
    this.#status.setAttribute("role", "status");
    this.#check.textContent = "Check";
    this.#check.onclick = () => this.check();
  }

  connectedCallback(): void {
    // The parser adds the text inside the element only after it has connected the element.
    queueMicrotask(() => void this.#load());
  }

  disconnectedCallback(): void {
    this.#loading.abort();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#load();
  }

  /** Marks the typed digits that differ from the solution, and returns the indices of their cells. */
  check(): number[] {
    const solution = this.#solution;
    if (solution === undefined) return [];
    this.#wrong = new Set([...this.digits].filter(([cell, digit]) => solution[cell] !== digit).map(([cell]) => cell));
    const open = solution.length - this.#givens.size - this.digits.size;
    if (this.#wrong.size > 0) this.#tell(`${this.#wrong.size} wrong`);
    else this.#tell(open > 0 ? `no mistake, ${open} cells to go` : "solved");
    this.#showDigits();
    return [...this.#wrong];
  }

  async #load(): Promise<void> {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const puzzle = (this.getAttribute("puzzle") ?? this.textContent ?? "").trim();
    this.#reset();
    const engine = (shared ??= createEngine());
    try {
      const drawn = await engine.ask({ ask: "draw", layers: true, partial: true, puzzle }, { signal });
      if (isRefused(drawn)) return this.#tell(drawn.error.message);
      this.#show(drawn.picture!, drawn.title ?? "puzzle");
      this.#judge(await engine.ask({ ask: "check", puzzle }, { signal }));
    } catch (error) {
      if (!signal.aborted) this.#tell(error instanceof Error ? error.message : String(error));
    }
  }

  #reset(): void {
    this.digits.clear();
    this.#wrong.clear();
    this.#givens.clear();
    this.#selected = 0;
    this.#solution = this.verdict = this.#picture = this.#svg = undefined;
    this.#root.replaceChildren();
  }

  #judge(checked: Answer<"check">): void {
    if (isRefused(checked)) return this.#tell(checked.error.message);
    this.verdict = checked.verdict;
    if (isUnchecked(checked)) return this.#tell("the rules could not be read");
    if (checked.verdict === "unique") this.#solution = checked.solutions[0];
    this.#check.disabled = this.#solution === undefined;
    this.#tell({ unique: "one solution", several: "several solutions", none: "no solution", undecided: "undecided" }[checked.verdict]);
  }

  #show(picture: Layers, title: string): void {
    this.#picture = picture;
    const style = document.createElement("style");
    style.textContent = picture.style + STYLE;
    const frame = document.createElement("div");
    const layers = picture.layers.map(({ name, svg }) => `<g data-layer="${name}">${svg}</g>`).join("");
    frame.innerHTML = `<svg viewBox="${picture.view_box.join(" ")}" tabindex="0" role="application"><rect class="selected"/>${layers}<g class="digits"/></svg>`;
    this.#svg = frame.firstElementChild as SVGSVGElement;
    this.#svg.setAttribute("aria-label", title);
    // The selection is drawn above the paper and below all other layers.
    this.#svg.querySelector('[data-layer="paper"]')?.after(this.#svg.querySelector(".selected")!);
    for (const text of this.#svg.querySelectorAll('[data-layer="givens"] text')) {
      this.#givens.add(this.#cellAt(Number(text.getAttribute("x")), Number(text.getAttribute("y"))));
    }
    this.#svg.onkeydown = (event) => this.#press(event);
    this.#svg.onpointerdown = (event) => this.#point(event);
    const footer = document.createElement("footer");
    this.#check.disabled = true;
    footer.append(this.#check, this.#status);
    this.#root.replaceChildren(style, frame, footer);
    this.#select(0);
  }

  /** Returns the index of the cell at a point of the picture. */
  #cellAt(x: number, y: number): number {
    const { cell, columns } = this.#picture!;
    return Math.floor(y / cell) * columns + Math.floor(x / cell);
  }

  #point(event: PointerEvent): void {
    const { cell, columns, rows } = this.#picture!;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg!.getScreenCTM()!.inverse());
    if (x >= 0 && y >= 0 && x < columns * cell && y < rows * cell) this.#select(this.#cellAt(x, y));
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns, rows } = this.#picture!;
    const move = MOVES[event.key];
    if (move) {
      const row = Math.floor(this.#selected / columns) + move[0];
      const column = (this.#selected % columns) + move[1];
      if (row >= 0 && column >= 0 && row < rows && column < columns) this.#select(row * columns + column);
    } else if (event.key === "Backspace" || event.key === "Delete") this.#type(undefined);
    else if (/^[0-9a-z]$/i.test(event.key)) this.#type(event.key.toUpperCase());
    else return;
    event.preventDefault();
  }

  #select(cell: number): void {
    this.#selected = cell;
    const { cell: size, columns } = this.#picture!;
    const [x, y] = [(cell % columns) * size, Math.floor(cell / columns) * size];
    for (const [name, value] of Object.entries({ x, y, width: size, height: size })) {
      this.#svg!.querySelector(".selected")!.setAttribute(name, String(value));
    }
  }

  #type(digit: string | undefined): void {
    if (this.#givens.has(this.#selected)) return;
    if (digit === undefined) this.digits.delete(this.#selected);
    else this.digits.set(this.#selected, digit);
    this.#wrong.delete(this.#selected);
    this.#showDigits();
    const isFull = this.#solution !== undefined && this.#givens.size + this.digits.size === this.#solution.length;
    if (isFull) this.check();
    this.dispatchEvent(new Event("change"));
  }

  #showDigits(): void {
    const { cell: size, columns } = this.#picture!;
    this.#svg!.querySelector(".digits")!.innerHTML = [...this.digits]
      .map(([cell, digit]) => {
        const [x, y] = [((cell % columns) + 0.5) * size, (Math.floor(cell / columns) + 0.72) * size];
        return `<text class="typed${this.#wrong.has(cell) ? " wrong" : ""}" x="${x}" y="${y}" font-size="${0.62 * size}">${digit}</text>`;
      })
      .join("");
  }

  #tell(text: string): void {
    this.#status.textContent = text;
    if (!this.#status.isConnected) this.#root.append(this.#status);
    this.dispatchEvent(new Event("change"));
  }
}

customElements.define("cluewright-board", CluewrightBoard);

// Requests the verdict and then the true candidates, after each change that can affect them.
import { EngineLost, isRefused, isUnchecked, type Answer, type Engine, type Progress } from "../engine/engine.ts";
import type { Candidates, Checked, Refusal, Unchecked } from "../engine/contract.ts";
import { hasOpenValues, isBlank, logicOf, textOf, type Document } from "../puzzle/document.ts";
import type { History } from "../puzzle/history.ts";
import type { Settings } from "../settings.ts";
import { Store } from "../store.ts";

export type Verdict = "none" | "unique" | "several" | "undecided" | "unchecked" | "open" | "wrong" | "lost";

/** A change that made the verdict worse. */
export interface Culprit {
  /** The id of the change in the history. */
  id: number;
  label: string;
  /** True if exactly this change is the cause; false if it is one of several changes since the last verdict. */
  sure: boolean;
}

export interface Result {
  verdict: Verdict;
  checked?: Checked;
  warnings: string[];
  unread?: Unchecked["unread"];
  refusal?: Refusal;
}

export interface Live {
  /** Number of questions so far. It changes with each new question. */
  revision: number;
  looking: boolean;
  progress: Progress | null;
  /** The result for this version or, during a search, for the previous version of the puzzle. */
  result: Result | null;
  candidates: Candidates | null;
  /** The candidates settled so far during a search: the numbers of solutions, keyed by cell and digit. */
  settled: Map<string, Map<number, number>> | null;
  counting: boolean;
  culprit: Culprit | null;
  /** The reason why the engine stopped, if it did. */
  lost: string | null;
}

/** Returns the only solution of the puzzle on the desk; null if there is none or it is not known yet. */
export const onlySolution = ({ looking, result }: Live): string | null => (!looking && result?.verdict === "unique" ? (result.checked?.solutions[0] ?? null) : null);

/** Returns `true` if the solution that the puzzle on the desk states is known to be wrong. */
export const isRefuted = ({ looking, result }: Live): boolean => !looking && (result?.checked?.matches === false || (result?.checked?.violated.length ?? 0) > 0);

/** Returns the candidates of the puzzle on the desk; null if they are not known yet. */
export const currentCandidates = ({ looking, counting, candidates }: Live): Candidates | null => (looking || counting ? null : candidates);

interface Known {
  result: Result;
  candidates: Candidates | null;
}

// Maximum number of answers to keep. Otherwise a long session would keep the answers about every state of the
// puzzle.
const REMEMBERED = 60;

export class Watcher {
  readonly live = new Store<Live>({
    revision: 0,
    looking: true,
    progress: null,
    result: null,
    candidates: null,
    settled: null,
    counting: false,
    culprit: null,
    lost: null,
  });
  #engine: Engine;
  #asking: AbortController | null = null;
  #key = "";
  #known = new Map<string, Known>();
  /** The verdicts of the states in the history, keyed by the id of the history entry. */
  #verdicts = new Map<number, Verdict>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Starts a new question if anything has changed that a solution depends on. */
  refresh(history: History<Document>, settings: Settings): void {
    const { state } = history.now;
    const logic = logicOf(state, settings.withEntries);
    // In an empty grid, every digit is a candidate of every cell, so no candidates are shown.
    const cap = settings.candidates === "off" || isBlank(state.puzzle) ? 0 : settings.candidates === "plain" ? 1 : settings.cap;
    const key = `${cap} ${logic}`;
    if (key === this.#key) {
      // Changes of a title or a note are also entries of the history. The same verdict applies to them.
      const verdict = this.live.value.result?.verdict;
      if (verdict && !this.live.value.looking) this.#verdicts.set(history.now.id, verdict);
      return;
    }
    // If only the settings for candidates have changed, the verdict is still valid and stays on the page, unless it is
    // the verdict of an earlier version.
    const sameLogic = this.#key.slice(this.#key.indexOf(" ") + 1) === logic;
    this.#key = key;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    // The engine refuses drafts with open values, so no question is sent.
    const open: Known | null = hasOpenValues(state.puzzle) ? { result: { verdict: "open", warnings: [] }, candidates: null } : null;
    // Undo and redo return to states whose answers are already known.
    const known = open ?? this.#known.get(key);
    const before = this.live.value;
    if (known) {
      this.live.set({ ...before, revision: before.revision + 1, looking: false, counting: false, progress: null, settled: null, lost: null, ...known });
      this.#judge(history, known.result.verdict);
      return;
    }
    this.live.set({
      ...before,
      revision: before.revision + (sameLogic ? 0 : 1),
      looking: !sameLogic || before.looking || before.result === null,
      counting: cap > 0,
      candidates: cap > 0 ? before.candidates : null,
      progress: null,
      settled: null,
      lost: null,
    });
    void this.#ask(history, settings, cap, key, asking.signal);
  }

  /** Forgets the verdicts of the history, because another document has a different history. */
  forget(): void {
    this.#verdicts.clear();
    // Without a key, the watcher starts a question about the next document even if it is the same puzzle.
    this.#key = "";
    this.live.update((value) => ({ ...value, culprit: null, candidates: null, settled: null, result: null }));
  }

  /**
   * Stops the search. A verdict that is already known stays; otherwise, the puzzle is undecided. The key stays,
   * so that the same puzzle is searched again only on request.
   */
  stop(): void {
    this.#asking?.abort();
    const { live } = this;
    const result: Result = live.value.looking ? { verdict: "undecided", warnings: [] } : (live.value.result ?? { verdict: "undecided", warnings: [] });
    // The candidates that have not been replaced yet are those of an earlier version or of other settings.
    live.update((value) => ({ ...value, looking: false, counting: false, progress: null, candidates: null, result }));
  }

  /** Repeats the same question. */
  again(history: History<Document>, settings: Settings): void {
    this.#known.delete(this.#key);
    this.#key = "";
    this.refresh(history, settings);
  }

  async #ask(history: History<Document>, settings: Settings, cap: number, key: string, signal: AbortSignal): Promise<void> {
    const puzzle = textOf(history.now.state);
    const read = { with_entries: settings.withEntries };
    const tell = (change: Partial<Live>) => {
      // A late answer about an older state must not replace the answer about the current one.
      if (!signal.aborted) this.live.update((value) => ({ ...value, ...change }));
    };
    try {
      const checked = await this.#engine.ask({ ask: "check", puzzle, read }, { signal, onProgress: (progress) => tell({ progress }) });
      if (signal.aborted) return;
      const result = this.#read(checked);
      tell({ looking: false, progress: null, result, ...(result.checked && result.verdict !== "none" ? {} : { candidates: null }) });
      this.#judge(history, result.verdict);
      let candidates: Candidates | null = null;
      if (cap > 0 && result.checked && result.verdict !== "none") candidates = await this.#count(puzzle, read, cap, signal, tell);
      if (signal.aborted) return;
      tell({ counting: false, candidates, settled: null, progress: null });
      this.#remember(key, { result, candidates });
    } catch (error) {
      if (signal.aborted) return;
      const lost = error instanceof EngineLost || error instanceof Error ? error.message : String(error);
      // Without a key, the next change or the button repeats the question, even about the same puzzle.
      this.#key = "";
      tell({ looking: false, counting: false, progress: null, candidates: null, lost, result: { verdict: "lost", warnings: [] } });
    }
  }

  async #count(puzzle: string, read: { with_entries: boolean }, cap: number, signal: AbortSignal, tell: (change: Partial<Live>) => void): Promise<Candidates | null> {
    const settled = new Map<string, Map<number, number>>();
    const onProgress = (progress: Progress) => {
      for (const { cell, digit, solutions } of progress.settled ?? []) {
        const digits = settled.get(cell) ?? new Map<number, number>();
        settled.set(cell, digits.set(digit, solutions));
      }
      // The map is copied, because components compare it by identity and would not notice changes inside it.
      tell({ progress, ...(progress.settled ? { settled: new Map(settled) } : {}) });
    };
    const answer = await this.#engine.ask({ ask: "candidates", cap, puzzle, read }, { signal, onProgress });
    return isRefused(answer) || isUnchecked(answer) ? null : answer;
  }

  #read(answer: Answer<"check">): Result {
    if (isRefused(answer)) return { verdict: "wrong", refusal: answer.error, warnings: [] };
    if (isUnchecked(answer)) return { verdict: "unchecked", unread: answer.unread, warnings: answer.warnings };
    return { verdict: answer.verdict, checked: answer, warnings: answer.warnings };
  }

  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    // A map keeps the order of insertion, so an entry becomes the newest one only if it is deleted first.
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }

  #judge(history: History<Document>, verdict: Verdict): void {
    this.#verdicts.set(history.now.id, verdict);
    this.live.update((value) => ({ ...value, culprit: this.#culprit(history, verdict) }));
  }

  /** Returns the first change after the last state with a better verdict; null if no such state is known. */
  #culprit(history: History<Document>, verdict: Verdict): Culprit | null {
    if (verdict !== "none" && verdict !== "several" && verdict !== "wrong") return null;
    const entries = [...history.past, history.now];
    for (let i = entries.length - 2; i >= 0; i--) {
      const earlier = this.#verdicts.get(entries[i]?.id ?? -1);
      // These verdicts do not imply a number of solutions, so such a state is neither better nor worse.
      if (earlier === undefined || earlier === verdict || ["wrong", "open", "undecided"].includes(earlier)) continue;
      const better = earlier === "unique" || verdict === "wrong" || (earlier === "several" && verdict === "none");
      const first = entries.slice(i + 1).find(({ id }) => this.#verdicts.get(id) === verdict || id === history.now.id);
      // If the last known verdict was not better, no later change is the cause.
      if (!better || !first) return null;
      const next = entries[i + 1];
      return { id: next?.id ?? first.id, label: first.label, sure: next === first };
    }
    return null;
  }
}

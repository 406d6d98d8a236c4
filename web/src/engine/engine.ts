// Defines the interface of the engine, which several hosts implement.
import type {
  Candidates,
  Checked,
  Conflicting,
  Converted,
  Diagnosed,
  Drawn,
  Estimate,
  Fillings,
  Generated,
  Answer as Solutions,
  Graded,
  Hinted,
  Progress,
  Reduced,
  Refusal,
  Reported,
  Request,
  RuleJson,
  Sameness,
  Since,
  Suggested,
  Unchecked,
} from "./contract.ts";

export type { Progress, Request } from "./contract.ts";

/** Options of a question. */
export interface Asking {
  /** Cancels the question. Its promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** The reply to each question, for a puzzle that can be read and has no unread drawings. */
interface Replies {
  check: Checked;
  conflicts: Conflicting;
  solve: Solutions;
  count: Solutions;
  candidates: Candidates;
  estimate: Estimate;
  grade: Graded;
  hint: Hinted;
  diagnose: Diagnosed;
  suggest: Suggested;
  minimise: Reduced;
  fill: Fillings;
  generate: Generated;
  apply: Converted;
  convert: Converted;
  draw: Drawn;
  report: Reported;
  same: Sameness;
  since: Since;
  rules: { rules: RuleJson[] };
}

export type Ask = keyof Replies;
export type AskFor<Q extends Ask> = Extract<Request, { ask: Q }>;

/** The keys that every answer about a puzzle has. */
interface About {
  title: string | null;
  warnings: string[];
  number?: number;
}

/** The answer if the puzzle cannot be read, or if the question cannot be answered for it. */
export interface Refused {
  error: Refusal;
}

/** The answer to `check`, `grade` and similar questions, if the puzzle has drawings that may be rules. */
export type NotChecked = Unchecked & About;

/** The questions that are answered even if some drawings are unread. */
type Always = "apply" | "convert" | "draw" | "rules" | "report" | "fill" | "generate";

/** The answer to a question; a bad puzzle never causes an exception. */
export type Answer<Q extends Ask> = (Replies[Q] & About) | (Q extends Always ? never : NotChecked) | Refused;

/** An engine that answers questions. Several questions may be in progress at once. */
export interface Engine {
  /** The host that runs the engine: workers of this page, the program that serves the page, or the calling thread. */
  readonly host: "worker" | "server" | "here";
  /**
   * Sends a question. The promise rejects only with the signal's reason or with {@link EngineLost}. `apply`,
   * `conflicts`, `convert`, `draw` and `rules` are answered immediately, even while a search is running.
   */
  ask<Q extends Ask>(request: AskFor<Q>, asking?: Asking): Promise<Answer<Q>>;
  close(): void;
}

/**
 * Thrown if the engine crashed or the connection was lost. The message is written for users. The next question starts
 * another engine.
 */
export class EngineLost extends Error {
  override name = "EngineLost";
}

/** Returns `true` for questions that are answered immediately, even while searches are running. */
export const isQuick = ({ ask }: { ask: Ask }): boolean => ["apply", "conflicts", "convert", "draw", "rules"].includes(ask);

// The answer to `estimate` has a key `error` as well, but it is a number.
export const isRefused = (answer: object): answer is Refused => "error" in answer && typeof answer.error === "object";

export const isUnchecked = (answer: object): answer is NotChecked => "verdict" in answer && answer.verdict === "unchecked";

// Describes the parts of a solve that a document stores in addition to digits and notes: the time on the clock, and the
// lines of the pen.
import type { Document } from "../puzzle/document.ts";
import { entriesDrawn } from "../puzzle/document.ts";
import type { History } from "../puzzle/history.ts";

/** The state of a solve. It is the same in all steps of the history, because undo must not turn the clock back. */
export interface Solve {
  /** `true` while the page is in solve mode. */
  active: boolean;
  /** The time on the clock in seconds. */
  seconds: number;
  /** `true` if the puzzle came from a link, so that the page must not reveal its solution unasked. */
  hides: boolean;
  /** `true` once the grid has been full and correct, which stops the clock. */
  solved: boolean;
}

/**
 * Lines and marks of the pen, each with the number of its colour, counted from 1. The keys are those of `pen.ts`.
 */
export type Pen = Record<string, number>;

const START: Solve = { active: false, hides: false, seconds: 0, solved: false };

export const solveOf = ({ solve }: Document): Solve => solve ?? START;

/** Sets properties of the solve in every step of the history. */
export function setSolve(history: History<Document>, change: Partial<Solve>): History<Document> {
  const entry = <T extends { state: Document }>(step: T): T => ({ ...step, state: { ...step.state, solve: { ...solveOf(step.state), ...change } } });
  return { past: history.past.map(entry), now: entry(history.now), future: history.future.map(entry) };
}

/** Returns `true` if a solver has written anything. */
export const isBegun = (document: Document): boolean =>
  entriesDrawn(document.puzzle).some((digit) => digit !== null) || Object.keys(document.notes).length + Object.keys(document.pen ?? {}).length > 0;

/** Checks that a value from storage is a solve. */
export const isSolve = (value: unknown): value is Solve => {
  const { active, hides, seconds, solved } = (value ?? {}) as Record<string, unknown>;
  return typeof active === "boolean" && typeof hides === "boolean" && typeof seconds === "number" && Number.isFinite(seconds) && typeof solved === "boolean";
};

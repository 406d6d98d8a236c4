// Types that the parts of the page share.
import type { Clue } from "./puzzle/clue.ts";
import type { Engine } from "./engine/engine.ts";
import type { ChainNode } from "./engine/contract.ts";

/** The marks of cells while a step or a fault is shown. */
export type CellKind = "placed" | "pattern" | "cited" | "blame" | "open" | "undetermined";

/** Highlights of the board; cells are named `R1C1`. */
export interface Highlights {
  cells?: { cell: string; kind: CellKind }[];
  /** Clues by rule and cells, as the answers of the engine name them. */
  clues?: { rule: string; cells: string[]; kind: CellKind }[];
  /** Clues that are not in the puzzle, to be sketched. */
  sketches?: Clue[];
  /** Candidates to strike out. */
  struck?: { cell: string; digits: number[] }[];
  /** Candidates to show in place of the live ones. */
  candidates?: Record<string, number[]>;
  /** Digits to show in empty cells. */
  digits?: Record<string, number>;
  /** Candidates joined by lines, in order. */
  chain?: ChainNode[];
}

/** The properties of a tab next to the board. */
export interface TabProps {
  engine: Engine;
  /** The puzzle as the library's JSON. */
  puzzle: string;
  /** A number that changes whenever something changes that a solution depends on, and only then. */
  revision: number;
  /** The cell that was filled last. */
  filled: string | null;
  show(highlights: Highlights | null): void;
  /** Replaces the puzzle, which may be in any format; one step of the history. */
  apply(puzzle: string, label: string): void;
}

// Declares the types that several parts of the page share.
import type { Clue } from "./puzzle/clue.ts";
import type { Engine } from "./engine/engine.ts";
import type { ChainNode } from "./engine/contract.ts";

/** The markings of a cell while a step or a diagnosis is shown. */
export type CellKind = "placed" | "pattern" | "cited" | "blame" | "open" | "undetermined";

/** The highlights on the board. Cells have names such as `R1C1`. */
export interface Highlights {
  cells?: { cell: string; kind: CellKind }[];
  /** The clues to highlight, by rule and cells, as the engine's answers name them. */
  clues?: { rule: string; cells: string[]; kind: CellKind }[];
  /** Clues to sketch that are not in the puzzle. */
  sketches?: Clue[];
  /** Candidates to strike out. */
  struck?: { cell: string; digits: number[] }[];
  /** Candidates to show in place of the live ones. */
  candidates?: Record<string, number[]>;
  /** Digits to show in empty cells. */
  digits?: Record<string, number>;
  /** Candidates to connect by lines, in this order. */
  chain?: ChainNode[];
}

/** The properties of a tab next to the board. */
export interface TabProps {
  engine: Engine;
  /** The puzzle in the library's JSON. */
  puzzle: string;
  /** A number that changes if and only if an edit can affect the solutions. */
  revision: number;
  /** The cell that was filled last. */
  filled: string | null;
  show(highlights: Highlights | null): void;
  /** Replaces the puzzle with another one in any format, as one step of the history. */
  apply(puzzle: string, label: string): void;
}

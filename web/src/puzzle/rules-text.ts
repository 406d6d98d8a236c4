// Composes the rules text from the clues of a puzzle.
import { words } from "../words.ts";
import type { Clue } from "./clue.ts";
import type { PuzzleFile } from "./file.ts";
import { ownTable } from "./rule.ts";

/** Returns the rules text for solvers, composed from the book's texts for the rules of the clues. */
export function composedRules(clues: readonly Clue[]): string {
  const sentences = new Set(clues.map(({ rule }) => rule.help).filter((help) => help !== ""));
  return [words.about.normal, ...sentences].join(" ");
}

/**
 * Returns the rules text with one paragraph for each rule. Each paragraph begins with the rule's name, as in
 * booklets.
 */
export function listedRules(clues: readonly Clue[]): string {
  const paragraphs = new Set(clues.filter(({ rule }) => rule.help !== "").map(({ rule }) => `${rule.title}: ${rule.help}`));
  return [words.about.normal, ...paragraphs].join("\n");
}

/** Returns the puzzle's own rules that have clues but no text for solvers. */
export function unworded(puzzle: PuzzleFile): string[] {
  const isFormula = ([, entry]: [string, NonNullable<PuzzleFile["own-rules"]>[string]]) => {
    // A rule without a text gets its formula as text. Solvers cannot be expected to understand it.
    const { text, relation } = ownTable(entry);
    return !text || text === relation.join("; ");
  };
  const used = ([name]: [string, unknown]) => puzzle.clues?.[name] !== undefined;
  return Object.entries(puzzle["own-rules"] ?? {}).filter((entry) => used(entry) && isFormula(entry)).map(([name]) => name);
}

// Converts puzzle text to documents. Accepts any text that the library can read.
import { isRefused, type Engine } from "../engine/engine.ts";
import type { Refusal } from "../engine/contract.ts";
import type { PuzzleFile } from "../puzzle/file.ts";
import { emptyDocument, hasOpenValues, type Document } from "../puzzle/document.ts";
import { soundDocument } from "../puzzle/sound.ts";

export type Reading = { kind: "read"; document: Document; title: string | null } | { kind: "several"; count: number } | { kind: "refused"; refusal: Refusal };

/** Reads a text. With `leaving`, leaves out the parts that cannot be read, and adds warnings. */
export async function read(engine: Engine, text: string, { number, leaving = false }: { number?: number; leaving?: boolean } = {}): Promise<Reading> {
  const answer = await engine.ask({ ask: "convert", to: "native-json", puzzle: text, read: { ignore_unknown: leaving, ...(number !== undefined ? { number } : {}) } });
  if (isRefused(answer)) {
    const draft = draftIn(text);
    if (draft) return { kind: "read", document: emptyDocument(draft), title: draft.title ?? null };
    const { puzzles } = answer.error;
    return puzzles ? { kind: "several", count: puzzles } : { kind: "refused", refusal: answer.error };
  }
  const puzzle = JSON.parse(answer.text) as PuzzleFile;
  return { kind: "read", document: emptyDocument(puzzle), title: answer.title };
}

/**
 * Returns the puzzle in a file of this page if it has open values. The library does not convert such drafts, so the page
 * checks itself that it can show them.
 */
function draftIn(text: string): PuzzleFile | null {
  try {
    const draft = soundDocument({ puzzle: JSON.parse(text) as unknown, notes: {} });
    return draft && hasOpenValues(draft.puzzle) ? draft.puzzle : null;
  } catch {
    return null;
  }
}

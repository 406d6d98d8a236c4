// Opens puzzles from the page's address.
import { allDrafts, type Draft } from "../drafts/store.ts";
import type { Keeper } from "../drafts/keeper.ts";
import type { Linked } from "../open/link.ts";
import { openText, type Attempt } from "../open/open.tsx";
import { givensOf, marksOf, pictureOf, type Document } from "../puzzle/document.ts";
import { soundDocument } from "../puzzle/sound.ts";
import { words } from "../words.ts";
import type { Solver } from "./solver.ts";
import { isBegun, solveOf } from "./state.ts";

/**
 * Returns a key of a document's puzzle that does not depend on the solver's input. `pictureOf` leaves out givens and
 * marks, so they are added.
 */
const puzzleKey = (document: Document): string => JSON.stringify([document.puzzle.title, pictureOf(document), givensOf(document.puzzle), [...marksOf(document.puzzle)]]);

/** Returns the draft in which the solver began this puzzle earlier. */
async function begunBefore(document: Document): Promise<Draft | undefined> {
  const key = puzzleKey(document);
  // Without a database, there are no drafts, so the puzzle opens as a new one.
  const drafts = await allDrafts().catch(() => []);
  const isBefore = (draft: Draft) => {
    const sound = soundDocument(draft.document);
    return sound !== null && solveOf(sound).active && isBegun(sound) && puzzleKey(sound) === key;
  };
  return drafts.find(isBefore);
}

/**
 * Returns `true` on a narrow page, which has no room for the rules next to the board. The rules are then shown
 * first.
 */
const isNarrow = (): boolean => matchMedia("(max-width: 700px)").matches;

/**
 * Opens a puzzle with its answers hidden. A link for solvers opens in solve mode, with everything that the solver has
 * already entered.
 */
export function openLinked(solver: Solver, keeper: Keeper, { text, audience }: Linked): Promise<Attempt> {
  const isForSolvers = audience === "solvers";
  return openText(solver.desk, text, {}, async (document, label) => {
    const draft = isForSolvers ? await begunBefore(document) : undefined;
    if (draft) return keeper.openDraft(draft, draft.document, words.history.version);
    solver.waiting.set(isForSolvers && isNarrow());
    solver.desk.open({ ...document, solve: { ...solveOf(document), active: isForSolvers, hides: true } }, label);
  });
}

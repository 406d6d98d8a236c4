// What the proposals of a diagnosis do to the puzzle, and what they are called.
import type { Change, Named } from "../engine/contract.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { words } from "../words.ts";

/** A change of the puzzle; places are those before any edit of the same list. */
export type Edit =
  | { op: "remove"; rule: string; index: number }
  | { op: "replace"; rule: string; index: number; new: Record<string, unknown> }
  | { op: "add"; rule: string; new: Record<string, unknown> };

/** How a proposal of the engine is carried out. */
export const editsOf = (proposal: object): Edit[] => ("edits" in proposal ? (proposal.edits as Edit[]) : []);

/** Takes a clue away; nothing where the layout says what it says. */
export const removal = (clue: Named): Edit[] => ("index" in clue ? [{ op: "remove", rule: clue.rule, index: Number(clue.index) }] : []);

/** Gives a digit. */
export const given = ({ cell, digit }: { cell: string; digit: number }): Edit => ({ op: "add", rule: "given", new: { [cell]: symbolOf(digit) } });

/** A change as a setter says it. */
export function changed({ slip, clue, with: other, becomes, cells }: Change): string {
  const [more, fewer] = [cells.filter((cell) => !clue.cells.includes(cell)), clue.cells.filter((cell) => !cells.includes(cell))];
  const { change } = words.blame;
  if (other) return change.exchange(clue.name, other.name);
  switch (slip) {
    case "missing":
      return change.missing(becomes);
    case "direction":
      return change.direction(clue.name);
    case "cell":
      return more.length > 0 ? change.withCell(clue.name, more.join(" ")) : change.withoutCell(clue.name, fewer.join(" "));
    case "moved":
      return change.moved(clue.name, fewer.join(" "), more.join(" "));
    case "place":
      return change.place(clue.name, cells.join(" "));
    default:
      return change.becomes(clue.name, becomes);
  }
}

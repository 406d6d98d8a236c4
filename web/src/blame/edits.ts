// What the proposals of a diagnosis do to the puzzle, and what they are called.
import type { Change, Edit, Named } from "../engine/contract.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { words } from "../words.ts";

export type { Edit };

/** Takes a clue away; nothing where the layout says what it says. */
export const removal = ({ rule, index }: Named): Edit[] => (index === undefined || index === null ? [] : [{ op: "remove", rule, index }]);

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

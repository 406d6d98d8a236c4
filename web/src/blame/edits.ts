// Converts the proposals of a diagnosis to edits of the puzzle, and describes the proposals.
import type { Change, Edit, Named } from "../engine/contract.ts";
import { entriesOf, namesMore, writeClue, type Clue } from "../puzzle/clue.ts";
import type { Document } from "../puzzle/document.ts";
import type { ClueForm } from "../puzzle/file.ts";
import type { History } from "../puzzle/history.ts";
import { nameOf } from "../puzzle/cells.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { words } from "../words.ts";

export type { Edit };

/** Returns the edits that remove a clue; none for a house of the layout. */
export const removal = ({ rule, index }: Named): Edit[] => (index === undefined || index === null ? [] : [{ op: "remove", rule, index }]);

/** Returns the edit that adds a given. */
export const given = ({ cell, digit }: { cell: string; digit: number }): Edit => ({ op: "add", rule: "given", new: { [cell]: symbolOf(digit) } });

/** Describes a change in the setter's notation. */
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

/** Returns `true` if the last change to the puzzle drew or changed this clue. */
export function isEdited({ past, now }: History<Document>, { rule, nth }: Named): boolean {
  const before = past.at(-1);
  if (!before || nth === undefined || nth === null) return false;
  const form = JSON.stringify(entriesOf(now.state.puzzle.clues, rule)[nth]);
  // The change may have shifted the indices, so the form is compared with every earlier clue of the rule.
  return form !== undefined && entriesOf(before.state.puzzle.clues, rule).every((other) => JSON.stringify(other) !== form);
}

/**
 * Returns the clue without a part named by the engine: its value, or the cell at its end. Null if the page does not
 * recognise the part, or if the clue would lose its last cell, its letters or its cells of layers.
 */
export function withoutPart(clue: Clue, part: string): ClueForm | null {
  // The engine describes parts only in words, so the page recognises a part by its name.
  const end = /^its end (R\d+C\d+)$/.exec(part)?.[1];
  if (end !== undefined) {
    if (clue.slots.some(namesMore)) return null;
    const slots = clue.slots.map(({ name, places }) => {
      const cells = places.map(nameOf);
      // A closed line begins and ends at the same cell; the engine removes the last one.
      return { name, text: (cells.at(-1) === end ? cells.slice(0, -1) : cells.slice(1)).join(" ") };
    });
    return slots.some(({ text }) => text === "") ? null : (writeClue(clue.rule, slots, clue.params) as ClueForm);
  }
  const name = /^its (\S+)$/.exec(part)?.[1];
  if (name === undefined || clue.params[name] === undefined) return null;
  const { [name]: _, ...params } = clue.params;
  return writeClue(clue.rule, clue.slots, params) as ClueForm;
}

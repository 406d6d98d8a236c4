// Offers turns, reflections, shifts and relabelling of digits, for the whole puzzle or, if several cells are
// selected, for these cells.
import { useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { relabel, shiftPuzzle, shiftSelection, turnPuzzle, turnSelection } from "./arrange.ts";
import { VIEWS } from "./geometry.ts";

const SHIFTS: [string, number, number][] = [
  [words.edit.toLeft, 0, -1],
  [words.edit.toRight, 0, 1],
  [words.edit.up, -1, 0],
  [words.edit.down, 1, 0],
];

export function ArrangePanel() {
  const desk = useDesk();
  const several = useStore(desk.selection, ({ places }) => places.length > 1);
  const picked = useStore(desk.picked.picks, ({ firm, keys }) => firm && keys.length > 0);
  const [digits, setDigits] = useState("");
  const button = (label: string, action: () => void) => (
    <button key={label} type="button" class="button small" onClick={action}>
      {label}
    </button>
  );
  return (
    <details class="family arrange">
      <summary>{words.edit.arrange}</summary>
      <div class="stack">
        <p class="hint">{several ? words.edit.selection : words.edit.whole}</p>
        <div class="row wrap" role="group" aria-label={words.edit.turns}>
          {VIEWS.map((view) => button(words.edit.views[view], () => (several ? turnSelection(desk, view) : void turnPuzzle(desk, view))))}
        </div>
        <div class="row wrap" role="group" aria-label={words.edit.shifts}>
          {SHIFTS.map(([label, down, right]) => button(label, () => (several || picked ? shiftSelection : shiftPuzzle)(desk, down, right)))}
        </div>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void relabel(desk, digits);
          }}
        >
          <label class="field grow">
            <span>{words.edit.relabel}</span>
            <input type="text" inputMode="numeric" autocomplete="off" placeholder={[...desk.layout.digits].reverse().map(symbolOf).join("")} value={digits} onInput={(event) => setDigits(event.currentTarget.value)} />
          </label>
          {button(words.edit.relabelIt, () => void relabel(desk, digits))}
        </form>
      </div>
    </details>
  );
}

// Shows the input modes and the digits below the board, for fingers and mice.
import { useDesk } from "../desk-context.ts";
import type { Mode } from "../desk.ts";
import { Icons } from "../parts/icons.tsx";
import { symbolOf } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";

const MODES: Exclude<Mode, "regions">[] = ["given", "draw", "corner", "centre", "colour", "digit", "marks"];

export function Pad() {
  const desk = useDesk();
  const mode = useStore(desk.mode);
  const tool = useStore(desk.tool);
  const pending = useStore(desk.pending);
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const region = useStore(desk.region);
  // There is always a puzzle. The component watches it, so that the keys are rendered again when the layout
  // changes.
  const { digits, rows, columns } = puzzle ? desk.layout : { digits: [], rows: 0, columns: 0 };
  const drawing = mode === "draw" && tool !== null;
  const lists = pending !== null && !pending.asking && pending.slots.length > 0;
  return (
    <div class="pad">
      <div class="modes" role="radiogroup" aria-label={words.modes.label}>
        {MODES.map((name) => (
          <button key={name} type="button" role="radio" aria-checked={mode === name} class="mode" title={words.modes.help[name]} onClick={() => (name === "draw" ? desk.take(tool) : desk.setMode(name))}>
            {words.modes[name]}
          </button>
        ))}
      </div>
      <div class="keys" role="group" aria-label={words.pad.label}>
        {mode === "colour"
          ? words.pad.colours.map((name, i) => (
              <button key={name} type="button" class={`key swatch colour-${i + 1}`} aria-label={words.pad.colour(name)} title={name} onClick={() => desk.type(i + 1)}>
                {i + 1}
              </button>
            ))
          : mode === "regions"
            ? Array.from({ length: Math.max(rows, columns) }, (_, i) => (
                <button key={i} type="button" class={`key swatch colour-${(i % 9) + 1}`} aria-pressed={region === i} aria-label={words.pad.region(i + 1)} onClick={() => desk.region.set(i)}>
                  {i + 1}
                </button>
              ))
            : digits.map((digit) => (
                <button key={digit} type="button" class="key" aria-label={words.pad.digit(symbolOf(digit))} onClick={() => desk.type(digit)}>
                  {symbolOf(digit)}
                </button>
              ))}
        <button type="button" class="key" aria-label={words.pad.erase} title={words.pad.erase} onClick={() => desk.erase()}>
          <Icons.erase />
        </button>
        {drawing && (
          <button type="button" class="key accent" aria-label={lists ? words.pad.done : words.pad.draw} title={lists ? words.pad.done : words.pad.draw} onClick={() => (lists ? desk.done() : desk.drawSelected())}>
            {lists ? <Icons.done /> : <Icons.enter />}
          </button>
        )}
      </div>
    </div>
  );
}

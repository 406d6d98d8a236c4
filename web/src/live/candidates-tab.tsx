// The tab Candidates. It sets whether and how true candidates are shown, lists the candidates of the selected cell,
// and compares two solutions.
import { useDesk } from "../desk-context.ts";
import { nameOf } from "../puzzle/cells.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { choose, settings, type Settings } from "../settings.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { shade } from "../board/candidates.tsx";

const CAPS: Settings["cap"][] = [2, 8, 100];

export function CandidatesTab() {
  const desk = useDesk();
  const { candidates: mode, cap, withEntries } = useStore(settings);
  const live = useStore(desk.watcher.live);
  const cursor = useStore(desk.selection, (selection) => selection.cursor);
  const comparing = useStore(desk.comparing);
  const { layout } = desk;
  const { candidates, counting, looking, progress, result } = live;
  const solutions = result?.checked?.solutions ?? [];
  const [first, second] = solutions;
  const differing = first && second ? [...first].filter((digit, cell) => digit !== second[cell]).length : 0;
  const here = candidates?.candidates[cursor.row * layout.columns + cursor.column];
  const entries = Object.entries(here ?? {}) as [string, number][];
  const settledCells = candidates?.candidates.filter((digits) => Object.keys(digits ?? {}).length === 1).length ?? 0;
  return (
    <div class="stack">
      <fieldset class="choice">
        <legend>{words.candidates.show}</legend>
        {(["off", "plain", "counts"] as const).map((name) => (
          <label key={name}>
            <input type="radio" name="candidates" checked={mode === name} onChange={() => choose({ candidates: name })} />
            <span>{words.candidates[name]}</span>
          </label>
        ))}
      </fieldset>
      {mode === "counts" && (
        <fieldset class="choice">
          <legend>{words.candidates.cap}</legend>
          {CAPS.map((value) => (
            <label key={value}>
              <input type="radio" name="cap" checked={cap === value} onChange={() => choose({ cap: value })} />
              <span>{value}</span>
            </label>
          ))}
        </fieldset>
      )}
      {mode === "counts" && <p class="muted">{words.candidates.help}</p>}
      <div class="candidates-state" role="status">
        {mode !== "off" && counting && (progress?.of ? words.candidates.counting(progress.done, progress.of) : words.candidates.working)}
        {mode !== "off" && !counting && candidates && words.candidates.settledCells(settledCells, layout.rows * layout.columns)}
        {mode !== "off" && !counting && candidates && candidates.open > 0 && ` ${words.candidates.open(candidates.open)}`}
        {result?.verdict === "none" && words.candidates.nothing}
      </div>
      {mode === "counts" && entries.length > 0 && candidates && !counting && !looking && (
        <table class="counts">
          <caption>{words.candidates.of(nameOf(cursor))}</caption>
          <tbody>
            {entries.map(([digit, count]) => (
              <tr key={digit}>
                <th scope="row">{symbolOf(Number(digit))}</th>
                <td>
                  <progress class={shade(count, candidates.cap)} value={count} max={candidates.cap} aria-hidden="true" />
                </td>
                <td class="number">{count >= candidates.cap && candidates.cap > 1 ? `${count}+` : count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {first && !looking && (
        <div class="row">
          <button type="button" class="button" aria-pressed={comparing} onClick={() => desk.comparing.update((value) => !value)}>
            {comparing ? words.candidates.hide : second ? words.candidates.differ : words.candidates.solution}
          </button>
          {second && <span class="muted">{words.candidates.differHelp(differing)}</span>}
        </div>
      )}
      <label class="check">
        <input type="checkbox" checked={withEntries} onChange={(event) => choose({ withEntries: event.currentTarget.checked })} />
        <span>{words.candidates.entries}</span>
      </label>
    </div>
  );
}

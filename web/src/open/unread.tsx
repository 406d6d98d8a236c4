// Drawings that may be rules: the setter says of each whether it is an ornament, or which rule it is.
import { useDesk } from "../desk-context.ts";
import { settleUnread } from "../puzzle/document.ts";
import { parseCells } from "../puzzle/cells.ts";
import type { Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { capital } from "../puzzle/rule.ts";
import { words } from "../words.ts";

/** The rules whose clues may stand on these cells. */
function fitting(rules: readonly Rule[], kind: string, cells: string): Rule[] {
  const n = parseCells(cells).length;
  const wanted = /line|arrow/.test(kind) ? ["line"] : /cage|area|region/.test(kind) ? ["group"] : n === 2 ? ["pair", "line", "group"] : n === 1 ? ["cell", "outside", "group"] : n === 4 ? ["square", "group"] : ["group", "line"];
  return rules.filter(({ shape, params }) => wanted.includes(shape) && params.every(({ required }) => !required)).sort((a, b) => a.title.localeCompare(b.title));
}

export function UnreadList() {
  const desk = useDesk();
  const unread = useStore(desk.history, (history) => history.now.state.puzzle.unread);
  const rules = useStore(desk.rules);
  if (!unread || unread.length === 0) return null;
  return (
    <section class="note-box warn">
      <h3>{words.unread.title(unread.length)}</h3>
      <p>{words.unread.help}</p>
      <ul class="unread-list">
        {unread.map(({ kind, cells, text }, nth) => (
          <li key={`${kind} ${cells} ${nth}`} onPointerEnter={() => desk.highlights.set({ cells: parseCells(cells).map((place) => ({ cell: `R${place.row + 1}C${place.column + 1}`, kind: "open" })) })} onPointerLeave={() => desk.highlights.set(null)}>
            <span>
              {capital(words.unread.at(kind, cells))} {text && <q>{text}</q>}
            </span>
            <div class="row">
              <button type="button" class="button small" onClick={() => desk.edit(words.history.ornament, settleUnread(nth, null))}>
                {words.unread.ornament}
              </button>
              <select
                aria-label={words.unread.choose}
                value=""
                onChange={(event) => {
                  const rule = event.currentTarget.value;
                  if (rule !== "") desk.edit(words.history.ornament, settleUnread(nth, { rule, entry: cells }));
                }}
              >
                <option value="">{words.unread.isRule}</option>
                {fitting(rules, kind, cells).map((rule) => (
                  <option key={rule.name} value={rule.name}>
                    {rule.title}
                  </option>
                ))}
              </select>
            </div>
          </li>
        ))}
      </ul>
      <button type="button" class="button small" onClick={() => desk.edit(words.history.ornament, ...unread.map(() => settleUnread(0, null)))}>
        {words.unread.all}
      </button>
    </section>
  );
}

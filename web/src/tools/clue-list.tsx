// Lists the clues of the puzzle by rule. Each clue can be highlighted, changed and removed in the list.
import { useMemo, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { Icons } from "../parts/icons.tsx";
import { Folded } from "../parts/proposals.tsx";
import { nameOf } from "../puzzle/cells.ts";
import { clueText, entriesOf, NOT_DRAWN, saidOf, type Clue } from "../puzzle/clue.ts";
import { givensOf } from "../puzzle/document.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { RuleIcon } from "./rule-icon.tsx";

function whereOf(clue: Clue): string {
  const names = clue.slots.map(({ places, text }) => {
    if (places.length === 0) return text;
    const [first, last] = [places[0], places.at(-1)];
    return places.length > 3 && first && last ? `${nameOf(first)} … ${nameOf(last)}` : places.map(nameOf).join(" ");
  });
  return names.join("; ");
}

const COMPOSITES = ["any-of", "all-of"] as const;

const isComposite = ({ rule }: Clue): boolean => COMPOSITES.some((name) => name === rule.name);

/** Lists the drawings that do not state a rule. There may be hundreds of them. */
function Drawings() {
  const desk = useDesk();
  const elements = useStore(desk.history, (history) => history.now.state.puzzle.elements);
  const drawings = useMemo(() => desk.drawings, [elements]);
  if (drawings.length === 0) return null;
  return (
    <Folded title={words.drawings.list(drawings.length)}>
      {() => (
        <ul>
          {drawings.map((clue) => (
            <li key={`${clue.rule.name} ${clue.nth}`} onPointerEnter={() => desk.hovered.set(clue)} onPointerLeave={() => desk.hovered.set(null)}>
              <button type="button" class="clue" onClick={() => desk.pick(clue)}>
                <RuleIcon rule={clue.rule} />
                <span class="visually-hidden">{words.list.edit}</span>{" "}
                <span class="clue-name">{clue.rule.title}</span>{" "}
                <span class="clue-where muted">{whereOf(clue)}</span>
              </button>
              <button type="button" class="button quiet round" aria-label={words.list.remove(`${clue.rule.title} ${whereOf(clue)}`)} onClick={() => desk.remove([clue])}>
                <Icons.close />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

export function ClueList({ edit }: { edit: (name: string) => void }) {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const rules = useStore(desk.rules);
  const clues = useMemo(() => desk.clues, [puzzle, rules]);
  const refused = useStore(desk.picture, (picture) => picture?.refused);
  const complaintOf = (clue: Clue) => refused?.find(({ rule, nth }) => rule === clue.rule.name && nth === clue.nth)?.message;
  const givens = useMemo(() => givensOf(puzzle).filter((given) => given !== null).length, [puzzle]);
  /** The clues chosen for combining; null if no clues are being chosen. */
  const [chosen, setChosen] = useState<Clue[] | null>(null);
  // Each edit creates new clue objects, so clues are compared by rule and index.
  const isChosen = (clue: Clue) => chosen?.some((other) => other.rule.name === clue.rule.name && other.nth === clue.nth) ?? false;
  const choose = (clue: Clue) => setChosen((before) => (isChosen(clue) ? (before ?? []).filter((other) => other.rule.name !== clue.rule.name || other.nth !== clue.nth) : [...(before ?? []), clue]));
  // An entry of the list shows its parts in the same order.
  const nameOfClue = (clue: Clue) => {
    const drawn = !NOT_DRAWN.includes(clue.rule.name);
    return [clue.rule.title, drawn ? clueText(clue) : "", drawn ? whereOf(clue) : formula(clue)].filter((part) => part !== "").join(" ");
  };
  const formula = (clue: Clue) => {
    const form = entriesOf(puzzle.clues, clue.rule.name)[clue.nth];
    return saidOf(clue.rule.name, form, (rule) => desk.book.get(rule)?.title ?? rule);
  };
  return (
    <section class="clue-list" aria-label={words.list.title}>
      <h3>
        {words.list.title} <span class="muted">{clues.length}</span>
        {givens > 0 && <span class="muted"> · {words.list.givens(givens)}</span>}
        {clues.length > 1 && chosen === null && (
          <button type="button" class="button small quiet combine" onClick={() => setChosen([])}>
            {words.list.combine}
          </button>
        )}
      </h3>
      {chosen !== null && (
        <div class="stack tight">
          <p class="hint">{words.list.combineHelp}</p>
          <div class="row wrap">
            {COMPOSITES.map((kind) => (
              <button key={kind} type="button" class="button small" disabled={chosen.length < 2} onClick={() => (setChosen(null), desk.combine(kind, chosen))}>
                {words.list[kind]}
              </button>
            ))}
            <button type="button" class="button small quiet" onClick={() => setChosen(null)}>
              {words.cancel}
            </button>
          </div>
        </div>
      )}
      {clues.length === 0 && givens === 0 && <p class="muted">{words.list.none}</p>}
      <ul>
        {clues.map((clue) => {
          const drawn = !NOT_DRAWN.includes(clue.rule.name);
          const where = drawn ? whereOf(clue) : formula(clue);
          const complaint = complaintOf(clue);
          return (
            <li key={`${clue.rule.name} ${clue.nth}`} onPointerEnter={() => desk.hovered.set(clue)} onPointerLeave={() => desk.hovered.set(null)}>
              <button
                type="button"
                class="clue"
                disabled={!drawn || (clue.rule.gesture === "grid" && clue.rule.params.length === 0 && !clue.rule.own)}
                onClick={() => (clue.rule.own && clue.rule.gesture === "grid" ? edit(clue.rule.name) : desk.pick(clue))}
              >
                <RuleIcon rule={clue.rule} />
                <span class="visually-hidden">{words.list.edit}</span>{" "}
                <span class="clue-name">{clue.rule.title}</span>{" "}
                {clueText(clue) !== "" && drawn && <span class="clue-value">{clueText(clue)}</span>}{" "}
                {complaint !== undefined ? <span class="clue-complaint">{complaint}</span> : <span class={`clue-where muted${drawn ? "" : " said"}`}>{where === "" ? words.list.on : where}</span>}
              </button>
              {isComposite(clue) && chosen === null && (
                <button type="button" class="button small quiet" onClick={() => desk.takeApart(clue)}>
                  {words.list.apart}
                </button>
              )}
              {chosen !== null ? (
                <input type="checkbox" aria-label={words.list.choose(nameOfClue(clue))} checked={isChosen(clue)} onChange={() => choose(clue)} />
              ) : (
                <button type="button" class="button quiet round" aria-label={words.list.remove(nameOfClue(clue))} onClick={() => desk.remove([clue])}>
                  <Icons.close />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <Drawings />
    </section>
  );
}

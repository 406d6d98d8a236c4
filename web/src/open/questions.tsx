// Shows a question with likely answers for each unread drawing and sentence of an import, and lists the
// accepted readings.
import { useMemo, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Highlights } from "../page.ts";
import { cellsOf } from "../puzzle/clue.ts";
import { nameOf, parseCells } from "../puzzle/cells.ts";
import type { UnreadEntry } from "../puzzle/file.ts";
import { capital, type Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { RuleIcon } from "../tools/rule-icon.tsx";
import { words } from "../words.ts";
import { accepted, answer, isDoubt, isSentence, likely, nameOfPart, search, takeBack, type Accepted } from "./questions.ts";
import "./questions.css";

export function Questions() {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const parts = (puzzle.unread ?? []).map((part, nth) => ({ part, nth }));
  const doubts = parts.filter(({ part }) => isDoubt(part));
  const asked = parts.filter(({ part }) => !isDoubt(part));
  return (
    <>
      {doubts.map(({ part, nth }) => (
        <p key={nth} class="note-box warn">
          {capital(part.text ?? "")}.
        </p>
      ))}
      {asked.length > 0 && (
        <section class="note-box warn questions" aria-label={words.questions.label}>
          <h3>{words.questions.title(asked.length)}</h3>
          <p>{words.questions.help}</p>
          <ul>
            {asked.map(({ part, nth }) => (
              // Answers shift the indices of the other parts. So the key is the content, which preserves the text typed
              // for each part.
              <Question key={`${part.kind} ${part.cells} ${part.text}`} part={part} nth={nth} />
            ))}
          </ul>
        </section>
      )}
      <Readings />
    </>
  );
}

function Question({ part, nth }: { part: UnreadEntry; nth: number }) {
  const desk = useDesk();
  const rules = useStore(desk.rules);
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const [typed, setTyped] = useState("");
  const [pinned, setPinned] = useState(false);
  const first = useMemo(() => likely(rules, part, puzzle), [rules, part, puzzle]);
  const found = useMemo(() => search(rules, part, puzzle, typed).filter((rule) => !first.includes(rule)), [rules, part, puzzle, typed, first]);
  const on: Highlights = { cells: parseCells(part.cells).map((place) => ({ cell: nameOf(place), kind: "open" })) };
  const show = () => desk.highlights.set(on);
  const hide = () => desk.highlights.set(pinned ? on : null);
  const name = nameOfPart(part);
  const choice = (rule: Rule | null) => (
    <button key={rule?.name ?? ""} type="button" class="button small" title={rule?.help} onClick={() => void answer(desk, nth, part, rule)}>
      {rule && <RuleIcon rule={rule} />}
      {rule?.title ?? words.questions.decoration}
    </button>
  );
  return (
    <li class="question" role="group" aria-label={isSentence(part) ? part.text : name} onPointerEnter={show} onPointerLeave={(event) => event.pointerType === "mouse" && hide()} onFocusIn={show} onFocusOut={hide}>
      {isSentence(part) ? (
        <q>{part.text}</q>
      ) : (
        <button
          type="button"
          class="question-name"
          aria-pressed={pinned}
          title={words.questions.show}
          onClick={() => {
            setPinned(!pinned);
            desk.highlights.set(pinned ? null : on);
          }}
        >
          {name} {part.text && <q>{part.text}</q>}
        </button>
      )}
      <div class="row wrap answers">
        {first.map(choice)}
        {choice(null)}
        <input type="search" value={typed} aria-label={words.questions.search(name)} placeholder={words.questions.searchHelp} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      </div>
      {typed.trim() !== "" && <div class="row wrap found">{found.length > 0 ? found.map(choice) : <span class="muted">{words.questions.nothing}</span>}</div>}
    </li>
  );
}

function Readings() {
  const desk = useDesk();
  const puzzle = useStore(desk.history, (history) => history.now.state.puzzle);
  const readings = useMemo(() => accepted(puzzle), [puzzle]);
  if (readings.length === 0) return null;
  return (
    <section class="stack tight readings" aria-label={words.questions.accepted}>
      <h3>{words.questions.accepted}</h3>
      <ul class="stack tight">
        {readings.map((reading) => (
          <Reading key={`${reading.quote} ${reading.rule}`} reading={reading} />
        ))}
      </ul>
    </section>
  );
}

function Reading({ reading }: { reading: Accepted }) {
  const desk = useDesk();
  // Renders again when the rule book arrives, because it contains the titles of the rules.
  useStore(desk.rules);
  const rule = reading.rule === null ? null : desk.book.get(reading.rule);
  const title = reading.rule === null ? words.questions.decoration : (rule?.title ?? reading.rule);
  const cited = () =>
    desk.clues
      .filter((clue) => clue.rule.name === reading.rule)
      .map((clue) => ({ rule: clue.rule.name, cells: cellsOf(clue, desk.layout).map(nameOf), kind: "cited" as const }));
  const show = () => desk.highlights.set({ clues: cited() });
  const hide = () => desk.highlights.set(null);
  return (
    <li class="row reading" onPointerEnter={show} onPointerLeave={hide} onFocusIn={show} onFocusOut={hide}>
      {rule && <RuleIcon rule={rule} />}
      <span class="grow">
        <span class="reading-of">{capital(reading.quote)}</span> <strong>{title}</strong>
      </span>
      <button type="button" class="button small" aria-label={words.questions.takeBackWhat(reading.quote)} onClick={() => void takeBack(desk, reading)}>
        {words.questions.takeBack}
      </button>
    </li>
  );
}

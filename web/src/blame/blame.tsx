// The tab Blame. It shows the clues that contradict each other, single changes that fix the puzzle, undetermined cells and
// redundant clues. Each proposal has a button that applies it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Change, Diagnosed, Named } from "../engine/contract.ts";
import { isRefused, isUnchecked, type Progress } from "../engine/engine.ts";
import type { Highlights, TabProps } from "../page.ts";
import { blamed, cellsOfEdits, Folded, Hover, Part, Proposal, ProposalList, sketchesOf, type Item, type Parts } from "../parts/proposals.tsx";
import { Icons } from "../parts/icons.tsx";
import { replaceClue } from "../puzzle/document.ts";
import { symbolOf } from "../puzzle/layout.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { changed, given, isEdited, removal, withoutPart, type Edit } from "./edits.ts";
import "./blame.css";

type Found = { kind: "working"; progress: Progress | null } | { kind: "diagnosed"; diagnosed: Diagnosed } | { kind: "not"; why: string };

/** Time to wait after an edit, in milliseconds, so that several quick edits lead to only one question. */
const PAUSE = 300;

/** Time limit of a diagnosis in seconds. When it runs out, the answer contains the results so far. */
const SECONDS = 60;

/**
 * The last diagnosis. It is kept while another tab is open, because a diagnosis can take as long as the time limit.
 */
let last: { key: string; found: Found } | undefined;

export function Blame({ engine, puzzle, revision, show, apply }: TabProps) {
  // The key follows the revision, so that an edit of a title does not start another diagnosis.
  const key = useMemo(() => puzzle, [revision]);
  const [found, setFound] = useState<Found>(last?.key === key ? last.found : { kind: "working", progress: null });

  useEffect(() => {
    // The puzzle may be the last one again, because an edit was undone before its diagnosis arrived.
    if (last?.key === key) return setFound(last.found);
    const asking = new AbortController();
    setFound({ kind: "working", progress: null });
    const timer = setTimeout(async () => {
      const tell = (found: Found) => {
        if (asking.signal.aborted) return;
        if (found.kind !== "working") last = { key, found };
        setFound(found);
      };
      try {
        const onProgress = (progress: Progress) => tell({ kind: "working", progress });
        const answer = await engine.ask({ ask: "diagnose", limits: { seconds: SECONDS }, puzzle }, { signal: asking.signal, onProgress });
        if (isRefused(answer)) tell({ kind: "not", why: answer.error.message });
        else if (isUnchecked(answer)) tell({ kind: "not", why: words.why.unchecked });
        else tell({ kind: "diagnosed", diagnosed: answer });
      } catch (error) {
        // A failure is not kept in `last`, so that opening the tab again repeats the question.
        if (!asking.signal.aborted) setFound({ kind: "not", why: (error as Error).message });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key]);

  const diagnosed = found.kind === "diagnosed" ? found.diagnosed : null;
  const usual = useMemo(() => (diagnosed ? shownOf(diagnosed, 0) : null), [diagnosed]);
  useEffect(() => show(usual), [usual]);
  useEffect(() => () => show(null), []);

  const carryOut = async (edits: Edit[], label: string) => {
    const answer = await engine.ask({ ask: "apply", edits, puzzle });
    if (isRefused(answer)) setFound({ kind: "not", why: answer.error.message });
    else apply(answer.text, label);
  };
  const parts = { show: (highlights: Highlights | null) => show(highlights ?? usual), carryOut };

  return (
    <div class="stack blame">
      {found.kind === "working" && (
        <p class="row muted" role="status">
          <span class="spinner" />
          {found.progress ? words.why.doing(found.progress.doing, found.progress.done, found.progress.of ?? null) : words.blame.working}
        </p>
      )}
      <LastChange />
      {found.kind === "not" && <p class="note-box">{found.why}</p>}
      {diagnosed && !diagnosed.finished && <p class="note-box warn">{words.blame.unfinished}</p>}
      {diagnosed && diagnosed.violated.length > 0 && (
        <Part title={words.blame.violated}>
          <Clues clues={diagnosed.violated} {...parts} />
        </Part>
      )}
      {diagnosed?.verdict === "none" && <None diagnosed={diagnosed} {...parts} />}
      {diagnosed?.verdict === "several" && <Several diagnosed={diagnosed} {...parts} />}
      {diagnosed?.verdict === "unique" && <Unique diagnosed={diagnosed} {...parts} />}
      {diagnosed?.verdict === "undecided" && <p class="note-box warn">{words.blame.undecided}</p>}
    </div>
  );
}

type PartProps = Parts & { diagnosed: Diagnosed };

/**
 * Returns the highlights of a diagnosis. Without a solution, these are the clues of a conflict or, if there is none, the
 * violated clues. With several solutions, they are the undetermined cells. Null for other verdicts.
 */
function shownOf({ verdict, conflicts, open, violated }: Diagnosed, conflict: number): Highlights | null {
  if (verdict === "none") return blamed(conflicts[conflict]?.clues ?? violated);
  if (verdict !== "several") return null;
  return { cells: (open ?? []).map(({ cell }) => ({ cell, kind: "undetermined" })), candidates: Object.fromEntries((open ?? []).map(({ cell, digits }) => [cell, digits])) };
}

function None({ diagnosed, show, carryOut }: PartProps) {
  const [nth, setNth] = useState(0);
  const { conflicts, repairs, argument, changes } = diagnosed;
  const conflict = conflicts[nth];
  useEffect(() => show(shownOf(diagnosed, nth)), [nth]);
  return (
    <>
      {conflict && (
        <Part title={words.blame.conflict(conflict.clues.length)}>
          {conflicts.length > 1 && (
            <div class="row wrap">
              {conflicts.map((_, i) => (
                <button key={i} type="button" class="button small" aria-pressed={i === nth} onClick={() => setNth(i)}>
                  {words.blame.nth(i + 1)}
                </button>
              ))}
            </div>
          )}
          <Clues clues={conflict.clues} show={(highlights) => show(highlights ?? shownOf(diagnosed, nth))} carryOut={carryOut} />
          {!conflict.minimal && <p class="muted">{words.blame.notMinimal}</p>}
          {nth === 0 && argument && (
            <details>
              <summary>{words.blame.argument}</summary>
              <ol class="argument">
                {argument.map((sentence, i) => (
                  <li key={i}>{sentence}</li>
                ))}
              </ol>
            </details>
          )}
        </Part>
      )}
      <Changes changes={changes} show={show} carryOut={carryOut} />
      {repairs.length > 0 && (
        <Part title={words.blame.repairs}>
          <ul class="proposals">
            {repairs.map((repair, i) => (
              <Proposal
                key={i}
                edits={repair.edits}
                label={words.blame.without(repair.remove.map(({ name }) => name))}
                note={words.blame.left(repair.solutions, repair.complete)}
                cells={repair.remove.flatMap(({ cells }) => cells)}
                on={blamed(repair.remove)}
                show={show}
                carryOut={carryOut}
              />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Several({ diagnosed, show, carryOut }: PartProps) {
  const { count, complete, estimate, open, open_complete: settled, single_givens: single, additions, smallest, changes, deadly } = diagnosed;
  const about = estimate && !complete ? estimate.mean : null;
  const onCells = (givens: { cell: string; digit: number }[]): Highlights => ({
    cells: givens.map(({ cell }) => ({ cell, kind: "placed" })),
    digits: Object.fromEntries(givens.map(({ cell, digit }) => [cell, digit])),
  });
  const give = (givens: { cell: string; digit: number }[]) => words.blame.give(givens.map(({ cell, digit }) => `${cell} = ${symbolOf(digit)}`));
  return (
    <>
      <Part title={words.blame.solutions(count, complete, about)}>
        <p>{words.blame.open(open?.length ?? 0, settled ?? false)}</p>
      </Part>
      <Changes changes={changes} show={show} carryOut={carryOut} />
      {single && single.length > 0 && (
        <Part title={words.blame.single}>
          <ProposalList items={single.map((new_) => ({ edits: [given(new_)], label: give([new_]), on: onCells([new_]), kind: words.blame.moreGivens }))} show={show} carryOut={carryOut} />
        </Part>
      )}
      {additions && additions.length > 1 && (
        <Part title={smallest ? words.blame.fewest : words.blame.few}>
          <ul class="proposals">
            <Proposal edits={additions.map(given)} label={give(additions)} on={onCells(additions)} show={show} carryOut={carryOut} />
          </ul>
        </Part>
      )}
      {deadly && deadly.length > 0 && (
        <Folded title={words.proposals.folded(words.blame.deadly, deadly.length)}>
          {() => (
          <ul class="proposals">
            {deadly.map(({ cells, digits: [one, other] }, i) => (
              <li key={i}>
                <Hover on={{ cells: cells.map((cell) => ({ cell, kind: "blame" })) }} show={show}>
                  {words.blame.twoWays(cells, one.map(symbolOf).join(" "), other.map(symbolOf).join(" "))}
                </Hover>
              </li>
            ))}
          </ul>
          )}
        </Folded>
      )}
    </>
  );
}

function Unique({ diagnosed, show, carryOut }: PartProps) {
  const { clues } = diagnosed;
  const free = clues.filter(({ worth }) => worth === "redundant");
  const parts = clues.filter(({ worth, parts }) => worth !== "redundant" && parts?.some(({ worth }) => worth === "redundant"));
  const undecided = clues.filter(({ worth }) => worth === "undecided").length;
  return (
    <>
      <Part title={words.blame.works}>
        <p>{words.blame.redundant(free.length, clues.length)}</p>
        {undecided > 0 && <p class="muted">{words.blame.worthUndecided(undecided)}</p>}
        <ProposalList items={free.map(({ clue }) => ({ edits: removal(clue), label: words.blame.without([clue.name]), cells: clue.cells, on: blamed([clue]), kind: words.blame.moreClues }))} show={show} carryOut={carryOut} />
      </Part>
      {parts.length > 0 && (
        <Part title={words.blame.parts}>
          <ul class="proposals">
            {parts.flatMap(({ clue, parts }) =>
              (parts ?? []).filter(({ worth }) => worth === "redundant").map(({ name }) => <PartOf key={`${clue.name} ${clue.cells.join()} ${name}`} clue={clue} part={name} show={show} />),
            )}
          </ul>
        </Part>
      )}
    </>
  );
}

/**
 * Shows the change that broke the puzzle, with a button that undoes it. This part of the tab comes first, because undoing is
 * the most common reaction.
 */
function LastChange() {
  const desk = useDesk();
  const { looking, culprit } = useStore(desk.watcher.live);
  if (looking || !culprit) return null;
  return (
    <Part title={words.blame.lastChange}>
      <ul class="proposals">
        <li>
          <span class="grow">{culprit.label}</span>
          <button type="button" class="button small" onClick={() => desk.undoTo(culprit.id)}>
            <Icons.undo />
            {words.verdict.undoIt}
          </button>
        </li>
      </ul>
    </Part>
  );
}

/** Lists single changes. Changes to the clue that was edited last come first; most of the others are collapsed. */
function Changes({ changes, show, carryOut }: Parts & { changes: Change[] }) {
  const desk = useDesk();
  const { book } = desk;
  const items = useMemo(
    (): Item[] =>
      changes.map((change) => ({
        edits: change.edits,
        label: changed(change),
        ...(change.keeps_solution ? { note: words.blame.keeps } : {}),
        cells: change.cells.length > 0 ? change.cells : cellsOfEdits(change.edits, book),
        on: { ...blamed([...(change.slip === "missing" ? [] : [change.clue]), ...(change.with ? [change.with] : [])]), sketches: sketchesOf(change.edits, book) },
        kind: words.blame.kinds[change.slip],
        isFirst: isEdited(desk.history.value, change.clue),
      })),
    [changes],
  );
  if (changes.length === 0) return null;
  return (
    <Part title={words.blame.changes}>
      <ProposalList items={items} show={show} carryOut={carryOut} />
    </Part>
  );
}

/** Shows a redundant part of a clue, with a button if the page can write the clue without that part. */
function PartOf({ clue, part, show }: { clue: Named; part: string; show: Parts["show"] }) {
  const desk = useDesk();
  const found = desk.clues.find(({ rule, nth }) => rule.name === clue.rule && nth === (clue.nth ?? -1));
  const entry = found && withoutPart(found, part);
  const label = words.blame.partOf(clue.name, part);
  return (
    <li>
      <Hover on={blamed([clue])} show={show}>
        {label}
      </Hover>
      {found && entry && (
        <button type="button" class="button small apply" aria-label={words.proposals.applyWhat(label)} onClick={() => desk.edit(label, replaceClue(clue.rule, found.nth, entry))}>
          {words.proposals.apply}
        </button>
      )}
    </li>
  );
}

function Clues({ clues, show }: Parts & { clues: Named[] }) {
  return (
    <ul class="proposals">
      {clues.map((clue) => (
        <li key={clue.name + clue.cells.join()}>
          <Hover on={blamed([clue])} show={show}>
            {clue.name}
          </Hover>
        </li>
      ))}
    </ul>
  );
}

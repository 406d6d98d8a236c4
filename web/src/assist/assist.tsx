// The tab Improve. It suggests a clue that makes the puzzle unique, easier or harder, removes redundant clues,
// fills in unknown values, and generates new puzzles.
import { useMemo, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import type { Edit, Sets, Suggestion } from "../engine/contract.ts";
import { isRefused } from "../engine/engine.ts";
import { read } from "../open/read.ts";
import type { Highlights, TabProps } from "../page.ts";
import { Icons } from "../parts/icons.tsx";
import { blamed, Folded, Hover, Part, ProposalList, sketchesOf, type Item, type Parts } from "../parts/proposals.tsx";
import { cellsNamed } from "../puzzle/clue.ts";
import { hasOpenValues, isBlank } from "../puzzle/document.ts";
import type { PuzzleFile } from "../puzzle/file.ts";
import { cellName } from "../puzzle/cells.ts";
import { digitOf, layoutOf } from "../puzzle/layout.ts";
import type { Book, Rule } from "../puzzle/rule.ts";
import { useStore } from "../store.ts";
import { capital, words } from "../words.ts";
import { Count } from "./count.tsx";
import { MoreOptions, useOptions } from "./options.tsx";
import { Outcome } from "./outcome.tsx";
import { useQuestion } from "./question.ts";
import "./assist.css";

/** Time limit of a question in seconds. When it runs out, the answer contains the results so far. */
const SECONDS = 30;

const USUAL = { "limits.seconds": String(SECONDS) };

/** The amounts by which a rating can be changed. */
const SHIFTS = [0.5, 1];

const FILLINGS = 3;

export function Assist({ engine, puzzle, revision, show, apply }: TabProps) {
  const desk = useDesk();
  const { looking, result } = useStore(desk.watcher.live);
  const file = JSON.parse(puzzle) as PuzzleFile;
  const carryOut = async (edits: Edit[], label: string) => {
    const answer = await engine.ask({ ask: "apply", edits, puzzle });
    if (isRefused(answer)) desk.notice.set({ text: answer.error.message, tone: "bad" });
    else apply(answer.text, label);
  };
  /** Replaces the puzzle with another one, given in any format. */
  const take = async (text: string, label: string) => {
    const reading = await read(engine, text);
    if (reading.kind === "read") apply(JSON.stringify(reading.document.puzzle), label);
  };
  const parts = { engine, puzzle, revision, show, carryOut, take };
  const verdict = looking ? null : result?.verdict;
  return (
    <div class="stack assist">
      {isBlank(file) ? <p class="note-box">{words.assist.nothing}</p> : null}
      {hasOpenValues(file) && <Fill {...parts} file={file} />}
      {!isBlank(file) && verdict === "several" && <More {...parts} file={file} />}
      {verdict === "unique" && <Shift {...parts} />}
      {verdict === "unique" && <Fewer {...parts} />}
      {verdict === "none" && <p class="note-box">{words.assist.none}</p>}
      {(verdict === null || verdict === "undecided" || verdict === "unchecked" || verdict === "wrong") && <p class="note-box">{words.assist.notYet}</p>}
      {!isBlank(file) && !hasOpenValues(file) && verdict !== "none" && <Count {...parts} />}
      <Make {...parts} file={file} />
    </div>
  );
}

interface AssistProps extends Parts, Pick<TabProps, "engine" | "puzzle" | "revision"> {
  take(text: string, label: string): Promise<void>;
}

type WithFile = AssistProps & { file: PuzzleFile };

/** Suggests a clue that makes a puzzle with several solutions unique. */
function More({ engine, puzzle, revision, file, show, carryOut }: WithFile) {
  const question = useQuestion<"suggest">(engine, revision);
  const [of, setOf] = useState("");
  const options = useOptions("suggest", ["rules", "shift"], USUAL);
  const ask = () => question.ask({ ...options.request, ask: "suggest", rules: of === "" ? [] : [of], puzzle });
  return (
    <Part title={words.assist.more}>
      <p class="hint">{words.assist.moreHelp}</p>
      <div class="row wrap">
        <RuleChoice label={words.assist.of} none={words.assist.used} value={of} pick={setOf} first={[["given", words.assist.given]]} file={file} />
        <button type="button" class="button primary" onClick={ask}>
          {words.assist.look}
        </button>
      </div>
      <MoreOptions {...options} />
      <Outcome question={question}>
        {({ suggestions, complete }) => <Suggested suggestions={suggestions ?? []} none={words.assist.noClue} complete={complete} show={show} carryOut={carryOut} />}
      </Outcome>
    </Part>
  );
}

/** Suggests changes that make a unique puzzle easier or harder. */
function Shift({ engine, puzzle, revision, show, carryOut }: AssistProps) {
  const question = useQuestion<"suggest">(engine, revision);
  const { found } = question;
  const rating = found.kind === "answered" ? (found.answer.rating ?? null) : null;
  const options = useOptions("suggest", ["rules", "shift"], USUAL);
  const button = (by: number, label: string) => (
    <button type="button" class="button" onClick={() => question.ask({ ...options.request, ask: "suggest", shift: by, puzzle })}>
      {label}
    </button>
  );
  return (
    <Part title={words.assist.shift}>
      <p class="hint">{words.assist.shiftHelp(rating === null ? "" : words.assist.now(rating))}</p>
      <div class="row wrap">
        {SHIFTS.map((by) => button(-by, words.assist.easier(by)))}
        {SHIFTS.map((by) => button(by, words.assist.harder(by)))}
      </div>
      <MoreOptions {...options} />
      <Outcome question={question}>
        {({ suggestions, complete }) => <Suggested suggestions={suggestions ?? []} none={words.assist.noShift} complete={complete} show={show} carryOut={carryOut} />}
      </Outcome>
    </Part>
  );
}

type SuggestedProps = Parts & { suggestions: Suggestion[]; none: string; complete: boolean };

function Suggested({ suggestions, none, complete, show, carryOut }: SuggestedProps) {
  const { book } = useDesk();
  const items = useMemo((): Item[] => {
    // Suggestions that make the puzzle unique come first; among these, puzzles with a rating come first, because
    // people can solve them. Single changes come before several changes.
    const rank = ({ unique, rating, edits }: Suggestion) => (unique ? 0 : 4) + (unique && typeof rating !== "number" ? 2 : 0) + (edits.length > 1 ? 1 : 0);
    return [...suggestions]
      .sort((a, b) => rank(a) - rank(b))
      .map((suggestion) => ({
        edits: suggestion.edits,
        label: capital(suggestion.text),
        note: effect(suggestion),
        cells: cellsOf(suggestion),
        on: { cells: cellsOf(suggestion).map((cell) => ({ cell, kind: "placed" })), sketches: sketchesOf(suggestion.edits, book) },
        kind: kindOf(suggestion, book),
      }));
  }, [suggestions]);
  return (
    <>
      {suggestions.length === 0 && <p class="muted">{none}</p>}
      <ProposalList items={items} show={show} carryOut={carryOut} />
      {!complete && <p class="muted">{words.assist.limit(SECONDS)}</p>}
    </>
  );
}

/** Returns the names of the rules whose clues a suggestion changes. */
function kindOf({ edits }: Suggestion, book: Book): string {
  const titles = edits.map(({ rule }) => (rule === "given" ? words.assist.given : (book.get(rule)?.title ?? rule)));
  return [...new Set(titles)].join(", ");
}

/** Returns the cells of new clues and givens, and the cells that the suggestion's text names. */
function cellsOf({ text, edits }: Suggestion): string[] {
  const added = edits.flatMap((edit) => (edit.op === "remove" ? [] : [edit.new]));
  return [...new Set([...(text.match(/\bR\d+C\d+\b/g) ?? []), ...added.flatMap((form) => [...Object.keys(form).filter((name) => /^R\d+C\d+$/.test(name)), ...cellsNamed(form)])])];
}

const effect = ({ unique, left, rating, tier }: Suggestion): string => (unique ? words.assist.rated(rating ?? null, tier ?? null) : words.assist.leaves(left ?? 0));

/** Lists all minimal sets of clues, if they were requested. */
function Selections({ sets: { sets, size, complete }, show }: { sets: Sets; show: Parts["show"] }) {
  return (
    <Folded title={words.assist.selections(sets.length, size, complete)}>
      {() => (
        <ul class="proposals">
          {sets.map((set, i) => (
            <li key={i}>
              <Hover on={blamed(set)} show={show}>
                {set.map(({ name }) => name).join(", ")}
              </Hover>
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

/** Removes redundant clues and givens. */
function Fewer({ engine, puzzle, revision, show, take }: AssistProps) {
  const question = useQuestion<"minimise">(engine, revision);
  const [keepPath, setKeepPath] = useState(false);
  const [values, setValues] = useState(false);
  const options = useOptions("minimise", ["keep_path", "values"], USUAL);
  const ask = () => question.ask({ ...options.request, ask: "minimise", keep_path: keepPath, values, puzzle });
  return (
    <Part title={words.assist.fewer}>
      <p class="hint">{words.assist.fewerHelp}</p>
      <Tick label={words.assist.keepPath} value={keepPath} set={setKeepPath} />
      <Tick label={words.assist.values} value={values} set={setValues} />
      <MoreOptions {...options} />
      <div class="row wrap">
        <button type="button" class="button" onClick={ask}>
          {words.assist.takeAway}
        </button>
      </div>
      <Outcome question={question}>
        {({ removed = [], weakened = [], text, sets }) => {
          const gone = [...removed.map(({ name }) => name), ...weakened.map(({ clue, part }) => `${clue.name}: ${part}`)];
          return (
            <>
              <p>{words.assist.canGo(gone.length)}</p>
              {sets && <Selections sets={sets} show={show} />}
              {gone.length > 0 && text && (
                <ul class="proposals">
                  <li>
                    <Hover on={blamed([...removed, ...weakened.map(({ clue }) => clue)])} show={show}>
                      {words.assist.removeAll(gone)}
                    </Hover>
                    <Take label={words.assist.fewerLabel} act={() => take(text, words.assist.fewerLabel)} />
                  </li>
                </ul>
              )}
            </>
          );
        }}
      </Outcome>
    </Part>
  );
}

/** Fills in the unknown values. */
function Fill({ engine, revision, file, show, take }: WithFile) {
  const question = useQuestion<"fill">(engine, revision);
  const band = useBand();
  const [seed, setSeed] = useState(0);
  const options = useOptions("fill", ["seed"], { ...USUAL, count: String(FILLINGS) });
  const ask = () => {
    const wanted = band.text === null ? {} : { wanted: { rating: band.text } };
    // The next press uses another seed, because the same seed would give the same puzzles again.
    question.ask({ ...options.request, ask: "fill", seed, puzzle: JSON.stringify({ ...file, ...wanted }) });
    setSeed(seed + 1);
  };
  return (
    <Part title={words.assist.fill}>
      <p class="hint">{words.assist.fillHelp}</p>
      <BandFields {...band} />
      <div class="row wrap">
        <button type="button" class="button primary" onClick={ask}>
          {question.found.kind === "answered" ? words.assist.again : words.assist.fillIn}
        </button>
      </div>
      <MoreOptions {...options} />
      <Outcome question={question}>
        {({ puzzles, complete, near, reason }) => (
          <>
            {puzzles.length === 0 && <p class="muted">{near ? words.assist.amiss(near.amiss) : (reason ?? words.assist.noFilling(complete))}</p>}
            <ul class="proposals">
              {puzzles.map(({ text, solution, rating, tier }, i) => (
                <li key={text}>
                  <Hover on={solved(solution, file)} show={show}>
                    {words.assist.filling(i + 1)}
                    {typeof rating === "number" && <span class="muted"> · {words.assist.rated(rating, tier ?? null)}</span>}
                  </Hover>
                  <Take label={words.assist.filling(i + 1)} act={() => take(text, words.assist.filled)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Outcome>
    </Part>
  );
}

interface WantedRule {
  rule: string;
  count: string;
}

const USUAL_COUNT = "6";

/** Generates a new puzzle that replaces the one on the desk. */
function Make({ engine, file, take }: WithFile) {
  const desk = useDesk();
  // A new puzzle does not depend on the one on the desk, so edits of that puzzle keep the answer.
  const question = useQuestion<"generate">(engine, null);
  const band = useBand();
  const [rules, setRules] = useState<WantedRule[]>([{ rule: "", count: USUAL_COUNT }]);
  // The first seed is random, so that each visit gets different puzzles.
  const [seed, setSeed] = useState(() => Math.floor(Math.random() * 1e6));
  const options = useOptions("generate", ["seed"], USUAL);
  const ask = () => {
    const [low, high] = band.ends;
    const wanted = rules.filter(({ rule }) => rule !== "").map(({ rule, count }) => ({ rule, ...(isWhole(rule) ? {} : { count: Math.max(1, Number(count) || 1) }) }));
    question.ask({ ...options.request, ask: "generate", rules: wanted, seed, ...(band.text === null ? {} : { rating: { low, high } }) });
    setSeed(seed + 1);
  };
  const isWhole = (rule: string) => desk.book.get(rule)?.gesture === "grid";
  const change = (nth: number, change: Partial<WantedRule>) => setRules(rules.map((rule, i) => (i === nth ? { ...rule, ...change } : rule)));
  return (
    <details class="part" open={isBlank(file)}>
      <summary>{words.assist.make}</summary>
      <div class="stack tight">
        <p class="hint">{words.assist.makeHelp}</p>
        {rules.map(({ rule, count }, i) => (
          <div key={i} class="row wrap">
            <RuleChoice label={words.assist.rule} none={i === 0 ? words.assist.plain : words.assist.noRule} value={rule} pick={(name) => change(i, { rule: name })} file={{}} whole />
            {rule !== "" && !isWhole(rule) && (
              <label class="field count">
                <span>{words.assist.count}</span>
                <input type="text" inputMode="numeric" autocomplete="off" value={count} onInput={(event) => change(i, { count: event.currentTarget.value })} />
              </label>
            )}
          </div>
        ))}
        {rules.at(-1)?.rule !== "" && (
          <div class="row">
            <button type="button" class="button small quiet" onClick={() => setRules([...rules, { rule: "", count: USUAL_COUNT }])}>
              <Icons.plus />
              {words.assist.anotherRule}
            </button>
          </div>
        )}
        <BandFields {...band} />
        <div class="row wrap">
          <button type="button" class="button" onClick={ask}>
            {words.assist.makeIt}
          </button>
        </div>
        <MoreOptions {...options} />
        <Outcome question={question}>
          {({ puzzles, near, reason }) =>
            puzzles.length > 0 ? (
              <ul class="proposals">
                {puzzles.map((made) => (
                  <li key={made.text}>
                    <span class="grow">
                      {words.assist.madeOf(made.givens)}
                      {typeof made.rating === "number" && <span class="muted"> · {words.assist.rated(made.rating, made.tier ?? null)}</span>}
                    </span>
                    <Take label={words.assist.made} act={() => take(made.text, words.assist.made)} />
                  </li>
                ))}
              </ul>
            ) : (
              <p class="muted">{near ? words.assist.amiss(near.amiss) : (reason ?? words.assist.notMade)}</p>
            )
          }
        </Outcome>
      </div>
    </details>
  );
}

function Take({ label, act }: { label: string; act: () => Promise<void> }) {
  return (
    <button type="button" class="button small" aria-label={`${words.assist.take}: ${label}`} onClick={() => void act()}>
      {words.assist.take}
    </button>
  );
}

function Tick({ label, value, set }: { label: string; value: boolean; set: (value: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value} onChange={(event) => set(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface RuleChoiceProps {
  label: string;
  none: string;
  value: string;
  pick: (rule: string) => void;
  first?: [string, string][];
  file: PuzzleFile;
  /** True if rules for the whole grid can be chosen too. */
  whole?: boolean;
}

/**
 * Lets the setter choose a rule whose clues can be drawn or, if `whole` is true, also a rule for the whole grid.
 * Shading rules are left out.
 */
function RuleChoice({ label, none, value, pick, first = [], file, whole = false }: RuleChoiceProps) {
  const desk = useDesk();
  const rules = useStore(desk.rules);
  const used = (rule: Rule) => file.clues?.[rule.name] !== undefined;
  const drawn = rules.filter(({ gesture, family }) => (whole || gesture !== "grid") && family !== "shading");
  const sorted = [...drawn.filter(used), ...drawn.filter((rule) => !used(rule))];
  return (
    <label class="field grow">
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        <option value="">{none}</option>
        {[...first, ...sorted.map(({ name, title }): [string, string] => [name, title])].map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface RatingBand {
  low: string;
  high: string;
  setLow: (text: string) => void;
  setHigh: (text: string) => void;
  ends: [number, number];
  /** The range of ratings as written in a puzzle file; null if any rating is accepted. */
  text: string | null;
}

const LOWEST = 1;
const HIGHEST = 10;

function useBand(): RatingBand {
  const [low, setLow] = useState("");
  const [high, setHigh] = useState("");
  const number = (text: string, usual: number) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : usual);
  const ends: [number, number] = [number(low, LOWEST), number(high, HIGHEST)];
  const text = low.trim() === "" && high.trim() === "" ? null : `${ends[0].toFixed(1)}..${ends[1].toFixed(1)}`;
  return { low, high, setLow, setHigh, ends, text };
}

function BandFields({ low, high, setLow, setHigh }: RatingBand) {
  const field = (label: string, value: string, set: (text: string) => void) => (
    <label class="inline">
      <span>{label}</span>
      <input type="text" inputMode="decimal" autocomplete="off" placeholder={words.assist.any} value={value} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
  return (
    <div class="row wrap band" role="group" aria-label={words.assist.rating}>
      {field(words.assist.from, low, setLow)}
      {field(words.assist.to, high, setHigh)}
    </div>
  );
}

/** Returns the highlights that show the digits of a solution. */
function solved(solution: string, file: PuzzleFile): Highlights {
  const { columns, digits } = layoutOf(file);
  const low = Math.min(...digits);
  const filled = [...solution].map((symbol, cell): [string, number | null] => [cellName(cell, columns), digitOf(symbol, low)]);
  return { digits: Object.fromEntries(filled.filter((pair): pair is [string, number] => pair[1] !== null)) };
}

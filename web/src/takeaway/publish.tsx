// Publishes a puzzle as files, pictures, a page to print, and links for solvers and other programs. Shows the rules
// text, the solution, and what each link leaves out. Nothing is sent to a server.
import { useMemo, useState } from "preact/hooks";
import { useDesk } from "../desk-context.ts";
import { isRefused, type Engine } from "../engine/engine.ts";
import { parseElement } from "../edit/elements.ts";
import { currentCandidates, isRefuted, onlySolution } from "../live/live.ts";
import { linkTo, localPage, publicPage } from "../open/link.ts";
import type { TabProps } from "../page.ts";
import { refusalText } from "../parts/refusal.ts";
import { saveFile } from "../parts/save.ts";
import { useTyped } from "../parts/typed.ts";
import type { Clue } from "../puzzle/clue.ts";
import { hasOpenValues, setAbout } from "../puzzle/document.ts";
import type { PuzzleFile } from "../puzzle/file.ts";
import { layoutOf } from "../puzzle/layout.ts";
import { composedRules, listedRules, unworded } from "../puzzle/rules-text.ts";
import { useStore } from "../store.ts";
import { words } from "../words.ts";
import { DEFAULT_PICTURE, drawPicture, PictureOptions, type Picture } from "./picture-options.tsx";
import { pngOf } from "./png.ts";
import { printSheet, type Printed, type Sheet } from "./print.ts";
import { Target } from "./target.tsx";
import "./booklet.css";
import "./takeaway.css";

/** The sites for which the page offers links, each identified by the name of its format. */
const LINKS = ["sudokupad", "fpuzzles", "iss"] as const;

/** Splits a solution into its rows. */
const solutionRows = (solution: string, columns: number): string[] => solution.match(new RegExp(`.{1,${columns}}`, "g")) ?? [];

/**
 * Returns the puzzle for solvers, with the rules in words and the solution that was found. Until it is found, the solution
 * that the puzzle states takes its place, unless that is known to be wrong.
 */
function usePublished(puzzle: string): { published: string; solution: string | null; verdict: string | null; isStated: boolean } {
  const desk = useDesk();
  const verdict = useStore(desk.watcher.live, ({ looking, result }) => (looking ? null : (result?.verdict ?? null)));
  const found = useStore(desk.watcher.live, onlySolution);
  const refuted = useStore(desk.watcher.live, isRefuted);
  const rules = useStore(desk.rules);
  const published = useMemo(() => {
    const { solution: stated, ...file } = JSON.parse(puzzle) as PuzzleFile;
    const solution = found !== null ? solutionRows(found, layoutOf(file).columns) : refuted ? undefined : stated;
    // The composed text needs the rule book, which may arrive after the puzzle. So `rules` is a dependency.
    return JSON.stringify({ ...file, rules: file.rules ?? composedRules(desk.clues), ...(solution === undefined ? {} : { solution }) });
  }, [puzzle, found, refuted, rules]);
  const isStated = !refuted && (JSON.parse(puzzle) as PuzzleFile).solution !== undefined;
  return { published, solution: found, verdict, isStated };
}

export function Publish({ engine, puzzle }: Pick<TabProps, "engine" | "puzzle">) {
  const desk = useDesk();
  const [message, setMessage] = useState<string | null>(null);
  const [options, setOptions] = useState(DEFAULT_PICTURE);
  const { published, solution, verdict, isStated } = usePublished(puzzle);
  const candidates = useStore(desk.watcher.live, (live) => currentCandidates(live)?.candidates ?? null);
  const file = JSON.parse(puzzle) as PuzzleFile;
  const name = fileName(file);
  const drawn = (file.elements ?? []).filter((text) => parseElement(text).status !== "read").length;
  const attempt = (action: () => Promise<void>) => async () => {
    setMessage(null);
    try {
      await action();
    } catch (error) {
      setMessage((error as Error).message);
    }
  };
  const convert = async (to: string, what: string) => {
    const answer = await engine.ask({ ask: "convert", to, solve: verdict !== "several" && verdict !== "none", puzzle: what });
    if (isRefused(answer)) throw new Error(refusalText(answer.error));
    return answer;
  };
  const draw = (): Promise<string> => drawPicture(engine, puzzle, options, solution, candidates);
  const button = (label: string, action: () => Promise<void>) => (
    <button type="button" class="button" onClick={() => void attempt(action)()}>
      {label}
    </button>
  );
  const saveGrade = async () => {
    setMessage(words.why.working);
    const answer = await engine.ask({ ask: "grade", explain: true, story: true, puzzle });
    if (isRefused(answer)) throw new Error(refusalText(answer.error));
    saveFile(`${name}.grade.json`, `${JSON.stringify(answer, null, 2)}\n`, "application/json");
    setMessage(null);
  };
  // The engine in the browser cannot write reports, because it has to stay small.
  const saveReport = async () => {
    setMessage(words.why.working);
    const answer = await engine.ask({ ask: "report", puzzle });
    if (isRefused(answer)) throw new Error(refusalText(answer.error));
    saveFile(`${name}.html`, answer.html, "text/html");
    setMessage(null);
  };
  const savePuzzle = async () => {
    // The library does not convert drafts with open values, so these are saved in the page's own form.
    if (hasOpenValues(file)) saveFile(`${name}.json`, puzzle, "application/json");
    else saveFile(`${name}.toml`, (await convert("native", puzzle)).text, "application/toml");
  };
  const printPuzzle = async (what: Printed) => {
    setMessage(words.why.working);
    const sheet = await layOut(engine, puzzle, what, { ...options, theme: "light", solution: false });
    setMessage(null);
    await printSheet({ ...sheet, title: file.title ?? titleOf(desk.clues), rules: file.rules ?? listedRules(desk.clues) });
  };
  return (
    <div class="stack take-away">
      <RulesText puzzle={file} />
      <SolutionState verdict={verdict} isStated={isStated} />
      <section class="stack tight" aria-label={words.publish.links}>
        <h3>{words.publish.links}</h3>
        <Target label={words.publish.solvers} about={words.publish.solversHelp} of={published} opens find={async () => ({ address: await linkTo(JSON.parse(published) as PuzzleFile, "solvers"), notes: [] })} />
        <Target label={words.publish.page} about={words.publish.pageHelp} of={puzzle} find={async () => ({ address: await linkTo(file), notes: [] })} />
        {publicPage() !== localPage() && <Target label={words.publish.local} about={words.publish.localHelp} of={puzzle} find={async () => ({ address: await linkTo(file, "setters", localPage()), notes: [] })} />}
        {LINKS.map((format) => (
          <Target
            key={format}
            label={words.publish.targets[format]}
            about={words.publish.targetsHelp[format]}
            of={published}
            opens
            find={async () => {
              const { text, left_out, in_words } = await convert(format, published);
              // The other formats report a drawing as left out only if it was imported. Drawings made on the page are
              // therefore counted here.
              const isLost = format !== "sudokupad" && drawn > 0;
              const notes = [isLost ? words.publish.noDrawings(drawn) : "", left_out.length > 0 ? words.publish.leftOut(left_out) : "", in_words.length > 0 ? words.publish.inWords(in_words) : ""];
              return { address: addressOf(format, text), notes: notes.filter((note) => note !== "") };
            }}
          />
        ))}
        <p class="hint">{words.publish.linkHint}</p>
      </section>
      <section class="stack tight" aria-label={words.publish.pictures}>
        <h3>{words.publish.pictures}</h3>
        <PictureOptions options={options} choose={(change) => setOptions({ ...options, ...change })} hasSolution={solution !== null} hasCandidates={candidates !== null} />
        <div class="row wrap">
          {button(words.publish.png, async () => saveFile(`${name}.png`, await pngOf(await draw(), options.width, options.theme === "dark" ? "#1b1b1f" : "#ffffff"), "image/png"))}
          {button(words.publish.svg, async () => saveFile(`${name}.svg`, await draw(), "image/svg+xml"))}
        </div>
      </section>
      <section class="stack tight" aria-label={words.publish.files}>
        <h3>{words.publish.files}</h3>
        <div class="row wrap">
          {button(words.publish.file, savePuzzle)}
          {engine.host === "server" && button(words.publish.report, saveReport)}
          {button(words.publish.grade, saveGrade)}
          {button(words.publish.formula, async () => saveFile(`${name}.cnf`, (await convert("dimacs", puzzle)).text, "text/plain"))}
        </div>
        <label class="field">
          <span>{words.publish.certificate}</span>
          <input type="text" class="code" readOnly value={`cluewright check ${name}.toml --certificate ${name}-certificate`} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <div class="row wrap">
          <span class="muted">{words.publish.print}</span>
          {(["puzzle", "story", "solution"] as Printed[]).map((what) => (
            <button key={what} type="button" class="button small" onClick={() => void attempt(() => printPuzzle(what))()}>
              {words.publish.printed[what]}
            </button>
          ))}
        </div>
      </section>
      <p class="muted" role="status">
        {message}
      </p>
    </div>
  );
}

function RulesText({ puzzle }: { puzzle: PuzzleFile }) {
  const desk = useDesk();
  const composed = composedRules(desk.clues);
  const missing = unworded(puzzle);
  const keep = (text: string) => desk.edit(words.history.about, setAbout("rules", text));
  const typed = useTyped(puzzle.rules ?? composed, keep);
  return (
    <section class="stack tight">
      <label class="field">
        <span>{words.about.rules}</span>
        <textarea id="publish-rules" rows={4} {...typed} />
      </label>
      <div class="row wrap">
        <span class="hint grow">{puzzle.rules === undefined ? words.publish.composed : words.publish.written}</span>
        {puzzle.rules !== undefined && puzzle.rules !== composed && (
          <button type="button" class="button small" onClick={() => keep(composed)}>
            {words.about.compose}
          </button>
        )}
      </div>
      {missing.length > 0 && <p class="note-box warn">{words.publish.unworded(missing)}</p>}
    </section>
  );
}

function SolutionState({ verdict, isStated }: { verdict: string | null; isStated: boolean }) {
  if (isStated) return <p class="hint">{words.publish.stored}</p>;
  if (verdict === "unique") return <p class="hint">{words.publish.included}</p>;
  if (verdict === null) return <p class="hint">{words.publish.checking}</p>;
  return <p class="note-box warn">{words.publish.noSolution}</p>;
}

/** Returns the picture of a printed puzzle, and the parts that follow from its solution. */
async function layOut(engine: Engine, puzzle: string, what: Printed, options: Picture): Promise<Omit<Sheet, "title" | "rules">> {
  const file = JSON.parse(puzzle) as PuzzleFile;
  const picture = await drawPicture(engine, puzzle, options, null, null);
  const grade = await engine.ask({ ask: "grade", story: what === "story", puzzle });
  const graded = !isRefused(grade) && "rating" in grade ? grade : null;
  const facts = [...(file.author ? [words.publish.by(file.author)] : []), ...(graded ? gradeFacts(graded) : [])];
  if (what === "puzzle") return { picture, facts };
  const answer = what === "story" ? grade : await engine.ask({ ask: "check", puzzle });
  if (isRefused(answer)) throw new Error(refusalText(answer.error));
  if (answer.verdict !== "unique") throw new Error(words.publish.notUnique);
  if (what === "story") return { picture, facts, story: graded?.story ?? [] };
  const found = "solutions" in answer ? (answer.solutions[0] ?? "") : "";
  // As in booklets, the solution is a grid of digits without any clues.
  const { clues, elements, "own-rules": own, ...bare } = file;
  return { picture, facts, solution: await drawPicture(engine, JSON.stringify(bare), { ...options, coordinates: false, candidates: false, solution: true }, found, null) };
}

/** Describes the rating and the time of a graded puzzle. */
function gradeFacts({ rating, tier, minutes }: { rating?: number; tier?: string; minutes?: number | null }): string[] {
  const facts = rating === undefined ? [] : [`${rating.toFixed(1)} ${tier ?? ""}`.trim()];
  return minutes === undefined || minutes === null ? facts : [...facts, words.why.minutes(minutes, null)];
}

/** Returns a title made from the rules of the clues, for a puzzle without a title. */
function titleOf(clues: readonly Clue[]): string {
  const [one, other, ...more] = new Set(clues.map(({ rule }) => rule.title));
  if (one === undefined) return words.publish.untitled.none;
  if (other === undefined) return one;
  return more.length === 0 ? words.publish.untitled.two(one, withinSentence(other)) : words.publish.untitled.more(one, more.length + 1);
}

/**
 * Returns a title for use within a sentence. Its first letter becomes lower case, unless the title starts with a symbol
 * such as V.
 */
const withinSentence = (title: string): string => (/^.\p{Ll}/u.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title);

/** Returns the address of a published puzzle. If a format's text is not an address, it is inserted into one. */
function addressOf(format: (typeof LINKS)[number], text: string): string {
  if (format === "iss" && !text.startsWith("http")) return `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(text.trim())}`;
  return text.trim();
}

const fileName = ({ title = "" }: PuzzleFile): string =>
  title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "puzzle";

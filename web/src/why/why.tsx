// Why: the puzzle solved as a person would, step by step; how hard that is; and hints from where the solver is.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Graded, Hinted, Strength } from "../engine/contract.ts";
import { isRefused, isUnchecked, type Progress } from "../engine/engine.ts";
import { layoutOf } from "../puzzle/layout.ts";
import type { TabProps } from "../page.ts";
import { words } from "../words.ts";
import { shownAlone, shownStep, storyOf, type Story } from "./story.ts";
import "./why.css";

type Found =
  | { kind: "working"; progress: Progress | null }
  | { kind: "graded"; graded: Graded; story: Story | null }
  | { kind: "not"; why: string };

/** Edits in quick succession are one question. */
const PAUSE = 300;

/** The last story, kept while another tab is looked at. */
let last: { key: string; found: Found; at: number } | undefined;

export function Why({ engine, puzzle, revision, show }: TabProps) {
  const file = useMemo(() => JSON.parse(puzzle), [puzzle]);
  const key = useMemo(() => {
    const { title, author, rules, source, warnings, drawings, entries, ...logic } = file;
    return JSON.stringify(logic);
  }, [revision]);
  const [found, setFound] = useState<Found>(last?.key === key ? last.found : { kind: "working", progress: null });
  const [at, setAt] = useState(last?.key === key ? last.at : 0);

  useEffect(() => {
    if (last?.key === key) return;
    const asking = new AbortController();
    setFound({ kind: "working", progress: null });
    setAt(0);
    const timer = setTimeout(async () => {
      const tell = (found: Found) => {
        if (asking.signal.aborted) return;
        if (found.kind !== "working") last = { key, found, at: 0 };
        setFound(found);
      };
      try {
        const onProgress = (progress: Progress) => tell({ kind: "working", progress });
        const answer = await engine.ask({ ask: "grade", explain: true, puzzle }, { signal: asking.signal, onProgress });
        if (isRefused(answer)) tell({ kind: "not", why: answer.error.message });
        else if (isUnchecked(answer)) tell({ kind: "not", why: words.why.unchecked });
        else if (answer.verdict !== "unique") tell({ kind: "not", why: words.why.not[answer.verdict] });
        else tell({ kind: "graded", graded: answer, story: storyOf(answer, layoutOf(file).columns) });
      } catch (error) {
        if (!asking.signal.aborted) setFound({ kind: "not", why: (error as Error).message });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key]);

  const story = found.kind === "graded" ? found.story : null;
  useEffect(() => {
    if (last && last.key === key) last.at = at;
    show(story ? shownStep(story, at) : null);
  }, [story, at]);
  useEffect(() => () => show(null), []);

  return (
    <div class="stack why">
      {found.kind === "working" && <Working progress={found.progress} />}
      {found.kind === "not" && <p class="note-box">{found.why}</p>}
      {found.kind === "graded" && <Summary graded={found.graded} story={story} />}
      {story && story.steps.length > 0 && <Player story={story} at={at} go={setAt} />}
      <Hints engine={engine} puzzle={puzzle} revision={revision} show={(hinted) => show(hinted?.step ? shownAlone(hinted.step) : story ? shownStep(story, at) : null)} />
    </div>
  );
}

function Working({ progress }: { progress: Progress | null }) {
  return (
    <p class="row muted" role="status">
      <span class="spinner" />
      {progress ? words.why.doing(progress.doing, progress.done, progress.of ?? null) : words.why.working}
    </p>
  );
}

function Summary({ graded, story }: { graded: Graded; story: Story | null }) {
  const { rating, tier, minutes, minutes_range: range, steps, effort, ended, searched, technique } = graded;
  if (rating === undefined || rating === null) return null;
  return (
    <section class="stack tight" aria-label={words.why.grade}>
      <p class="grade-line">
        <strong class="rating">{rating.toFixed(1)}</strong>
        <span class="chip">{tier}</span>
        {minutes !== undefined && minutes !== null && <span>{words.why.minutes(minutes, (range as [number, number] | null | undefined) ?? null)}</span>}
      </p>
      <p class="muted">{words.why.facts(steps ?? 0, Math.round(effort ?? 0), technique?.replaceAll("-", " ") ?? null)}</p>
      {ended === "limit" && <p class="note-box warn">{words.why.limit}</p>}
      {searched && <p class="note-box warn">{words.why.searched}</p>}
      {story && <Histogram story={story} />}
    </section>
  );
}

function Histogram({ story }: { story: Story }) {
  const most = Math.max(1, ...story.tiers.map(({ steps }) => steps));
  // Tiers above the hardest step say nothing.
  const shown = story.tiers.slice(0, story.tiers.findLastIndex(({ steps }) => steps > 0) + 1);
  return (
    <table class="histogram">
      <caption class="visually-hidden">{words.why.histogram}</caption>
      <tbody>
        {shown.map(({ name, steps }, tier) => (
          <tr key={name} class={steps === 0 ? "none" : undefined}>
            <th scope="row">{name}</th>
            <td>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class={`tier tier-${tier}`} width={(100 * steps) / most} height="8" />
              </svg>
            </td>
            <td class="count">{steps}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const SPEED = 1400;

/** Drawn, as fonts without these characters are common. */
const SIGNS = {
  first: "M4 4v12M15 4 7 10l8 6z",
  back: "m12 4-6 6 6 6",
  play: "M6 4v12l10-6z",
  pause: "M7 4v12M13 4v12",
  forward: "m8 4 6 6-6 6",
  last: "M16 4v12M5 4l8 6-8 6z",
};

const Sign = ({ d }: { d: string }) => (
  <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
    <path d={d} />
  </svg>
);

function Player({ story, at, go }: { story: Story; at: number; go: (at: number) => void }) {
  const [playing, play] = useState(false);
  const end = story.steps.length;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!playing) return;
    if (at >= end) return play(false);
    const timer = setTimeout(() => go(at + 1), SPEED);
    return () => clearTimeout(timer);
  }, [playing, at]);
  useEffect(() => list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" }), [at]);
  const move = (to: number) => {
    play(false);
    go(Math.min(end, Math.max(0, to)));
  };
  const button = (label: string, sign: string, to: number) => (
    <button type="button" class="button quiet round" aria-label={label} title={label} disabled={to < 0 || to > end || to === at} onClick={() => move(to)}>
      <Sign d={sign} />
    </button>
  );
  const step = story.steps[at];
  return (
    <section class="stack tight" aria-label={words.why.story}>
      <div class="row wrap player">
        {button(words.why.first, SIGNS.first, 0)}
        {button(words.why.back, SIGNS.back, at - 1)}
        <button type="button" class="button quiet round" aria-label={playing ? words.why.pause : words.why.play} aria-pressed={playing} onClick={() => play(!playing && at < end)}>
          <Sign d={playing ? SIGNS.pause : SIGNS.play} />
        </button>
        {button(words.why.forward, SIGNS.forward, at + 1)}
        {button(words.why.last, SIGNS.last, end)}
        {story.breakIn >= 0 && (
          <button type="button" class="button small" onClick={() => move(story.breakIn)}>
            {words.why.breakIn}
          </button>
        )}
        {story.hardest !== story.breakIn && (
          <button type="button" class="button small" onClick={() => move(story.hardest)}>
            {words.why.hardest}
          </button>
        )}
      </div>
      <div class="track">
        <svg class="tiers" viewBox={`0 0 ${end} 6`} preserveAspectRatio="none" aria-hidden="true">
          {story.tierOf.map((tier, i) => (
            <rect key={i} class={`tier tier-${tier}`} x={i} width="1.02" height="6" />
          ))}
        </svg>
        <input
          type="range"
          min="0"
          max={end}
          value={at}
          aria-label={words.why.slider}
          aria-valuetext={step ? words.why.nth(at + 1, end) : words.why.solved}
          onInput={(event) => move(Number(event.currentTarget.value))}
        />
      </div>
      <p class="sentence" aria-live="polite">
        {step ? (
          <>
            <span class="muted">{words.why.nth(at + 1, end)}</span> {marks(story, at)}
            <br />
            {step.text}
          </>
        ) : (
          words.why.solved
        )}
      </p>
      <ol class="steps" ref={list}>
        {story.steps.map((step, i) => (
          <li key={i} aria-current={i === at ? "step" : undefined}>
            <button type="button" onClick={() => move(i)}>
              <span class={`dot tier tier-${story.tierOf[i]}`} />
              <span class="grow">{step.text}</span>
              {marks(story, i)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function marks(story: Story, i: number) {
  if (i === story.breakIn) return <span class="badge">{words.why.breakIn}</span>;
  if (i === story.hardest) return <span class="badge">{words.why.hardest}</span>;
  return null;
}

const STRENGTHS: Strength[] = ["where", "technique", "step"];

function Hints({ engine, puzzle, revision, show }: Pick<TabProps, "engine" | "puzzle" | "revision"> & { show: (hinted: Hinted | null) => void }) {
  const [said, say] = useState<string | null>(null);
  const [asking, setAsking] = useState<AbortController | null>(null);
  useEffect(() => say(null), [revision, puzzle]);
  useEffect(() => () => asking?.abort(), [asking]);
  const ask = async (strength: Strength) => {
    const control = new AbortController();
    setAsking(control);
    say(words.why.hinting);
    try {
      const answer = await engine.ask({ ask: "hint", strength, puzzle }, { signal: control.signal });
      if (control.signal.aborted) return;
      if (isRefused(answer)) return say(answer.error.message);
      if (isUnchecked(answer)) return say(words.why.unchecked);
      const wrong = (answer.wrong ?? []).map(({ cell, digit }) => `${cell} = ${digit}`);
      say(answer.outcome === "step" ? (answer.hint ?? "") : words.why.outcome[answer.outcome](wrong.join(", "), answer.verdict === "unique"));
      show(answer);
    } catch (error) {
      if (!control.signal.aborted) say((error as Error).message);
    }
  };
  return (
    <section class="stack tight hints" aria-label={words.why.hint}>
      <div class="row wrap">
        <span class="muted grow">{words.why.hintFrom}</span>
        {STRENGTHS.map((strength) => (
          <button key={strength} type="button" class="button small" onClick={() => void ask(strength)}>
            {words.why.strengths[strength]}
          </button>
        ))}
      </div>
      <p class="hint-text" role="status">
        {said}
      </p>
    </section>
  );
}

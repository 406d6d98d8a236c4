// The tab Why. It shows step by step how a person would solve the puzzle and how hard that is, and gives hints from
// the solver's position.
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Graded, Hinted, Strength } from "../engine/contract.ts";
import { isRefused, isUnchecked, type Progress } from "../engine/engine.ts";
import { layoutOf } from "../puzzle/layout.ts";
import type { Highlights, TabProps } from "../page.ts";
import { MoreOptions, useOptions } from "../assist/options.tsx";
import { refusalText } from "../parts/refusal.ts";
import { words } from "../words.ts";
import { Named } from "./named.tsx";
import { sentenceAt, shownAlone, shownSentence, shownStep, storyOf, type Story, type Told } from "./story.ts";
import "./why.css";

type Found =
  | { kind: "working"; progress: Progress | null }
  | { kind: "graded"; graded: Graded; story: Story | null }
  | { kind: "not"; why: string };

/** Time to wait after an edit, in milliseconds, so that several quick edits lead to only one question. */
const PAUSE = 300;

/** The reader's position: a step of the path, and the sentence of the story about this step. */
interface Place {
  at: number;
  sentence: number | null;
}

/** The last story, which is kept while another tab is open. */
let last: { key: string; found: Found; place: Place } | undefined;

/** The last chosen view: the story, or every step of the path. */
let readAs: "story" | "steps" = "story";

const start = (): Place => ({ at: 0, sentence: readAs === "story" ? 0 : null });

function shownAt(story: Story, { at, sentence }: Place): Highlights {
  const told = sentence === null ? undefined : story.sentences[sentence];
  return told ? shownSentence(story, told) : shownStep(story, at);
}

export function Why({ engine, puzzle, revision, filled, show }: TabProps) {
  const file = useMemo(() => JSON.parse(puzzle), [puzzle]);
  const options = useOptions("grade", ["explain", "story"]);
  const chosen = JSON.stringify(options.request);
  const key = useMemo(() => {
    // A grade depends neither on the texts nor on typed digits, so changes to these keep the story.
    const { title, author, rules, source, message, warnings, drawings, entries, ...logic } = file;
    return JSON.stringify(logic) + chosen;
  }, [revision, chosen]);
  const [found, setFound] = useState<Found>(last?.key === key ? last.found : { kind: "working", progress: null });
  const [place, setPlace] = useState(last?.key === key ? last.place : start);

  useEffect(() => {
    // The puzzle may be the last one again, because an edit was undone before its answer arrived.
    if (last?.key === key) return (setFound(last.found), setPlace(last.place));
    const asking = new AbortController();
    setFound({ kind: "working", progress: null });
    setPlace(start());
    const timer = setTimeout(async () => {
      const tell = (found: Found) => {
        if (asking.signal.aborted) return;
        if (found.kind !== "working") last = { key, found, place: start() };
        setFound(found);
      };
      try {
        const onProgress = (progress: Progress) => tell({ kind: "working", progress });
        const answer = await engine.ask({ ...options.request, ask: "grade", explain: true, story: true, puzzle }, { signal: asking.signal, onProgress });
        if (isRefused(answer)) tell({ kind: "not", why: refusalText(answer.error) });
        else if (isUnchecked(answer)) tell({ kind: "not", why: words.why.unchecked });
        else if (answer.verdict !== "unique" && !answer.path?.length) tell({ kind: "not", why: words.why.not[answer.verdict] });
        else tell({ kind: "graded", graded: answer, story: storyOf(answer, layoutOf(file).columns) });
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

  const story = found.kind === "graded" ? found.story : null;
  useEffect(() => {
    if (last && last.key === key) last.place = place;
    show(story ? shownAt(story, place) : null);
  }, [story, place]);
  useEffect(() => () => show(null), []);

  return (
    <div class="stack why">
      {found.kind === "working" && <Working progress={found.progress} />}
      {found.kind === "not" && <p class="note-box">{found.why}</p>}
      {found.kind === "graded" && <Summary graded={found.graded} story={story} />}
      <Hints engine={engine} puzzle={puzzle} revision={revision} filled={filled} show={(hinted) => show(hinted?.step ? shownAlone(hinted.step) : story ? shownAt(story, place) : null)} />
      {story && story.steps.length > 0 && <Reader story={story} place={place} go={setPlace} />}
      <MoreOptions {...options} />
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
  const { rating, tier, minutes, minutes_range: range, stars, percentile, steps, effort, ended, searched, technique } = graded;
  if (rating === undefined || rating === null) return null;
  return (
    <section class="stack tight" aria-label={words.why.grade}>
      <p class="grade-line">
        <strong class="rating">{rating.toFixed(1)}</strong>
        <span class="chip">{tier}</span>
        {minutes !== undefined && minutes !== null && <span>{words.why.minutes(minutes, (range as [number, number] | null | undefined) ?? null)}</span>}
      </p>
      {typeof stars === "number" && typeof percentile === "number" && (
        <p>
          <span role="img" aria-label={words.why.stars(stars)}>
            {"★".repeat(stars) + "☆".repeat(5 - stars)}
          </span>{" "}
          {words.why.rank(percentile)}
        </p>
      )}
      <p class="muted">{words.why.facts(steps ?? 0, Math.round(effort ?? 0), technique?.replaceAll("-", " ") ?? null)}</p>
      {ended === "limit" && <p class="note-box warn">{words.why.limit}</p>}
      {searched && <p class="note-box warn">{words.why.searched}</p>}
      {typeof graded.refused === "number" && <p class="hint">{words.why.verified(steps ?? 0, graded.refused, graded.unchecked ?? 0)}</p>}
      {story && <Histogram story={story} />}
    </section>
  );
}

function Histogram({ story }: { story: Story }) {
  const most = Math.max(1, ...story.tiers.map(({ steps }) => steps));
  // Tiers above that of the hardest step are empty, so they are left out.
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

/** The symbols of the player's buttons, drawn as shapes because many fonts lack the characters. */
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

interface Reading {
  story: Story;
  place: Place;
  go: (place: Place) => void;
}

/** Shows the story sentence by sentence, or the path step by step, in the same player. */
function Reader({ story, place, go }: Reading) {
  const told = story.sentences.length > 0;
  const [as, setAs] = useState<"story" | "steps">(told ? readAs : "steps");
  const [playing, play] = useState(false);
  const end = story.steps.length;
  const { at } = place;
  const inStory = told && as === "story";
  const to = (step: number): Place => ({ at: step, sentence: inStory && step < end ? sentenceAt(story, step) : null });
  const toSentence = (sentence: number): Place => ({ at: story.sentences[sentence]?.steps[0] ?? end, sentence: sentence < story.sentences.length ? sentence : null });
  const current = place.sentence ?? (at < end ? sentenceAt(story, at) : story.sentences.length);
  const moved = (by: 1 | -1): Place => (inStory ? toSentence(Math.max(0, current + by)) : to(Math.min(end, Math.max(0, at + by))));
  useEffect(() => {
    if (!playing) return;
    if (at >= end) return play(false);
    // A sentence can describe several steps, so it is shown for a longer time than a step.
    const timer = setTimeout(() => go(moved(1)), inStory ? SPEED * 2 : SPEED);
    return () => clearTimeout(timer);
  }, [playing, place, inStory]);
  const move = (place: Place) => {
    play(false);
    go(place);
  };
  const choose = (as: "story" | "steps") => {
    readAs = as;
    setAs(as);
    go({ at, sentence: as === "story" && at < end ? sentenceAt(story, at) : null });
  };
  const button = (label: string, sign: string, target: Place, idle: boolean) => (
    <button type="button" class="button quiet round" aria-label={label} title={label} disabled={idle} onClick={() => move(target)}>
      <Sign d={sign} />
    </button>
  );
  const first = inStory ? current <= 0 : at === 0;
  // In the story, find the sentence about the step.
  const jump = (label: string, step: number, mark: (told: Told) => boolean) => {
    const sentence = inStory ? story.sentences.findIndex(mark) : -1;
    return (
      <button type="button" class="button small" onClick={() => move(sentence >= 0 ? toSentence(sentence) : to(step))}>
        {label}
      </button>
    );
  };
  return (
    <section class="stack tight" aria-label={words.why.story}>
      <div class="player-box">
        <div class="row player">
          {button(words.why.first, SIGNS.first, to(0), first)}
          {button(inStory ? words.why.sentenceBack : words.why.back, SIGNS.back, moved(-1), first)}
          <button type="button" class="button quiet round" aria-label={playing ? words.why.pause : words.why.play} aria-pressed={playing} onClick={() => play(!playing && at < end)}>
            <Sign d={playing ? SIGNS.pause : SIGNS.play} />
          </button>
          {button(inStory ? words.why.sentenceOn : words.why.forward, SIGNS.forward, moved(1), at >= end)}
          {button(words.why.last, SIGNS.last, to(end), at >= end)}
          <span class="grow" />
          <span class="muted place">{at < end ? words.why.nth(at + 1, end) : words.why.solved}</span>
        </div>
        <Track story={story} at={at} go={(step) => move(to(step))} />
      </div>
      <div class="row wrap">
        {told && (
          <fieldset class="choice">
            <legend class="visually-hidden">{words.why.readAs}</legend>
            {(["story", "steps"] as const).map((one) => (
              <label key={one}>
                <input type="radio" name="telling" checked={as === one} onChange={() => choose(one)} />
                <span>{words.why.views[one]}</span>
              </label>
            ))}
          </fieldset>
        )}
        <span class="grow" />
        <span class="row jumps">
          {story.breakIn >= 0 && jump(words.why.breakIn, story.breakIn, ({ isBreakIn }) => isBreakIn)}
          {story.hardest >= 0 && story.hardest !== story.breakIn && jump(words.why.hardest, story.hardest, ({ isHardest }) => isHardest)}
        </span>
      </div>
      {told && <Telling story={story} current={at < end ? current : -1} hidden={!inStory} go={(sentence) => move(toSentence(sentence))} />}
      <Steps story={story} at={at} hidden={inStory} go={(step) => move(to(step))} />
    </section>
  );
}

function Track({ story, at, go }: { story: Story; at: number; go: (step: number) => void }) {
  const end = story.steps.length;
  return (
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
        aria-valuetext={at < end ? words.why.nth(at + 1, end) : words.why.solved}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** Scrolls to the current element when it changes, but not when the list appears for the first time. */
function useInSight(box: RefObject<HTMLElement | null>, current: number, hidden: boolean) {
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (hidden) return;
    if (shown.current !== null && shown.current !== current) box.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
    shown.current = current;
  }, [current, hidden]);
}

/** Shows the story. If a sentence is chosen, its clues and cells are shown on the board. */
function Telling({ story, current, hidden, go }: { story: Story; current: number; hidden: boolean; go: (sentence: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useInSight(box, current, hidden);
  let next = 0;
  return (
    <div class="telling" ref={box} hidden={hidden}>
      <p class="visually-hidden" aria-live="polite">
        {story.sentences[current]?.text ?? words.why.solved}
      </p>
      {story.paragraphs.map((paragraph, i) => (
        <section key={i}>
          <h3>{paragraph.title}</h3>
          <p>
            {paragraph.sentences.map((told) => {
              const sentence = next++;
              return (
                <button
                  key={sentence}
                  type="button"
                  class={told.isBreakIn || told.isHardest ? "turn" : undefined}
                  aria-current={sentence === current ? "step" : undefined}
                  onClick={() => go(sentence)}
                >
                  <Named {...told} />
                </button>
              );
            })}
          </p>
        </section>
      ))}
    </div>
  );
}

function Steps({ story, at, hidden, go }: { story: Story; at: number; hidden: boolean; go: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  useInSight(list, at, hidden);
  const end = story.steps.length;
  const step = story.steps[at];
  return (
    <div class="stack tight" hidden={hidden}>
      <p class="sentence" aria-live="polite">
        {step ? (
          <>
            <span class="muted">{words.why.nth(at + 1, end)}</span> {marks(story, at)}
            <br />
            <Named text={step.text} spans={step.spans ?? []} />
          </>
        ) : (
          words.why.solved
        )}
      </p>
      <ol class="steps" ref={list}>
        {story.steps.map((step, i) => (
          <li key={i} aria-current={i === at ? "step" : undefined}>
            <button type="button" onClick={() => go(i)}>
              <span class={`dot tier tier-${story.tierOf[i]}`} />
              <span class="grow">{step.text}</span>
              {marks(story, i)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function marks(story: Story, i: number) {
  if (i === story.breakIn) return <span class="badge">{words.why.breakIn}</span>;
  if (i === story.hardest) return <span class="badge">{words.why.hardest}</span>;
  return null;
}

const STRENGTHS: Strength[] = ["where", "technique", "step"];

function Hints({ engine, puzzle, revision, filled, show }: Pick<TabProps, "engine" | "puzzle" | "revision" | "filled"> & { show: (hinted: Hinted | null) => void }) {
  const [said, say] = useState<string | null>(null);
  const [asking, setAsking] = useState<AbortController | null>(null);
  useEffect(() => say(null), [revision, puzzle]);
  // A hint about an earlier grid must not arrive after an edit.
  useEffect(() => () => asking?.abort(), [asking, revision, puzzle]);
  const ask = async (strength: Strength) => {
    const control = new AbortController();
    setAsking(control);
    say(words.why.hinting);
    try {
      const answer = await engine.ask({ ask: "hint", strength, after: filled, puzzle }, { signal: control.signal });
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
      <p class="muted">{words.why.hintFrom}</p>
      <div class="row wrap">
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

// Converts the path of a grade into a story: the board before and after each step, and the turning points.
import type { Explained, Graded, Named, Span } from "../engine/contract.ts";
import type { Highlights } from "../page.ts";

export interface Tier {
  name: string;
  steps: number;
}

/** A sentence of the story, with the steps that it describes. */
export interface Told {
  text: string;
  spans: Span[];
  /** The steps in the order of the path; never empty. */
  steps: number[];
  isBreakIn: boolean;
  isHardest: boolean;
}

export interface Story {
  steps: Explained[];
  /** A paragraph for each phase of the solve, with only the steps that the solution depends on. */
  paragraphs: { title: string; sentences: Told[] }[];
  /** The sentences of all paragraphs. */
  sentences: Told[];
  /** The tiers from easy to hard, including tiers without a step. */
  tiers: Tier[];
  /** For each step, the index of its tier in `tiers`. */
  tierOf: number[];
  /**
   * The index of the step that the story marks as the hardest: the first step with the highest rating; -1 if there is
   * none.
   */
  hardest: number;
  /**
   * The index of the step that the story marks as the break-in: the hardest step up to the first digit; -1 if that
   * step is a single.
   */
  breakIn: number;
  /** The names of the cells in reading order, and the cells' candidates before the first step. */
  cells: string[];
  start: number[][];
}

/** Returns the story of a grade; null if the grade was requested without its steps. */
export function storyOf(graded: Graded, columns: number): Story | null {
  const { path: steps, start, tiers } = graded;
  if (!steps || !start) return null;
  const counted = (tiers ?? []).map(([name, steps]) => ({ name, steps }) as Tier);
  // Each tier is a range of ratings, so sorting the steps by rating also sorts them by tier.
  const byRating = steps.map((_, i) => i).sort((a, b) => (steps[a]?.rating ?? 0) - (steps[b]?.rating ?? 0));
  const tierOf = Array.from(steps, () => 0);
  let next = 0;
  counted.forEach(({ steps }, tier) => {
    for (const step of byRating.slice(next, next + steps)) tierOf[step] = tier;
    next += steps;
  });
  const most = Math.max(...steps.map(({ rating }) => rating));
  const paragraphs = toldBy(graded);
  const sentences = paragraphs.flatMap(({ sentences }) => sentences);
  const marked = (mark: (told: Told) => boolean) => sentences.find(mark)?.steps[0];
  const hardest = marked(({ isHardest }) => isHardest) ?? steps.findIndex(({ rating }) => rating === most);
  const breakIn = marked(({ isBreakIn }) => isBreakIn) ?? -1;
  const cells = start.map((_, cell) => `R${Math.floor(cell / columns) + 1}C${(cell % columns) + 1}`);
  return { steps, paragraphs, sentences, tiers: counted, tierOf, hardest, breakIn, cells, start };
}

function toldBy(graded: Graded): Story["paragraphs"] {
  return (graded.story ?? []).map(({ title, sentences }) => ({
    title,
    sentences: sentences
      .filter(({ steps }) => steps.length > 0)
      .map(({ text, spans, steps, break_in, hardest }) => ({ text, spans, steps, isBreakIn: break_in ?? false, isHardest: hardest ?? false })),
  }));
}

/**
 * Returns the index of the sentence that describes a step. If the solution does not depend on the step, returns the index
 * of the previous sentence. Returns -1 after the last step.
 */
export function sentenceAt({ sentences, steps }: Story, step: number): number {
  if (step >= steps.length) return -1;
  const telling = sentences.findIndex(({ steps }) => steps.includes(step));
  if (telling >= 0) return telling;
  return Math.max(0, sentences.findLastIndex(({ steps: [first = 0] }) => first <= step));
}

export interface Position {
  candidates: Map<string, Set<number>>;
  digits: Map<string, number>;
}

/** Returns the board before a step. If `step` is the number of steps, this is the board at the end. */
export function positionBefore(story: Story, step: number): Position {
  const candidates = new Map(story.cells.map((cell, i) => [cell, new Set(story.start[i])]));
  const digits = new Map<string, number>();
  for (const { placed, removed, seen } of story.steps.slice(0, step)) {
    for (const [cell, gone] of (removed ?? []) as [string, number[]][]) for (const digit of gone) candidates.get(cell)?.delete(digit);
    if (!placed) continue;
    const [cell, digit] = placed as [string, number];
    digits.set(cell, digit);
    candidates.set(cell, new Set([digit]));
    for (const other of seen ?? []) candidates.get(other)?.delete(digit);
  }
  return { candidates, digits };
}

/** Returns the highlights of a step: its clues and cells on the board before the step. */
export function shownStep(story: Story, step: number): Highlights {
  const before = shownBoard(story, step);
  const explained = story.steps[step];
  if (!explained) return before;
  const alone = shownAlone(explained);
  return { ...before, ...alone, digits: { ...before.digits, ...alone.digits } };
}

function shownBoard(story: Story, step: number): Highlights {
  const { candidates, digits } = positionBefore(story, step);
  const known: Record<string, number[]> = {};
  for (const [cell, set] of candidates) if (!digits.has(cell)) known[cell] = [...set];
  return { candidates: known, digits: Object.fromEntries(digits) };
}

/**
 * Returns the highlights of a sentence: the clues and cells of all its steps, on the board before the first of them.
 */
export function shownSentence(story: Story, { steps }: Told): Highlights {
  const before = shownBoard(story, steps[0] ?? 0);
  const alone = steps.flatMap((step) => story.steps[step] ?? []).map((step) => shownAlone(step));
  return {
    ...before,
    cells: alone.flatMap(({ cells }) => cells ?? []),
    clues: alone.flatMap(({ clues }) => clues ?? []),
    struck: alone.flatMap(({ struck }) => struck ?? []),
    // Highlights have room for only one chain, so the chains of several steps are left out.
    chain: alone.length === 1 ? (alone[0]?.chain ?? []) : [],
    digits: Object.assign({}, before.digits, ...alone.map(({ digits }) => digits)) as Record<string, number>,
  };
}

/** Returns the highlights of a step on its own, without the board before the step. */
export function shownAlone({ placed, removed, pattern, cites, chain }: Explained): Highlights {
  const [target, digit] = (placed ?? []) as [string?, number?];
  // Letters and cells of layers are not on the board.
  const inGrid = (cell: string): boolean => /^R\d+C\d+$/.test(cell);
  const cells: NonNullable<Highlights["cells"]> = pattern.filter(inGrid).map((cell) => ({ cell, kind: "pattern" }));
  if (target) cells.push({ cell: target, kind: "placed" });
  return {
    cells,
    clues: cites.filter((cite) => cite.cells.length > 0).map(({ rule, cells }) => ({ rule, cells, kind: "cited" })),
    struck: ((removed ?? []) as [string, number[]][]).filter(([cell]) => inGrid(cell)).map(([cell, digits]) => ({ cell, digits })),
    ...(chain && chain.length > 0 ? { chain } : {}),
    ...(target && digit !== undefined ? { digits: { [target]: digit } } : {}),
  };
}

/** Returns the names of clues and houses, each once. */
export const namesOf = (clues: Named[]): string[] => [...new Set(clues.map(({ name }) => name))];

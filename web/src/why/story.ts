// The path of a grade as a story: the board before and after each step, and where it turns.
import type { Explained, Graded, Named } from "../engine/contract.ts";
import type { Highlights } from "../page.ts";

export interface Tier {
  name: string;
  steps: number;
}

export interface Story {
  steps: Explained[];
  /** From easy to hard, with those that have no step. */
  tiers: Tier[];
  /** The place of each step's tier in `tiers`. */
  tierOf: number[];
  /** The step with the highest rating; the first of several. -1 where there is none. */
  hardest: number;
  /** The first step of the tier that the hardest belongs to: where the solve is won. */
  breakIn: number;
  /** Names of the cells in reading order, and their candidates before the first step. */
  cells: string[];
  start: number[][];
}

/** The story of a grade that was asked for with its steps; null of one without. */
export function storyOf(graded: Graded, columns: number): Story | null {
  const { path: steps, start, tiers } = graded;
  if (!steps || !start) return null;
  const counted = (tiers ?? []).map(([name, steps]) => ({ name, steps }) as Tier);
  // Tiers part the ratings, so that sorting the steps by rating sorts them by tier.
  const byRating = steps.map((_, i) => i).sort((a, b) => (steps[a]?.rating ?? 0) - (steps[b]?.rating ?? 0));
  const tierOf = Array.from(steps, () => 0);
  let next = 0;
  counted.forEach(({ steps }, tier) => {
    for (const step of byRating.slice(next, next + steps)) tierOf[step] = tier;
    next += steps;
  });
  const most = Math.max(...steps.map(({ rating }) => rating));
  const hardest = steps.findIndex(({ rating }) => rating === most);
  const breakIn = tierOf.findIndex((tier) => tier === tierOf[hardest]);
  const cells = start.map((_, cell) => `R${Math.floor(cell / columns) + 1}C${(cell % columns) + 1}`);
  return { steps, tiers: counted, tierOf, hardest, breakIn, cells, start };
}

export interface Position {
  candidates: Map<string, Set<number>>;
  digits: Map<string, number>;
}

/** The board before a step; with the number of steps, after the last one. */
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

/** What the board shows of a step: its clues and cells over the position before it. */
export function shownStep(story: Story, step: number): Highlights {
  const { candidates, digits } = positionBefore(story, step);
  const explained = story.steps[step];
  const known: Record<string, number[]> = {};
  for (const [cell, set] of candidates) if (!digits.has(cell)) known[cell] = [...set];
  return { candidates: known, digits: Object.fromEntries(digits), ...(explained ? shownAlone(explained, digits) : {}) };
}

/** What the board shows of a step by itself, as a hint gives it. */
export function shownAlone({ placed, removed, pattern, cites, chain }: Explained, digits: Map<string, number> = new Map()): Highlights {
  const [target, digit] = (placed ?? []) as [string?, number?];
  const inGrid = (cell: string): boolean => /^R\d+C\d+$/.test(cell);
  const cells: NonNullable<Highlights["cells"]> = pattern.filter(inGrid).map((cell) => ({ cell, kind: "pattern" }));
  if (target) cells.push({ cell: target, kind: "placed" });
  return {
    cells,
    clues: cites.filter((cite) => cite.cells.length > 0).map(({ rule, cells }) => ({ rule, cells, kind: "cited" })),
    struck: ((removed ?? []) as [string, number[]][]).filter(([cell]) => inGrid(cell)).map(([cell, digits]) => ({ cell, digits })),
    ...(chain && chain.length > 0 ? { chain } : {}),
    ...(target && digit !== undefined ? { digits: { ...Object.fromEntries(digits), [target]: digit } } : {}),
  };
}

/** The names of clues and houses, each once. */
export const namesOf = (clues: Named[]): string[] => [...new Set(clues.map(({ name }) => name))];

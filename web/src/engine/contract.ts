// Generated from docs/ask.schema.json by scripts/types.mjs; do not edit.

/**
 * A question with its puzzle, as text in any format.
 * 
 * ```json
 * { "ask": "check", "puzzle": "https://f-puzzles.com/?load=…", "limits": { "seconds": 2 } }
 * ```
 * 
 * Unknown keys are refused.
 */
export type Request = ({
/**
 * The puzzle's text; empty if the question needs no puzzle.
 */
puzzle?: string
read?: Read
} & Request1)
export type Request1 = ({
ask: "check"
limits?: Bounds
} | {
ask: "solve"
/**
 * Maximum number of solutions; 2 if left out.
 */
most?: (number | null)
limits?: Bounds
} | {
ask: "count"
/**
 * Maximum number to count; no maximum if left out.
 */
most?: (number | null)
limits?: Bounds
} | {
ask: "conflicts"
} | {
ask: "candidates"
/**
 * Count solutions up to this number, at least 1.
 */
cap?: number
limits?: Bounds
} | {
ask: "estimate"
/**
 * Random seed: the same seed gives the same estimate.
 */
seed?: number
limits?: Bounds
} | {
ask: "grade"
techniques?: Choice
/**
 * `true` to return the steps with their reasons.
 */
explain?: boolean
/**
 * `true` to return the steps that the solution depends on as a story.
 */
story?: boolean
/**
 * `true` to prove every step again from its citations alone.
 */
verify?: boolean
/**
 * `true` to grade a puzzle even if it is not unique, as far as logic gets.
 */
force?: boolean
limits?: Bounds
} | {
ask: "hint"
strength?: Strength
techniques?: Choice
/**
 * The cell that was filled last, such as `R3C4`: of the easiest steps, the nearest one is chosen. If only one digit is typed, its
 * cell is the default.
 */
after?: (string | null)
/**
 * The solver's pencil marks: the remaining candidates by the name of the cell. Marks without the digit of the only solution are
 * reported as wrong.
 */
marks?: {
[k: string]: number[]
}
limits?: Bounds
} | {
ask: "diagnose"
/**
 * Maximum number of conflicts to list.
 */
max_sets?: number
/**
 * `true` if rows, columns and boxes may be to blame too.
 */
layout?: boolean
/**
 * Maximum number of solutions to count without a clue.
 */
cap?: number
/**
 * `true` to grade a unique puzzle, and grade it again without each redundant clue.
 */
grades?: boolean
/**
 * The seed for a minimal selection of clues; none is made if left out. The question `minimise` has more options.
 */
minimise?: (number | null)
/**
 * An earlier version of the puzzle, in any format, to find the change that is to blame.
 */
was?: (string | null)
limits?: Bounds
} | {
ask: "since"
/**
 * The earlier version, in any format.
 */
was: string
limits?: Bounds
} | {
ask: "same"
/**
 * The other puzzle, in any format.
 */
other: string
} | {
ask: "minimise"
/**
 * Random seed for the order in which clues are tried.
 */
seed?: number
/**
 * The parts to keep: names of rules, `givens`, or cells whose givens are kept.
 */
keep?: string[]
symmetry?: Symmetry
/**
 * `true` to keep the break-in and the hardest step.
 */
keep_path?: boolean
/**
 * `true` to remove parts of clues too: a cage's sum, the end of a line.
 */
values?: boolean
/**
 * List all minimal selections of at most this many clues and givens.
 */
size?: (number | null)
/**
 * List all selections of the smallest size.
 */
fewest?: boolean
techniques?: Choice
limits?: Bounds
} | {
ask: "suggest"
/**
 * The rules whose clues may be added, and `given`; if empty, the rules that the puzzle uses, and givens.
 */
rules?: string[]
/**
 * For a unique puzzle: how much its rating should rise; a negative number makes it easier.
 */
shift?: (number | null)
/**
 * Maximum number of suggestions.
 */
most?: number
/**
 * Random seed for the positions to try.
 */
seed?: number
techniques?: Choice
limits?: Bounds
} | {
ask: "generate"
/**
 * Number of puzzles: 1 to 10,000 in one answer.
 */
count?: number
/**
 * Random seed: the same seed gives the same puzzles.
 */
seed?: number
/**
 * The rules of the puzzles' clues; empty for plain sudoku.
 */
rules?: RuleCount[]
/**
 * Rows of the grid, 4 to 16.
 */
size?: number
/**
 * The symmetry of the clues and givens. If left out, each variant's clues get a random symmetry or none, and givens are
 * unrestricted.
 */
symmetry?: (Symmetry | null)
/**
 * Maximum number of givens in a variant; the rules without a count get more clues to make up for them. If left out, it is 4 or, if
 * no rule has a count, 2 more than the rules force.
 */
givens?: (number | null)
/**
 * The range of the puzzles' ratings.
 */
rating?: (Band | null)
/**
 * A technique that the puzzles must need: they are harder without it.
 */
technique?: (string | null)
techniques?: Choice
/**
 * Maximum number of grids tried for each puzzle.
 */
tries?: number
limits?: Bounds
} | {
ask: "fill"
/**
 * Number of different puzzles, at least 1.
 */
count?: number
/**
 * Random seed: the same seed gives the same puzzles.
 */
seed?: number
/**
 * List all fillings instead, and prove that there are no others.
 */
all?: boolean
/**
 * Keep searching until a limit is reached, and return the best filling.
 */
best?: (Best | null)
techniques?: Choice
/**
 * Maximum number of steps of the search.
 */
steps?: number
limits?: Bounds
} | {
ask: "convert"
/**
 * The name of the format: `fpuzzles`; `dimacs`, `opb` and `minizinc` write a formula or a model for other solvers.
 */
to: string
/**
 * Find the solution if the puzzle states none and the format can store one. It is written only if it is proven unique within ten
 * seconds.
 */
solve?: boolean
} | {
ask: "apply"
/**
 * The edits, applied one after another in the order of the list.
 */
edits: Edit[]
/**
 * The format of the result; the native puzzle file as JSON if left out.
 */
to?: string
} | {
ask: "certificate"
limits?: Bounds
} | {
ask: "draw"
/**
 * `true` for separate layers, which a page can show, hide and colour.
 */
layers?: boolean
/**
 * `true` to draw as much as possible of an unfinished or invalid puzzle file: regions of any size, and each clue whose cells are
 * known. The answer lists the unusable clues.
 */
partial?: boolean
highlight?: Highlight
/**
 * Candidates to write small into the cells: a text of digits for each cell in reading order.
 */
candidates?: string[]
/**
 * A solution to fill in: one character for each cell in reading order.
 */
solution?: string
/**
 * Small texts in the middle of cells, by the cell's name.
 */
marks?: {
[k: string]: string
}
/**
 * `true` to leave out the names of rows and columns.
 */
unlabelled?: boolean
} | {
ask: "report"
techniques?: Choice
limits?: Bounds
} | {
ask: "rules"
/**
 * The rule, by its name or an alias; all rules if left out.
 */
name?: (string | null)
})
/**
 * How much a hint reveals.
 */
export type Strength = ("where" | "technique" | "step")
/**
 * A symmetry of the pattern of givens.
 */
export type Symmetry = ("none" | "half-turn" | "quarter-turn" | "left-right" | "top-bottom" | "diagonal" | "anti-diagonal" | "full")
/**
 * The criterion for comparing fillings.
 */
export type Best = ("effort" | "rating" | "givens")
/**
 * One change to a puzzle's clues or givens. In a list of edits, indices refer to the puzzle before the first edit.
 */
export type Edit = ({
op: "remove"
/**
 * The rule of the clue, or `given`.
 */
rule: string
/**
 * The index of the clue or given among those of the puzzle, counted from 0.
 */
index: number
} | {
op: "replace"
/**
 * The rule of the old clue, or `given`.
 */
rule: string
/**
 * The index of the clue or given among those of the puzzle, counted from 0.
 */
index: number
/**
 * The replacement, in the form of a puzzle file: `clues` with one clue, such as `{ "killer-cage": "27: R1C3
 * R1C4" }`, or `marks` with one given, such as `{ "R1C1": "5" }`.
 */
new: {
[k: string]: unknown
}
} | {
op: "add"
/**
 * The rule of the new clue, or `given`.
 */
rule: string
/**
 * The new clue or given, in the same form as in `replace`.
 */
new: {
[k: string]: unknown
}
})
/**
 * All answers that hosts write: replies, refusals and lines of commands. Only the schema needs this type.
 */
export type Answered = (Envelope | Refused | Line)
/**
 * A result with the keys that identify its puzzle.
 */
export type Envelope = (Envelope1 & {
/**
 * The puzzle's source, if it has a name.
 */
puzzle?: (string | null)
/**
 * The number of the puzzle in the source, from 1, if the source has several.
 */
number?: (number | null)
/**
 * The title of the puzzle.
 */
title: (string | null)
/**
 * Warnings from reading the puzzle; the result is about the puzzle as it was read.
 */
warnings: string[]
})
export type Envelope1 = (Unchecked | Checked | Answer | Conflicting | Candidates | Estimate | Graded | Hinted | Diagnosed | Since | Sameness | Reduced | Suggested | Generated | Fillings | Converted | CertificateFiles | Drawn | Reported | {
/**
 * One entry for each rule.
 */
rules: RuleJson[]
})
/**
 * The number of solutions of a puzzle, as far as a setter needs it.
 */
export type Verdict = ("none" | "unique" | "several" | "undecided")
/**
 * The reason why a search stopped before its end.
 */
export type Stop = ("solutions" | "nodes" | "time" | "cancelled")
/**
 * The reason why a path ended.
 */
export type Ended = ("solved" | "contradiction" | "limit" | "techniques")
/**
 * The kinds of things that a part of a sentence can name.
 */
export type SpanKind = ("cell" | "digit" | "clue" | "house")
/**
 * The outcome of a hint.
 */
export type Outcome = ("step" | "solved" | "wrong" | "impossible" | "empty" | "stuck" | "limit")
/**
 * The kinds of mistakes that setters make when they enter a clue.
 */
export type Slip = ("digit" | "number" | "kind" | "direction" | "cell" | "moved" | "place" | "exchange" | "missing")
/**
 * The value of a clue's parameter.
 */
export type Param = (number | number[] | string)
/**
 * The answer to whether a unique puzzle needs a clue, or a part of one.
 */
export type Worth = ("essential" | "redundant" | "undecided")
/**
 * The gesture that draws a clue with a pointer in a drawing tool. Several shapes may share a gesture.
 */
export type Gesture = ("line" | "cells" | "edge" | "cell" | "corner" | "outside" | "diagonal" | "arrow" | "lists" | "control" | "grid")
/**
 * The kind of a drawing and its position.
 */
export type Form = ("line" | "arrow" | "edge" | "corner" | "cell" | "cage" | "outside" | "diagonal" | "across" | "shade" | "area")
/**
 * The shape of a mark in a drawing.
 */
export type MarkShape = ("circle" | "square" | "diamond" | "bare")
/**
 * The marks at the ends of a line.
 */
export type Ends = ("none" | "bulb" | "circles" | "diamond" | "diamonds")
/**
 * A refused request has only `error`; a line of a command also names the puzzle.
 */
export type Refused = ({
error: Refusal
} | {
/**
 * The name of the source of the puzzle.
 */
puzzle: string
error: Complaint
})
/**
 * A line of a command that names no puzzle.
 */
export type Line = (Fillings | New | RuleJson | CertifiedJson | TechniqueJson)
/**
 * How the steps of a technique are found.
 */
export type Kind = ("deduction" | "search")

/**
 * Requests, their answers, and reports of progress.
 */
export interface Contract {
request: Request
answer: Answered
progress: Progress
}
/**
 * Options for reading a puzzle's text.
 */
export interface Read {
/**
 * The name of the text's format; detected from the text if left out.
 */
from?: (string | null)
/**
 * The position of the puzzle in the text, from 1; required if there are several.
 */
number?: (number | null)
/**
 * Leave unknown parts out, with a warning, instead of refusing.
 */
ignore_unknown?: boolean
/**
 * Treat possible rule drawings as cosmetic, with a warning.
 */
ignore_drawings?: boolean
/**
 * Meanings of drawings, each as `green lines = german-whisper` or `green lines = decoration`.
 */
readings?: string[]
/**
 * Count the digits that a solver typed as givens.
 */
with_entries?: boolean
/**
 * In plain text grids `0` is the lowest digit.
 */
zero_is_digit?: boolean
}
/**
 * When to stop and return the results so far. A limit on guesses gives the same answer on every machine; a limit on seconds does not.
 */
export interface Bounds {
/**
 * Maximum number of guesses; 10,000,000 if left out.
 */
nodes?: (number | null)
/**
 * Maximum number of seconds; no limit if left out.
 */
seconds?: (number | null)
}
/**
 * The human techniques that may be used, with their prices.
 */
export interface Choice {
/**
 * The name of a built-in profile, or the text of one in TOML.
 */
profile?: string
/**
 * Techniques to leave out.
 */
without?: string[]
/**
 * The highest tier whose steps are taken.
 */
only?: (string | null)
}
/**
 * A rule, and the requested number of its clues. Its text form is `thermometer 4`.
 */
export interface RuleCount {
/**
 * The name of the rule.
 */
rule: string
/**
 * The number of clues; if left out, a number that is usual for the rule. A rule of the whole grid has no count.
 */
count?: (number | null)
}
/**
 * A range of ratings, including both ends. Its text form is `3.0..4.0`; a single rating means a range of a tenth around that
 * rating.
 */
export interface Band {
/**
 * The lowest accepted rating.
 */
low: number
/**
 * The highest accepted rating.
 */
high: number
}
/**
 * The highlighted parts of a picture.
 */
export interface Highlight {
/**
 * The names of the cells to highlight.
 */
cells?: string[]
/**
 * The clues to highlight, by their indices among the puzzle's clues, from 0.
 */
clues?: number[]
/**
 * The givens to highlight, by their indices among the puzzle's givens, from 0.
 */
givens?: number[]
}
/**
 * The answer for a puzzle with drawings that may be rules. No verdict is given, because it might not hold for the puzzle that the setter
 * means.
 */
export interface Unchecked {
/**
 * Always `unchecked`.
 */
verdict: string
/**
 * The drawings and sentences that could not be interpreted.
 */
unread: Unread[]
}
/**
 * A drawing or sentence of the source that may state a rule, although no clue of the puzzle explains it.
 */
export interface Unread {
/**
 * The kind of the drawing, such as `line`, `arrow`, `cage`, `dot between cells` or `outside text`.
 */
kind: string
/**
 * The position of the drawing: cells such as `R1C1`, or places outside the grid such as `R0C4`.
 */
cells: string[]
/**
 * The text of the drawing, or of the sentence.
 */
text: (string | null)
/**
 * The names of rules that the drawing may state, likeliest first.
 */
rules?: string[]
/**
 * Number of similar drawings that this entry represents.
 */
count?: number
}
/**
 * A verdict, and its comparison with the file's own solution.
 */
export interface Checked {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * `true` if no limit stopped the search.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
/**
 * True if the only solution found is the file's own; null unless the puzzle is unique and the file includes a solution.
 */
matches: (boolean | null)
/**
 * The clues, givens and houses that the file's own solution violates.
 */
violated: Named[]
}
/**
 * A part of the puzzle to which a result refers: a clue, a given or a house of the layout.
 * 
 * As JSON: `{ "rule": "killer-cage", "index": 2, "nth": 0, "cells": ["R1C3", "R1C4"], "name": "the 27 cage at R1C3"
 * }`.
 */
export interface Named {
/**
 * The name of the clue's rule; otherwise `given`, `row`, `column`, `box` or `digits`.
 */
rule: string
/**
 * The index of the clue among the puzzle's clues, in the order of its text, counted from 0; for a `given`, the index among the
 * givens. Other parts of the layout have none.
 */
index?: (number | null)
/**
 * The index of the clue among the clues of the same rule, counted from 0.
 */
nth?: (number | null)
/**
 * The cells that the clue names; empty for a rule of the whole grid.
 */
cells: string[]
/**
 * The name of the part for setters, such as `the 27 cage at R1C3`.
 */
name: string
}
/**
 * The result of a proof. It depends only on the puzzle and the limits, not on threads or timing (unless the clock or the caller stopped
 * the search).
 * 
 * A solution gives a value to every cell, including those of extra variables: two solutions that differ only in a letter count as two.
 * 
 * As JSON:
 * 
 * ```json
 * { "verdict": "several", "solutions": ["1234…", "1243…"], "extras": [{ "A": [7] }, { "A": [9] }],
 *   "count": 2, "complete": false, "nodes": 17, "stopped": "solutions" }
 * ```
 */
export interface Answer {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * `true` if no limit stopped the search.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
}
/**
 * The houses and clues that the digits on a grid break.
 */
export interface Conflicting {
/**
 * `true` if every cell of the grid has a digit.
 */
full: boolean
/**
 * The broken parts, in this order: digits out of range, given pencil marks, houses, clues.
 */
conflicts: BrokenClue[]
}
/**
 * A house or clue that the digits on the grid break.
 */
export interface BrokenClue {
/**
 * The name of the clue's rule; otherwise `given`, `row`, `column`, `box` or `digits`.
 */
rule: string
/**
 * The index of the clue among the puzzle's clues, in the order of its text, counted from 0; for a `given`, the index among the
 * givens. Other parts of the layout have none.
 */
index?: (number | null)
/**
 * The index of the clue among the clues of the same rule, counted from 0.
 */
nth?: (number | null)
/**
 * The cells that the clue names; empty for a rule of the whole grid.
 */
cells: string[]
/**
 * The name of the part for setters, such as `the 27 cage at R1C3`.
 */
name: string
/**
 * The cells whose digits break the clue.
 */
at: string[]
}
/**
 * The true candidates of a puzzle.
 * 
 * As JSON, for a cell that is 1 in two solutions and 4 in at least three (`cap` 3):
 * 
 * ```json
 * { "verdict": "several", "cap": 3, "candidates": [{ "1": 2, "4": 3 }, …], "extras": {},
 *   "complete": true, "open": 0, "nodes": 40, "stopped": null }
 * ```
 */
export interface Candidates {
verdict: Verdict
/**
 * Numbers of solutions are exact below the cap; at the cap they mean "at least this many".
 */
cap: number
/**
 * The true candidates of each cell of the grid, in reading order.
 */
candidates: {
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 */
[k: string]: number
}[]
/**
 * The true candidates of the extra variables, by name. A layer has one entry for each of its cells.
 */
extras?: {
[k: string]: {
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 */
[k: string]: number
}[]
}
/**
 * `true` if every candidate is settled: its number of solutions is exact, or has reached the cap. Otherwise the numbers are lower
 * bounds.
 */
complete: boolean
/**
 * Number of candidates that are not settled because a limit was reached.
 */
open: number
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search; null if the search is complete.
 */
stopped: (Stop | null)
}
/**
 * An estimate of the number of solutions. `mean` is capped at 1.7e308; `log10` is not.
 * 
 * As JSON:
 * 
 * ```json
 * { "mean": 5472831.2, "error": 54210.7, "interval": [5366580.1, 5579082.3], "log10": 6.738,
 *   "exact": false, "probes": 4096, "hits": 3077, "seed": 1, "nodes": 183220, "stopped": null }
 * ```
 */
export interface Estimate {
/**
 * The mean over all probes; the estimated number of solutions.
 */
mean: number
/**
 * The standard error of the mean.
 */
error: number
/**
 * The 95% confidence interval; null if fewer than two probes found a solution, because the number is then unknown.
 * 
 * @minItems 2
 * @maxItems 2
 */
interval: ([number, number] | null)
/**
 * The decimal logarithm of the mean; null if the mean is 0.
 */
log10: (number | null)
/**
 * `true` if the search was complete: then `mean` is the exact number of solutions (rounded above 2^53).
 */
exact: boolean
/**
 * Number of probes that were made.
 */
probes: number
/**
 * Number of probes that found a solution.
 */
hits: number
/**
 * The seed of the random numbers.
 */
seed: number
/**
 * Number of boards that were examined.
 */
nodes: number
/**
 * The limit that stopped the probing before its regular end; null if none did.
 */
stopped: (Stop | null)
}
/**
 * A verdict, and the grade of a puzzle that is unique.
 */
export interface Graded {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * `true` if no limit stopped the search.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
/**
 * The name of the profile.
 */
profile?: string
/**
 * `true` if the profile's techniques solve the puzzle.
 */
solved?: boolean
ended?: Ended
/**
 * The rating of the hardest step: the puzzle's rating, if it is solved.
 */
rating?: number
/**
 * The highest rating up to the first placed digit.
 */
first_placement?: number
/**
 * The rating of the first step.
 */
first_step?: number
/**
 * The tier of the hardest step.
 */
tier?: string
/**
 * The technique of the hardest step.
 */
technique?: string
/**
 * The expected amount of human work.
 */
effort?: number
/**
 * Expected minutes of a practised solver; left out if the path does not end in the solution. If something was
 * `searched`, a person has to find an argument that the path lacks.
 */
minutes?: (number | null)
/**
 * The range, in minutes, of the mean solving times of two thirds of the puzzles with this effort; left out under the same condition
 * as `minutes`.
 * 
 * @minItems 2
 * @maxItems 2
 */
minutes_range?: ([number, number] | null)
/**
 * Percentage of the variants featured on video that need less effort; left out under the same condition as `minutes`.
 */
percentile?: (number | null)
/**
 * Stars from 1 (approachable) to 5, by fifths of the variants featured on video; left out under the same condition as `minutes`.
 */
stars?: (number | null)
/**
 * Number of steps of the path.
 */
steps?: number
/**
 * `true` if the path contains a search.
 */
searched?: boolean
/**
 * Number of steps of each tier, from easy to hard.
 */
tiers?: [unknown, unknown][]
/**
 * Number of rounds that found only one step.
 */
bottlenecks?: number
/**
 * Longest run of steps in the easiest tier.
 */
longest_streak?: number
/**
 * The candidates of each cell in reading order before the first step, if the steps are requested.
 */
start?: (number[][] | null)
/**
 * The steps, if requested.
 */
path?: (Explained[] | null)
/**
 * The story of the solve, if requested.
 */
story?: (Paragraph[] | null)
/**
 * Number of steps that the judge refuses, if verification is requested.
 */
refused?: (number | null)
/**
 * Number of steps left unverified for lack of time.
 */
unchecked?: (number | null)
/**
 * A profile that may solve by logic what this one could only solve by search.
 */
further?: (string | null)
}
/**
 * A step of the solve, with its reason.
 */
export interface Explained {
/**
 * The name of the technique, as profiles spell it.
 */
technique: string
/**
 * The form of the step's argument, which selects its wording: `hidden-set`, `rest-at-most`.
 */
argument: string
/**
 * The price of the step.
 */
rating: number
/**
 * The mental effort of the step: the number of cells considered, of combinations listed, or of nodes in a chain.
 */
size: number
/**
 * The cell that gets a digit, and the digit.
 * 
 * @minItems 2
 * @maxItems 2
 */
placed?: ([unknown, unknown] | null)
/**
 * The cells that lose this digit at once because they see the cell; this does not count as a separate step.
 */
seen?: string[]
/**
 * The removed candidates, by cell.
 */
removed?: [unknown, unknown][]
/**
 * The clues and houses that the step rests on.
 */
cites: Named[]
/**
 * The cells of the pattern.
 */
pattern: string[]
/**
 * The digits of the pattern.
 */
digits: number[]
/**
 * The chain of candidates that forms the pattern; empty for other patterns.
 */
chain?: ChainNode[]
/**
 * The step in words, with its reason; without the reason if time ran out.
 */
text: string
/**
 * The parts of the text that name cells, clues and other things, in the order in which they appear.
 */
spans?: Span[]
/**
 * `true` if time ran out before redundant citations were removed.
 */
partial?: boolean
}
/**
 * A node of a chain: a candidate that is true or false.
 */
export interface ChainNode {
/**
 * The name of the candidate's cell.
 */
cell: string
/**
 * The digit of the candidate.
 */
digit: number
/**
 * `true` if the digit is in the cell.
 */
on: boolean
/**
 * `true` if a branch begins here; otherwise the node follows from nodes before it.
 */
starts: boolean
}
/**
 * A part of a sentence that names something. The cells in a clue's name are part of its span.
 */
export interface Span {
kind: SpanKind
/**
 * The start of the part, in characters from 0.
 */
start: number
/**
 * The end of the part, in characters from 0.
 */
end: number
}
/**
 * A phase of a solve.
 */
export interface Paragraph {
/**
 * The subject of the paragraph, in a few words.
 */
title: string
/**
 * The conclusions of the paragraph.
 */
sentences: Sentence[]
/**
 * The digits placed so far in reading order, `.` for empty cells, if the paragraph ends at a turning point.
 */
board?: (string | null)
}
/**
 * A sentence of a story.
 */
export interface Sentence {
/**
 * The sentence in words.
 */
text: string
/**
 * The names in the sentence, in order.
 */
spans: Span[]
/**
 * The steps that the sentence describes, by index in the path. It may leave out conclusions that do not matter.
 */
steps: number[]
/**
 * The cells that the sentence names.
 */
cells: string[]
/**
 * `true` if the sentence describes the break-in: the hardest step up to the first digit.
 */
break_in: boolean
/**
 * `true` if the sentence describes the hardest step.
 */
hardest: boolean
}
/**
 * A hint, or the reason that there is none.
 */
export interface Hinted {
verdict: Verdict
outcome: Outcome
/**
 * The hint in words; null if there is none.
 */
hint: (string | null)
/**
 * The whole step, at the strength `step`.
 */
step?: (Explained | null)
/**
 * Typed digits that are wrong; if the puzzle has several solutions, some that contradict each other.
 */
wrong?: Entry[]
/**
 * Cells whose `marks` leave out the digit of the only solution.
 */
wrong_marks?: string[]
}
/**
 * A digit that a solver typed.
 */
export interface Entry {
/**
 * The name of the cell.
 */
cell: string
/**
 * The digit that was typed.
 */
digit: number
}
/**
 * A diagnosis, its human argument in sentences, and the puzzle without redundant clues.
 */
export interface Diagnosed {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * `true` if no limit stopped the search.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
/**
 * True if the only solution found is the file's own; null unless the puzzle is unique and the file includes a solution.
 */
matches: (boolean | null)
/**
 * The clues, givens and houses that the file's own solution violates.
 */
violated: Named[]
/**
 * If there is no solution: sets of clues that have no common solution, smallest first.
 */
conflicts: ConflictSet[]
/**
 * True if `conflicts` lists every conflict.
 */
all_conflicts: boolean
/**
 * If there is no solution: clues whose removal leaves one; removals that leave exactly one come first.
 */
repairs: Removal[]
/**
 * If the puzzle is not unique: single changes that would make it unique, likeliest first.
 */
changes: Change[]
/**
 * If the puzzle is not unique: the number of changes tried.
 */
tried?: (Tried | null)
/**
 * An estimate of the number of solutions, unless all of them were counted.
 */
estimate?: (Estimate | null)
/**
 * Cells with more than one possible digit.
 */
open?: OpenCell[]
/**
 * The digits that are the same in every solution, in reading order; null for undetermined cells.
 */
settled?: (number | null)[]
/**
 * True if every candidate of the cells in `open` was proven or refuted.
 */
open_complete?: boolean
/**
 * Givens that would each make the puzzle unique without any other change.
 */
single_givens?: NewGiven[]
/**
 * A few givens that would make the puzzle unique together.
 */
additions?: NewGiven[]
/**
 * True if no smaller set of givens would make the puzzle unique.
 */
smallest?: boolean
/**
 * Minimal sets of cells in which two solutions differ.
 */
deadly?: Deadly[]
/**
 * If the puzzle is unique: for each clue, whether it is needed.
 */
clues: Role[]
/**
 * If the puzzle is unique: the clues that could each be removed alone.
 */
redundant: Named[]
/**
 * If the puzzle is unique, on request: its difficulty.
 */
difficulty?: (Difficulty | null)
/**
 * If the puzzle is unique, on request: a minimal set of clues that keeps it unique.
 */
minimal?: (Minimal | null)
/**
 * Changes since an earlier version, if one was given.
 */
since?: (Since | null)
/**
 * Number of searches run after the verdict was proven.
 */
calls: number
/**
 * True if no limit cut the diagnosis short.
 */
finished: boolean
/**
 * For a puzzle without solutions: the argument that the clues of the first conflict contradict each other, with a sentence for each
 * step and the contradiction last; left out if human techniques find none.
 */
argument?: (string[] | null)
/**
 * The diagnosis in words, without colours.
 */
text: string
}
/**
 * A set of clues without a common solution.
 */
export interface ConflictSet {
/**
 * The clues that have no common solution.
 */
clues: Named[]
/**
 * True if every clue is proven necessary: without any one of them, the others have a solution. In these tests, a clue that is
 * switched off still counts as a mark, so rules about unmarked cells exempt its cells; they apply to these cells once the clue is
 * really removed.
 */
minimal: boolean
}
/**
 * A set of clues whose removal gives the puzzle a solution.
 */
export interface Removal {
/**
 * The clues to remove.
 */
remove: Named[]
/**
 * The removal as edits; empty if a house of the layout would have to be removed.
 */
edits: Edit[]
/**
 * Number of solutions after the removal.
 */
solutions: number
/**
 * True if `solutions` is the exact number.
 */
complete: boolean
}
/**
 * A single change that leaves exactly one solution.
 */
export interface Change {
clue: Named
/**
 * The other clue, if the values of two are exchanged.
 */
with?: (Named | null)
slip: Slip
/**
 * The name of the changed clue. If the name stays the same, the new parameters follow in brackets.
 */
becomes: string
/**
 * The cells of the changed clue.
 */
cells: string[]
/**
 * The parameters that differ from those of the original clue.
 */
params?: {
[k: string]: Param
}
/**
 * The change as one or two edits; empty if no puzzle file can express it.
 */
edits: Edit[]
/**
 * True if the change keeps the file's solution.
 */
keeps_solution: boolean
/**
 * The only solution after the change: one character per cell, in reading order.
 */
solution: string
}
/**
 * Counts of the single changes that were tried.
 */
export interface Tried {
/**
 * Number of changes tried, including undecided ones.
 */
changes: number
/**
 * Number of changes that a limit left undecided.
 */
undecided: number
}
/**
 * An undetermined cell, and its digits over all solutions.
 */
export interface OpenCell {
/**
 * The name of the cell.
 */
cell: string
/**
 * The digits that the cell takes in some solution.
 */
digits: number[]
}
/**
 * A given to add.
 */
export interface NewGiven {
/**
 * The name of the cell that gets the given.
 */
cell: string
/**
 * The digit of the given.
 */
digit: number
}
/**
 * Cells with two alternative fillings, while all other cells stay the same.
 */
export interface Deadly {
/**
 * The names of the cells.
 */
cells: string[]
/**
 * The two fillings of the cells.
 * 
 * @minItems 2
 * @maxItems 2
 */
digits: [number[], number[]]
/**
 * The two solutions, each with one character per cell, in reading order.
 * 
 * @minItems 2
 * @maxItems 2
 */
solutions: [string, string]
/**
 * True if no proper subset of the cells is enough to turn one solution into another.
 */
minimal: boolean
}
/**
 * The role of a clue in a unique puzzle.
 */
export interface Role {
clue: Named
worth: Worth
/**
 * Number of solutions without the clue.
 */
solutions: number
/**
 * True if `solutions` is the exact number.
 */
complete: boolean
/**
 * The cells that become undetermined without the clue.
 */
opens: string[]
/**
 * The difficulty without the clue; only on request, and only if the puzzle stays unique.
 */
difficulty?: (Difficulty | null)
/**
 * The parts of the clue that were tested alone, such as its sum; empty if it has none.
 */
parts?: Piece[]
}
/**
 * The difficulty of a puzzle for human solvers.
 */
export interface Difficulty {
/**
 * The rating of the hardest step, on the scale of Sudoku Explainer.
 */
rating: number
/**
 * The tier to which the rating belongs.
 */
tier: string
/**
 * The expected human effort for the whole solve path.
 */
effort: number
}
/**
 * A removable part of a clue, such as the sum of a cage.
 */
export interface Piece {
/**
 * The name of the part, such as `its sum` or `its end R4C1`.
 */
name: string
worth: Worth
}
/**
 * A minimal set of clues: none of them can be removed.
 */
export interface Minimal {
/**
 * The clues that were removed.
 */
removed: Named[]
/**
 * True if it is proven that no other clue can be removed.
 */
proven: boolean
/**
 * The random seed of the order in which clues were tried.
 */
seed: number
}
/**
 * The changes since an earlier version of a puzzle.
 */
export interface Since {
/**
 * The clues of the new version that the earlier one lacks.
 */
added: Named[]
/**
 * The clues of the earlier version that the new one lacks.
 */
removed: Named[]
/**
 * True if the versions also differ in size, digits or boxes.
 */
layout_changed: boolean
verdict: Verdict
/**
 * The changes that would each make the puzzle unique if they were undone.
 */
to_blame: Named[]
}
/**
 * The equivalence of two puzzles, if they are the same.
 */
export interface Sameness {
/**
 * `true` if the puzzles are the same.
 */
same: boolean
/**
 * The turn or reflection that turns the puzzle into the other one: `none`, `half-turn`, `quarter-turn` (clockwise),
 * `three-quarter-turn`, `left-right`, `top-bottom`, `diagonal` (from the top left) or `anti-diagonal`; left out if
 * the puzzles differ.
 */
view?: (string | null)
/**
 * The digit of the other puzzle for each digit of this one; left out if the puzzles differ.
 */
digits?: ({
/**
 * This interface was referenced by `undefined`'s JSON-Schema definition
 * via the `patternProperty` "^\d+$".
 */
[k: string]: number
} | null)
/**
 * The answer in words.
 */
text: string
}
/**
 * A verdict, and the redundant parts of a unique puzzle.
 */
export interface Reduced {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * `true` if no limit stopped the search.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
/**
 * The removed clues and givens.
 */
removed?: Named[]
/**
 * The removed parts of clues, if parts could be removed.
 */
weakened?: Weaker[]
/**
 * If the path had to stay the same: the clues whose removal would keep the puzzle unique but change the break-in or the hardest
 * step.
 */
kept_for_path?: Named[]
/**
 * The number of remaining clues and givens.
 */
left?: number
/**
 * True if it is proven that each remaining clue is needed.
 */
proven?: boolean
/**
 * The random seed of the order in which clues were tried.
 */
seed?: number
/**
 * All minimal sets up to a size, if they were requested.
 */
sets?: (Sets | null)
/**
 * The puzzle with the remaining clues, as our puzzle file.
 */
text?: (string | null)
}
/**
 * A removed part of a clue, such as the sum of a cage.
 */
export interface Weaker {
clue: Named
/**
 * The removed part, such as "its sum" or "its end R1C5".
 */
part: string
}
/**
 * The minimal sets of clues and givens up to a size.
 */
export interface Sets {
/**
 * The maximum number of clues and givens in a set, including those that must be kept.
 */
size: number
/**
 * The sets, each without the clues and givens that must be kept.
 */
sets: Named[][]
/**
 * True if `sets` lists every minimal set.
 */
complete: boolean
}
/**
 * A verdict, and suggested changes.
 */
export interface Suggested {
verdict: Verdict
/**
 * Some of the solutions, with one character for each cell of the grid in reading order; values over 9 are letters.
 */
solutions: string[]
/**
 * For each of these solutions, the values of the extra variables by name. A layer has one value for each cell. Left out if the puzzle
 * has no extra variables.
 */
extras?: {
[k: string]: number[]
}[]
/**
 * Number of solutions found. It is exact if `complete`, otherwise a lower bound.
 */
count: number
/**
 * True if the search ended before the deadline.
 */
complete: boolean
/**
 * Number of guesses that the search made.
 */
nodes: number
/**
 * The limit that stopped the search: `solutions`, `nodes`, `time` or `cancelled`; null if it is complete.
 */
stopped: (Stop | null)
/**
 * If a limit stopped the search before the verdict: the approximate fraction of the search that was done, 0 to 1. It assumes that all
 * values of a guess take equally long.
 */
fraction?: (number | null)
/**
 * The suggestions, best first.
 */
suggestions?: Suggestion[]
/**
 * The number of changes that were tested.
 */
tried?: number
/**
 * The number of solutions known at the end, if the puzzle has several.
 */
known?: number
/**
 * The rating of the puzzle as it is, if it is unique and the techniques solve it.
 */
rating?: (number | null)
/**
 * If a shift was requested and no suggestion comes close to it: the amount by which the first suggestion misses it.
 */
missed?: (number | null)
}
/**
 * A change to a puzzle, and its effect.
 */
export interface Suggestion {
/**
 * The change, described in words.
 */
text: string
/**
 * The change as edits of the puzzle file.
 */
edits: Edit[]
/**
 * True if the puzzle is proven to be unique after the change.
 */
unique: boolean
/**
 * Number of known solutions that satisfy the change, if it does not make the puzzle unique.
 */
left?: (number | null)
/**
 * The rating after the change, if the puzzle is unique and the techniques solve it.
 */
rating?: (number | null)
/**
 * The tier of the rating after the change.
 */
tier?: (string | null)
/**
 * The expected human effort after the change.
 */
effort?: (number | null)
}
/**
 * The puzzles of a request.
 */
export interface Generated {
/**
 * The puzzles, in an order determined by the seed.
 */
puzzles: New[]
/**
 * Number of full grids tried.
 */
tried: number
/**
 * `true` if there are as many as requested.
 */
complete: boolean
/**
 * If there are fewer than requested: the nearest variant that does not quite meet the requirements.
 */
near?: (Nearest | null)
/**
 * If there are fewer than requested and there was no near miss: the most frequent reason why a grid did not become a puzzle.
 */
reason?: (string | null)
}
/**
 * A generated puzzle with its solution and its grade.
 */
export interface New {
/**
 * The puzzle: plain 9x9 sudoku as a line of its cells, anything else as our puzzle file.
 */
text: string
/**
 * The solution of the puzzle.
 */
solution: string
/**
 * Number of givens of the puzzle.
 */
givens: number
/**
 * The rating of the puzzle, if a rating or a technique was requested.
 */
rating?: (number | null)
/**
 * The tier of the puzzle, if a rating or a technique was requested.
 */
tier?: (string | null)
/**
 * The technique of the hardest step, if a rating or a technique was requested.
 */
technique?: (string | null)
/**
 * The effort of the puzzle, if a rating or a technique was requested.
 */
effort?: (number | null)
/**
 * The ways in which the puzzle falls short of the request, in words.
 */
warnings?: string[]
}
/**
 * A puzzle that nearly meets the requirements.
 */
export interface Nearest {
/**
 * The puzzle, as our puzzle file.
 */
text: string
/**
 * The requirement that the puzzle does not meet.
 */
amiss: string
}
/**
 * The puzzles found for a draft.
 */
export interface Fillings {
/**
 * The puzzles, in an order that depends on the seed.
 */
puzzles: Finished[]
/**
 * `true` if it is proven that there are no other fillings.
 */
complete: boolean
/**
 * The nearest miss, if no puzzle meets the requirements.
 */
near?: (Nearest | null)
/**
 * The most frequent reason why a solution did not become a puzzle, if none meets the requirements.
 */
reason?: (string | null)
/**
 * Number of search steps taken.
 */
steps: number
}
/**
 * A filled draft, proven to be unique.
 */
export interface Finished {
/**
 * The puzzle, as our puzzle file.
 */
text: string
/**
 * The solution of the filled puzzle.
 */
solution: string
/**
 * The rating of the filled puzzle, if one was requested.
 */
rating?: (number | null)
/**
 * The tier of the filled puzzle, if a grade was requested.
 */
tier?: (string | null)
/**
 * The technique of the hardest step, if a grade was requested.
 */
technique?: (string | null)
/**
 * The effort of the filled puzzle, if a grade was requested.
 */
effort?: (number | null)
}
/**
 * A puzzle in its new format.
 */
export interface Converted {
/**
 * The name of the format.
 */
format: string
/**
 * The puzzle in the requested format.
 */
text: string
/**
 * Parts of the puzzle that the text leaves out, because no digit depends on them.
 */
left_out: string[]
/**
 * Kinds of clues that the format cannot draw, so that only the rules text states them.
 */
in_words: string[]
}
/**
 * A certificate as the contents of its files.
 */
export interface CertificateFiles {
/**
 * The verdict that the certificate proves; null if a limit was reached first.
 */
certified: (Verdict | null)
/**
 * The limit that was reached; left out if there is a certificate.
 */
stopped?: (Stop | null)
/**
 * The files of the certificate, by name; none if a limit was reached.
 */
files: {
[k: string]: string
}
}
/**
 * A picture.
 */
export interface Drawn {
/**
 * The picture as an SVG document; left out for a picture in layers.
 */
svg?: (string | null)
/**
 * The picture in layers.
 */
picture?: (Layers | null)
/**
 * The clues that a `partial` picture cannot show.
 */
refused?: RefusedClue[]
}
/**
 * A picture in layers. A cell is `cell` units wide; the grid's top left corner is the origin.
 * 
 * Shapes have the class of their meaning (`ink`, `paper`, `blame` …) and its colour as an attribute, which any style
 * sheet overrides. The shapes of a clue are in groups of the classes `clue` and its rule's name with `data-clue` (its
 * index among the clues, from 0), `data-rule`, `data-nth` (its index among the clues of its rule) and `data-cells`;
 * the group has the rule's colour. A given has `data-given`.
 */
export interface Layers {
/**
 * Rows of the grid.
 */
rows: number
/**
 * Columns of the grid.
 */
columns: number
/**
 * Width and height of a cell.
 */
cell: number
/**
 * Left, top, width and height of the drawn area.
 * 
 * @minItems 4
 * @maxItems 4
 */
view_box: [number, number, number, number]
/**
 * The layers that are not empty, from back to front.
 */
layers: DrawnLayer[]
/**
 * A style sheet whose variables (`--cw-ink` …) colour the classes. It is the same for all pictures.
 */
style: string
}
/**
 * One layer of a picture.
 */
export interface DrawnLayer {
/**
 * `paper`, `highlight`, `drawn-under` (areas and lines of the source), `under` (areas and lines of clues that the
 * source does not show), `grid`, `over` (cages, dots and texts of clues), `drawn-over` (cages, shapes and texts of the
 * source), `outside` (clues outside the grid), `names` (of rows and columns), `givens`, `marks` (candidates,
 * solution), `notes` (clues without a shape, below the grid).
 */
name: string
/**
 * The elements of the picture, as SVG.
 */
svg: string
}
/**
 * A clue of a file that cannot be used.
 */
export interface RefusedClue {
/**
 * The key of the clue under `clues`.
 */
rule: string
/**
 * The index of the clue among the entries with that key, from 0.
 */
nth: number
/**
 * The reason why the clue cannot be used.
 */
message: string
}
/**
 * A report as an HTML page.
 */
export interface Reported {
/**
 * The verdict on the page; null if there is none, because drawings may be rules.
 */
verdict: (Verdict | null)
/**
 * The limit that was reached, if the verdict is undecided.
 */
stopped?: (Stop | null)
/**
 * A self-contained HTML document.
 */
html: string
}
/**
 * A rule in `cluewright rules --json`.
 */
export interface RuleJson {
/**
 * The name of the rule in puzzle files.
 */
name: string
/**
 * The name of the rule for people.
 */
title: string
/**
 * Other names of the rule.
 */
aliases: string[]
/**
 * The family of the rule.
 */
family: string
/**
 * The kind of cells that the rule's clues name: `line`, `group` ….
 */
shape: string
gesture: Gesture
/**
 * The lists of cells that a clue names, in order.
 */
slots: SlotJson[]
/**
 * True if a clue may name a cell twice in one list.
 */
repeats: boolean
/**
 * The parameters of the rule.
 */
params: ParamJson[]
/**
 * The rule in words for solvers, with `{parameter}` in place of values.
 */
text: string
/**
 * The text without placeholders: with the values that parameters have on a 9x9 grid, or "the given sum".
 */
help: string
/**
 * The constraint, as formulas of the rule language.
 */
relation: string[]
/**
 * The names of the rule in other programs, by format.
 */
import: {
[k: string]: string[]
}
/**
 * The definition that Cluewright uses, if programs differ.
 */
note: string
/**
 * The drawing of the rule: `kind`, `colour`, `width`, `mark`, `text` …, as in the rule's file; null if the file has no entry.
 */
draw: {
[k: string]: unknown
}
/**
 * How other programs draw the rule, as in the rule's file.
 */
drawn: Style[]
/**
 * A clue of the rule on a tiny grid: an SVG document without a style sheet.
 */
icon: string
}
/**
 * A list of cells that clues name.
 */
export interface SlotJson {
/**
 * The name of the slot.
 */
name: string
/**
 * True if the slot may be repeated.
 */
repeats: boolean
}
/**
 * A parameter of a rule.
 */
export interface ParamJson {
/**
 * The name of the parameter.
 */
name: string
/**
 * The name of the parameter for people.
 */
label: string
/**
 * The kind of the parameter's value, in words.
 */
kind: string
/**
 * The kind of the parameter's value: `number`, `numbers`, `number-or-numbers` or `text`.
 */
type: string
/**
 * True if every clue must have the parameter.
 */
required: boolean
/**
 * The default of the parameter on a 9x9 grid; null if it is required or may be missing.
 */
usual: (Param | null)
/**
 * The minimum and maximum of the parameter, as formulas of the rule language; null if any value is allowed.
 * 
 * @minItems 2
 * @maxItems 2
 */
range: ([string, string] | null)
/**
 * `required`, `optional`, or the default of the parameter.
 */
default: {
[k: string]: unknown
}
}
/**
 * One of the ways in which tools draw a clue.
 */
export interface Style {
form: Form
/**
 * The possible shapes of marks; if left out, any shape.
 */
shape: MarkShape[]
/**
 * Names of the usual colours. If a text names another colour, the text takes precedence.
 */
colours: string[]
ends: Ends
/**
 * The text of the clue: nothing, some letters or symbols, or the value of a parameter, as in `{sum}`.
 */
text: string
/**
 * Points added to the rule's score, so that it is preferred to rules that look alike.
 */
weight: number
}
/**
 * An explanation of why a question has no answer: what is wrong, where, what was expected, and what to do.
 */
export interface Refusal {
/**
 * The mistake and what was expected, in lower case without a full stop.
 */
message: string
/**
 * The line of the puzzle's text, from 1.
 */
line: (number | null)
/**
 * The character in that line, from 1.
 */
column: (number | null)
/**
 * The path within the document, such as `killercage[2].cells`, if the text is encoded and has no useful lines.
 */
place: (string | null)
/**
 * Advice on how to correct the request.
 */
help: (string | null)
/**
 * The drawings that may be rules, if they caused the refusal.
 */
unread?: Unread[]
}
/**
 * A refusal as commands write it: with the name of the file that caused it.
 */
export interface Complaint {
/**
 * The mistake and what was expected, in lower case without a full stop.
 */
message: string
/**
 * The line of the puzzle's text, from 1.
 */
line: (number | null)
/**
 * The character in that line, from 1.
 */
column: (number | null)
/**
 * The path within the document, such as `killercage[2].cells`, if the text is encoded and has no useful lines.
 */
place: (string | null)
/**
 * Advice on how to correct the request.
 */
help: (string | null)
/**
 * The drawings that may be rules, if they caused the refusal.
 */
unread?: Unread[]
/**
 * The file, or a name in its place.
 */
file: (string | null)
}
/**
 * A certificate that has been checked.
 */
export interface CertifiedJson {
/**
 * The folder that contains the certificate.
 */
puzzle: string
/**
 * The proven verdict: `unique`, `none` or `several`.
 */
certified: string
/**
 * Number of clauses in the formula.
 */
clauses: number
/**
 * Number of lemmas in the proof.
 */
lemmas: number
/**
 * The parts of the puzzle, in the order of their clauses.
 */
parts: PartJson[]
}
/**
 * A given, house or clue whose clauses were compared with its rule.
 */
export interface PartJson {
/**
 * The name of the clue or house, such as "the 27 cage at R1C3".
 */
name: string
/**
 * The index of the clue, counted from 0; left out for the layout and the givens.
 */
clue?: (number | null)
/**
 * The way in which the clauses were compared with the rule: `clauses` one by one, on `all` assignments
 * to the part's cells, or on `drawn` ones.
 */
compared: string
/**
 * Number of assignments tested; left out if the clauses were compared one by one.
 */
assignments?: (number | null)
}
/**
 * A technique, for programs.
 */
export interface TechniqueJson {
/**
 * The name that profiles and answers use.
 */
name: string
/**
 * A description in one sentence.
 */
help: string
kind: Kind
/**
 * The tier of the technique's easiest form.
 */
tier: string
/**
 * The price of the technique's easiest form in each profile that uses it.
 */
prices: Price[]
}
/**
 * The rating of a technique's easiest form in a profile.
 */
export interface Price {
/**
 * The name of the profile.
 */
profile: string
/**
 * The rating of that form, on the scale of the profile.
 */
rating: number
}
/**
 * The progress of a question.
 */
export interface Progress {
/**
 * The unit of progress: `guesses`, `clues tried`.
 */
doing: string
/**
 * Number of units done so far.
 */
done: number
/**
 * The total number of units, if it is known.
 */
of: (number | null)
/**
 * Number of solutions found so far, if solutions are searched for.
 */
solutions: (number | null)
/**
 * The fraction of the search that is done, from 0 to 1, assuming that all values of a guess take the same work.
 */
fraction: (number | null)
/**
 * True candidates that were settled since the last call. Each is listed once; the last ones appear only in the answer.
 */
settled?: SettledCandidate[]
}
/**
 * A candidate whose solutions have been counted, completely or up to the cap.
 */
export interface SettledCandidate {
/**
 * The name of the candidate's cell.
 */
cell: string
/**
 * The digit of the candidate.
 */
digit: number
/**
 * Number of solutions with the candidate; 0 if there is none.
 */
solutions: number
}

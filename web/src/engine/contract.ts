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
 * Maximum number of solutions to count; no maximum if left out.
 */
most?: (number | null)
limits?: Bounds
} | {
ask: "conflicts"
} | {
ask: "candidates"
/**
 * Maximum number of solutions to count for each candidate, at least 1.
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
 * The cell that was filled last, such as `R3C4`. Among the easiest steps, the one nearest to this cell is chosen.
 * If only one digit is typed, its cell is the default.
 */
after?: (string | null)
/**
 * The solver's pencil marks: the remaining candidates, by the name of the cell. Marks that lack the digit of the
 * only solution are reported as wrong.
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
 * The random seed for finding a minimal set of clues; if left out, none is searched for. The question `minimise`
 * has more options.
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
 * The clues and givens to keep: names of rules, `givens`, or cells whose givens are kept.
 */
keep?: string[]
symmetry?: Symmetry
/**
 * `true` to keep the break-in and the hardest step.
 */
keep_path?: boolean
/**
 * `true` to remove parts of clues too, such as a cage's sum or the end of a line.
 */
values?: boolean
/**
 * Maximum size of the sets to list: all minimal sets with at most this many clues and givens.
 */
size?: (number | null)
/**
 * `true` to list all sets of the smallest size.
 */
fewest?: boolean
techniques?: Choice
limits?: Bounds
} | {
ask: "suggest"
/**
 * The rules whose clues may be added; `given` permits givens. If empty, the rules that the puzzle uses, and
 * givens.
 */
rules?: string[]
/**
 * The amount by which the rating of a unique puzzle should rise. A negative amount makes it easier.
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
 * Number of puzzles in the answer, 1 to 10,000.
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
 * Number of rows and columns of the grid, 4 to 16.
 */
size?: number
/**
 * The symmetry of the clues and givens. If left out, each variant's clues get a random symmetry or none, and givens are
 * unrestricted.
 */
symmetry?: (Symmetry | null)
/**
 * Maximum number of givens in a variant. Rules without a count get more clues to keep this limit. If left out, the
 * limit is 4 or, if no rule has a count, 2 more than the rules require.
 */
givens?: (number | null)
/**
 * The range of the puzzles' ratings.
 */
rating?: (Band | null)
/**
 * A technique that the puzzles must require: without it, they are harder.
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
 * `true` to list all fillings instead, with a proof that there are no others.
 */
all?: boolean
/**
 * The criterion for the best filling, which is returned once a limit is reached.
 */
best?: (Best | null)
techniques?: Choice
/**
 * Maximum number of search steps.
 */
steps?: number
limits?: Bounds
} | {
ask: "convert"
/**
 * The name of the format, such as `fpuzzles`. `dimacs`, `opb` and `minizinc` write a formula or a model for other
 * solvers.
 */
to: string
/**
 * `true` to find the solution if the puzzle states none and the format can store one. The solution is written only
 * if it is proven unique within ten seconds.
 */
solve?: boolean
} | {
ask: "apply"
/**
 * The edits, applied in the order of the list.
 */
edits: Edit[]
/**
 * The format of the result. If left out, the native file format as JSON.
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
 * `true` to draw as much as possible of an unfinished or invalid puzzle file: regions of any size, and each clue
 * whose cells are known. The answer lists the clues that cannot be drawn.
 */
partial?: boolean
highlight?: Highlight
/**
 * Candidates to write into the cells in small digits: a string of digits for each cell in reading order.
 */
candidates?: string[]
/**
 * A solution to fill in: one character for each cell in reading order.
 */
solution?: string
/**
 * Small text in the middle of cells, by the cell's name.
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
 * The amount that a hint reveals.
 */
export type Strength = ("where" | "technique" | "step")
/**
 * A symmetry that the pattern of givens has.
 */
export type Symmetry = ("none" | "half-turn" | "quarter-turn" | "left-right" | "top-bottom" | "diagonal" | "anti-diagonal" | "full")
/**
 * The criterion for comparing fillings.
 */
export type Best = ("effort" | "rating" | "givens")
/**
 * A change to a puzzle's clues or givens. In a list of edits, indices refer to the puzzle before the first edit.
 */
export type Edit = ({
op: "remove"
/**
 * The rule of the clue, or `given`.
 */
rule: string
/**
 * The index of the clue or given in the puzzle, counted from 0.
 */
index: number
} | {
op: "replace"
/**
 * The rule of the old clue, or `given`.
 */
rule: string
/**
 * The index of the clue or given in the puzzle, counted from 0.
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
 * Name of the puzzle's source, if any.
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
 * Warnings from reading the puzzle. The result applies to the puzzle as it was read.
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
 * The number of solutions of a puzzle, as precisely as a setter needs it.
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
 * The kinds of objects that a sentence can name.
 */
export type SpanKind = ("cell" | "digit" | "clue" | "house")
/**
 * The outcome of the search for a step.
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
 * The result of testing whether a unique puzzle needs a clue or a part of a clue.
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
 * A refusal. A refused request has only `error`; a line of a command also names the puzzle.
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
 * The origin of a technique's steps.
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
 * `true` to ignore unknown content with a warning, instead of refusing the puzzle.
 */
ignore_unknown?: boolean
/**
 * `true` to treat possible rule drawings as cosmetic, with a warning.
 */
ignore_drawings?: boolean
/**
 * Meanings of drawings, each as `green lines = german-whisper` or `green lines = decoration`.
 */
readings?: string[]
/**
 * `true` to treat the digits that a solver typed as givens.
 */
with_entries?: boolean
/**
 * `true` to read `0` as the lowest digit in plain text grids, not as an empty cell.
 */
zero_is_digit?: boolean
}
/**
 * The limits at which a question stops and returns the results so far. A limit on guesses gives the same answer on
 * every machine; a limit on seconds does not.
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
 * The name of a built-in profile, or the text of a profile in TOML.
 */
profile?: string
/**
 * Techniques to leave out.
 */
without?: string[]
/**
 * The highest tier of the steps to use.
 */
only?: (string | null)
}
/**
 * A rule, with the requested number of its clues. Its text form is `thermometer 4`.
 */
export interface RuleCount {
/**
 * The name of the rule.
 */
rule: string
/**
 * The number of clues. If left out, a usual number for the rule is used. A global rule has no count.
 */
count?: (number | null)
}
/**
 * A range of ratings that includes both ends. Its text form is `3.0..4.0`. A single rating means that rating plus or
 * minus 0.1.
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
 * The cells, clues and givens to highlight in a picture.
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
 * The answer for a puzzle with drawings that may be rules. It gives no verdict, because a verdict about the clues
 * alone might not hold for the puzzle that the setter means.
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
 * A drawing or sentence of the source that may state a rule but that no clue of the puzzle accounts for.
 */
export interface Unread {
/**
 * The kind of the drawing, such as `line`, `arrow`, `cage`, `dot between cells` or `outside text`.
 */
kind: string
/**
 * The cells of the drawing, such as `R1C1`, or its positions outside the grid, such as `R0C4`.
 */
cells: string[]
/**
 * The text of the drawing, or of the sentence.
 */
text: (string | null)
/**
 * The names of rules that the drawing may state, the most likely first.
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
 * The index of the clue among the puzzle's clues in file order, counted from 0; for a `given`, the index among the
 * givens. Null for parts of the layout.
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
 * The conflicts, in this order: digits out of range, digits that given pencil marks exclude, repeats in houses,
 * violated clues.
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
 * The index of the clue among the puzzle's clues in file order, counted from 0; for a `given`, the index among the
 * givens. Null for parts of the layout.
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
 * A verdict, and a grade if the puzzle is unique.
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
 * The rating of the hardest step. It is the puzzle's rating if the puzzle is solved.
 */
rating?: number
/**
 * The highest rating among the steps up to the first placed digit.
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
 * Expected minutes for a practised solver; left out if the path does not end in the solution. If `searched` is `true`,
 * the estimate is less reliable, because a person would need an argument that the path does not contain.
 */
minutes?: (number | null)
/**
 * The range, in minutes, that contains the mean solving times of two thirds of the puzzles with this effort; left out
 * under the same condition as `minutes`.
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
 * Stars from 1 (approachable) to 5, by quintiles of the variants featured on video; left out under the same condition as `minutes`.
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
 * Number of steps that the judge rejects, if verification is requested.
 */
refused?: (number | null)
/**
 * Number of steps left unverified for lack of time.
 */
unchecked?: (number | null)
/**
 * The name of a profile that may solve the puzzle by logic, if the chosen one had to search.
 */
further?: (string | null)
}
/**
 * A step of the solve, with its reason.
 */
export interface Explained {
/**
 * The name of the technique, as in profiles.
 */
technique: string
/**
 * The form of the step's argument, which selects its wording, such as `hidden-set` or `rest-at-most`.
 */
argument: string
/**
 * The price of the step.
 */
rating: number
/**
 * The mental effort of the step: the number of cells considered, combinations listed or nodes in a chain.
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
 * The cells that see this cell and so lose the digit at once, without a separate step.
 */
seen?: string[]
/**
 * The removed candidates, by cell.
 */
removed?: [unknown, unknown][]
/**
 * The clues and houses that the step cites.
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
 * The ranges of the text that name cells, clues or other parts of the puzzle, in the order of the text.
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
 * `true` if a branch begins here. Otherwise the node follows from earlier nodes.
 */
starts: boolean
}
/**
 * A name in a sentence. The span of a clue's name includes the cells in it.
 */
export interface Span {
kind: SpanKind
/**
 * Index of the first character of the name, in characters from the start of the sentence.
 */
start: number
/**
 * Index after the last character of the name, in characters from the start of the sentence.
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
 * The sentences of the paragraph.
 */
sentences: Sentence[]
/**
 * The digits placed so far, in reading order, if the paragraph ends at a turning point. Empty cells are `.`.
 */
board?: (string | null)
}
/**
 * A sentence of a story.
 */
export interface Sentence {
/**
 * The text of the sentence.
 */
text: string
/**
 * The names in the sentence, in order.
 */
spans: Span[]
/**
 * The steps that the sentence describes, as indices into the path. The sentence may omit conclusions that do not
 * matter.
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
 * A hint, or the reason why there is none.
 */
export interface Hinted {
verdict: Verdict
outcome: Outcome
/**
 * The hint in words; null if there is none.
 */
hint: (string | null)
/**
 * The complete step, if the strength is `step`.
 */
step?: (Explained | null)
/**
 * Typed digits that are wrong. If the puzzle has several solutions, these are typed digits that contradict each
 * other.
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
 * A diagnosis, the human argument for a conflict, and the puzzle without redundant clues.
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
 * If there is no solution: sets of clues without a common solution, smallest first.
 */
conflicts: ConflictSet[]
/**
 * True if `conflicts` lists every conflict.
 */
all_conflicts: boolean
/**
 * If there is no solution: clues whose removal makes the puzzle solvable. Removals that leave exactly one solution come
 * first.
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
 * The digits that are the same in every solution, in reading order. Undetermined cells are null.
 */
settled?: (number | null)[]
/**
 * True if every candidate of the cells in `open` was proven possible or impossible.
 */
open_complete?: boolean
/**
 * Givens that would each make the puzzle unique on their own.
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
 * If the puzzle is unique: the role of each clue, that is, whether the puzzle needs it.
 */
clues: Role[]
/**
 * If the puzzle is unique: the clues that can be removed, each on its own.
 */
redundant: Named[]
/**
 * If the puzzle is unique, on request: its difficulty.
 */
difficulty?: (Difficulty | null)
/**
 * If the puzzle is unique, on request: a minimal set of clues that keep it unique.
 */
minimal?: (Minimal | null)
/**
 * The changes since an earlier version, if one was given.
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
 * For a puzzle without solutions: the argument that the clues of the first conflict contradict each other. It has
 * a sentence for each step and ends with the contradiction. Left out if human techniques find none.
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
 * The clues without a common solution.
 */
clues: Named[]
/**
 * True if every clue is proven necessary: if any one of the clues is left out, the others have a solution. In these
 * tests, the cells of a left-out clue still count as marked, so rules about unmarked cells exempt them. Once the clue
 * is really removed, these rules apply to its cells.
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
 * The removal as edits; empty if it would remove a house of the layout.
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
 * The other clue, if the values of two clues are exchanged.
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
 * Numbers of single changes that were tried.
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
 * An undetermined cell, with its possible digits.
 */
export interface OpenCell {
/**
 * The name of the cell.
 */
cell: string
/**
 * The digits that the cell has in some solution.
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
 * A set of cells with two alternative fillings, while all other cells stay the same.
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
 * The two solutions, each as one character per cell in reading order.
 * 
 * @minItems 2
 * @maxItems 2
 */
solutions: [string, string]
/**
 * True if no two solutions differ only in a proper subset of the cells.
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
 * The parts of the clue that were tested on their own, such as its sum; empty if the clue has no such parts.
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
 * A minimal set of clues, from which no clue can be removed.
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
 * The random seed for the order in which clues were tried.
 */
seed: number
}
/**
 * The changes between an earlier version of a puzzle and the new one.
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
 * The changes that would each make the puzzle unique if undone.
 */
to_blame: Named[]
}
/**
 * The result of comparing two puzzles, with the symmetry that maps one to the other.
 */
export interface Sameness {
/**
 * `true` if the puzzles are the same.
 */
same: boolean
/**
 * The rotation or reflection that maps this puzzle to the other one: `none`, `half-turn`, `quarter-turn`
 * (clockwise), `three-quarter-turn`, `left-right`, `top-bottom`, `diagonal` (from the top left) or
 * `anti-diagonal`. Left out if the puzzles differ.
 */
view?: (string | null)
/**
 * For each digit of this puzzle, the corresponding digit of the other one; left out if the puzzles differ.
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
 * A verdict, and the redundant clues of a unique puzzle.
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
 * The removed parts of clues, if the removal of parts was requested.
 */
weakened?: Weaker[]
/**
 * If the path had to stay the same: the clues that are kept only because the break-in or the hardest step would change
 * without them.
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
 * The random seed for the order in which clues were tried.
 */
seed?: number
/**
 * All minimal sets up to a size, if they were requested.
 */
sets?: (Sets | null)
/**
 * The puzzle with the remaining clues, in the native file format.
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
 * The sets, without the clues and givens that must be kept.
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
 * The rating of the unchanged puzzle, if it is unique and the techniques solve it.
 */
rating?: (number | null)
/**
 * If a shift was requested and no suggestion comes close to it: the amount by which the first suggestion misses the
 * shift.
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
 * Number of known solutions that satisfy the change, if the puzzle is not unique after it.
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
 * `true` if there are as many puzzles as requested.
 */
complete: boolean
/**
 * If there are fewer puzzles than requested: the variant that comes nearest to the requirements.
 */
near?: (Nearest | null)
/**
 * If there are fewer puzzles than requested and no near miss: the most frequent reason why no puzzle could be
 * made from a grid.
 */
reason?: (string | null)
}
/**
 * A generated puzzle with its solution and its grade.
 */
export interface New {
/**
 * The puzzle: a plain 9x9 sudoku as a line of its cells, any other puzzle in the native file format.
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
 * The respects in which the puzzle falls short of the request.
 */
warnings?: string[]
}
/**
 * A puzzle that almost meets the requirements.
 */
export interface Nearest {
/**
 * The puzzle in the native file format.
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
 * The puzzle that comes nearest to the requirements, if none meets them.
 */
near?: (Nearest | null)
/**
 * The most likely reason why no puzzle was found, if `near` is left out.
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
 * The puzzle in the native file format.
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
 * A picture of a puzzle, as a document or in layers.
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
 * A picture in layers. A cell is `cell` units wide, and the grid's top left corner is the origin.
 * 
 * The class of a shape states its meaning (`ink`, `paper`, `blame` …). Its colour is an attribute, which any style
 * sheet overrides. The shapes of a clue are in groups with the classes `clue` and the name of its rule. Such a group
 * has the rule's colour and the attributes `data-clue` (the clue's index, from 0), `data-rule`, `data-nth` (the clue's
 * index among those of its rule) and `data-cells`. A given has `data-given`.
 */
export interface Layers {
/**
 * Number of rows of the grid.
 */
rows: number
/**
 * Number of columns of the grid.
 */
columns: number
/**
 * Width and height of a cell, in units of the picture.
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
 * The name of the layer: `paper`, `highlight`, `drawn-under` (areas and lines of the source), `under` (areas and
 * lines of clues that the source does not show), `grid`, `over` (cages, dots and texts of clues), `drawn-over`
 * (cages, shapes and texts of the source), `outside` (clues outside the grid), `names` (of rows and columns),
 * `givens`, `marks` (candidates, solution) or `notes` (clues without a shape, below the grid).
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
 * The verdict on the page; null if drawings may be rules, because the page then has no verdict.
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
 * A rule in the answer of `cluewright rules --json`.
 */
export interface RuleJson {
/**
 * The name of the rule in puzzle files.
 */
name: string
/**
 * The display name of the rule.
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
 * The shape of the rule's clues: `line`, `group` ….
 */
shape: string
gesture: Gesture
/**
 * The lists of cells that a clue names, in order.
 */
slots: SlotJson[]
/**
 * `true` if a clue may name a cell twice in one list.
 */
repeats: boolean
/**
 * The parameters of the rule.
 */
params: ParamJson[]
/**
 * The text of the rule for solvers, with `{parameter}` in place of values.
 */
text: string
/**
 * The text without placeholders. Each parameter is replaced by its value on a 9x9 grid or by a phrase such as "the
 * given sum".
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
 * The drawing of the rule: `kind`, `colour`, `width`, `mark`, `text` …, as in the rule's file; null if the file
 * has no entry.
 */
draw: {
[k: string]: unknown
}
/**
 * The ways in which other programs draw the rule, as in the rule's file.
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
 * `true` if the slot may be repeated.
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
 * The display name of the parameter.
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
 * `true` if every clue must have the parameter.
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
 * A style in which tools draw a clue.
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
 * Points added to the rule's score, so that it wins over rules with similar drawings.
 */
weight: number
}
/**
 * An explanation of why a question has no answer: what is wrong, where, what was expected, and what to do.
 */
export interface Refusal {
/**
 * The mistake and the expected content, in lower case without a full stop.
 */
message: string
/**
 * The line of the mistake in the puzzle's text, from 1.
 */
line: (number | null)
/**
 * The position of the mistake in that line, in characters from 1.
 */
column: (number | null)
/**
 * The path of the mistake in the document, such as `killercage[2].cells`, if the text is encoded, so that a line
 * number would be useless.
 */
place: (string | null)
/**
 * Advice on how to correct the request.
 */
help: (string | null)
/**
 * The number of puzzles in the text, if it has several and the request chooses none.
 */
puzzles?: (number | null)
/**
 * The drawings that may be rules, if they caused the refusal.
 */
unread?: Unread[]
}
/**
 * A refusal in the output of a command, with the name of the file that caused it.
 */
export interface Complaint {
/**
 * The mistake and the expected content, in lower case without a full stop.
 */
message: string
/**
 * The line of the mistake in the puzzle's text, from 1.
 */
line: (number | null)
/**
 * The position of the mistake in that line, in characters from 1.
 */
column: (number | null)
/**
 * The path of the mistake in the document, such as `killercage[2].cells`, if the text is encoded, so that a line
 * number would be useless.
 */
place: (string | null)
/**
 * Advice on how to correct the request.
 */
help: (string | null)
/**
 * The number of puzzles in the text, if it has several and the request chooses none.
 */
puzzles?: (number | null)
/**
 * The drawings that may be rules, if they caused the refusal.
 */
unread?: Unread[]
/**
 * The name of the file, or a description if the text has no file.
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
 * How the clauses were compared with the rule: `clauses` if one by one, `all` if on all assignments to
 * the part's cells, and `drawn` if on random assignments.
 */
compared: string
/**
 * Number of tested assignments; left out if the clauses were compared one by one.
 */
assignments?: (number | null)
}
/**
 * A technique, as JSON.
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
 * The rating of a technique's easiest form in one profile.
 */
export interface Price {
/**
 * The name of the profile.
 */
profile: string
/**
 * The rating of the easiest form, on the profile's scale.
 */
rating: number
}
/**
 * The progress of a question.
 */
export interface Progress {
/**
 * The unit of progress, such as `guesses` or `clues tried`.
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
 * The fraction of the search that is done, from 0 to 1, assuming that all values of a guess take the same amount
 * of work.
 */
fraction: (number | null)
/**
 * The candidates that were settled since the last call. Each candidate is listed once, and those settled after the
 * last call appear only in the answer.
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

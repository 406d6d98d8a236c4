// Generated from docs/puzzle.schema.json by scripts/types.mjs; do not edit.

/**
 * A value that is a number or a string.
 */
export type NumberOrText = (number | string)
/**
 * Boxes: their size, a number of cells, or a drawing.
 */
export type BoxesEntry = (number | string | string[])
/**
 * A drawing of the grid: one string, or a list of rows.
 */
export type Drawn = (string | string[])
/**
 * Values of a letter or layer, each 0 to 63.
 */
export type Values = (number | string | number[])
/**
 * A layer over the whole grid, or a layer with its own number of cells.
 */
export type LayerEntry = (Values | LayerTable)
/**
 * The digits allowed in one cell; a list of strings states several restrictions.
 */
export type Mark = (number | string | number[] | string[])
/**
 * A rule of the puzzle: formulas for the whole grid, or a table.
 */
export type OwnRuleEntry = (string | string[] | OwnRuleTable)
/**
 * A slot's cells or a parameter's value.
 */
export type Field = (number | string | number[] | string[])
export type Texts = string[]
/**
 * The clues of one rule.
 */
export type ClueEntry = (boolean | ClueForm | ClueForm[])
/**
 * One clue: "value: cells; cells", or a table of slots and parameters; for rules on the whole grid
 * also the value alone.
 */
export type ClueForm = (number | string | {
[k: string]: Field
})

/**
 * A sudoku variant as its setter writes it; docs/PUZZLE-FILE.md describes the format.
 */
export interface PuzzleFile {
/**
 * The puzzle's title.
 */
title?: string
/**
 * The setter's name.
 */
author?: string
/**
 * The rules text for solvers.
 */
rules?: string
/**
 * The link that the puzzle came from.
 */
source?: string
/**
 * The message for a solver who has finished.
 */
message?: string
/**
 * Parts that an import could not read; repeated with every verdict.
 */
warnings?: string[]
/**
 * 9, or "6x9": rows x columns, each 1 to 25. Defaults to the size of the drawing, or 9 if there is none.
 */
size?: NumberOrText
/**
 * "1-9", "0-8", or 7 for 1 to 7. By default, digits run from 1 to the length of the grid's longer side.
 */
digits?: NumberOrText
/**
 * "2x3" (height x width), "none", a number of cells, or a drawing with one symbol per region. Defaults to the
 * squarest rectangles that fit.
 */
boxes?: BoxesEntry
/**
 * false: rows and columns may repeat digits.
 */
latin?: boolean
/**
 * The givens, drawn; blanks are `.`.
 */
grid?: Drawn
/**
 * Digits that a solver typed. They are not clues.
 */
entries?: Drawn
/**
 * The expected solution, which is checked but never trusted.
 */
solution?: Drawn
/**
 * Single unknowns: name = values ("1-9").
 */
letters?: {
[k: string]: Values
}
/**
 * Auxiliary variables, one for each cell of the grid: name = values, or a table.
 */
layers?: {
[k: string]: LayerEntry
}
/**
 * Restricted cells: cells = digits ("123", [1, 2, 3]).
 */
marks?: {
[k: string]: Mark
}
/**
 * Cosmetics that an import left out: kind = number.
 */
drawings?: {
[k: string]: number
}
/**
 * Drawings of an import that may be rules. The puzzle is unchecked until each of them is classified.
 */
unread?: UnreadEntry[]
/**
 * The elements of an import's picture, each as JSON: SudokuPad's layer and item, and the element's status.
 */
elements?: string[]
/**
 * The sentences of an import's rules text, each as JSON with its status.
 */
sentences?: string[]
/**
 * Groups of drawings and sentences that were read as clues, each as JSON.
 */
recognised?: string[]
/**
 * The data for reading the drawings again, as JSON: the drawings that were open before, and the answers to questions.
 */
import?: string
/**
 * Rules of this puzzle: name = a formula, several formulas, or a table.
 */
"own-rules"?: {
[k: string]: OwnRuleEntry
}
clues?: Clues
/**
 * Only in a draft: the puzzle that `cluewright fill` should find.
 */
wanted?: WantedEntry
}
/**
 * A layer with its own number of cells.
 */
export interface LayerTable {
values: Values
/**
 * Number of cells of the layer. Defaults to the number of cells of the grid.
 */
cells: number
/**
 * Number of cells in a row, for layers with neighbours.
 */
columns?: number
}
/**
 * A drawing that may be a rule.
 */
export interface UnreadEntry {
/**
 * The kind of the drawing: line, arrow, cage, dot between cells, outside text …
 */
kind: string
/**
 * The cells on which it is drawn, or positions outside the grid such as R0C4.
 */
cells: string
/**
 * The text in the drawing, if there is any.
 */
text?: string
/**
 * The names of rules that the drawing may state, the most likely first.
 */
rules?: string
/**
 * Number of similar drawings in the group; 1 if left out.
 */
count?: number
}
/**
 * A rule of the puzzle.
 */
export interface OwnRuleTable {
/**
 * The cells that a clue names: line, group, global … Defaults to global.
 */
shape: string
/**
 * Parameters with their defaults, "required" or "optional".
 */
params?: {
[k: string]: Field
}
/**
 * The rule's text for solvers. Defaults to its relation.
 */
text: string
relation: Texts
/**
 * Redundant formulas that only strengthen propagation.
 */
implied?: Texts
/**
 * true if a clue may name a cell twice.
 */
repeats?: boolean
/**
 * The name of a single clue in sentences.
 */
label?: string
/**
 * The colour of the rule's clues: "#67b35f". Defaults to the colour of its shape.
 */
colour?: string
}
export interface Clues {
"all-equal"?: ClueEntry
"anti-diagonal-consecutive"?: ClueEntry
"anti-king"?: ClueEntry
"anti-knight"?: ClueEntry
"anti-taxicab"?: ClueEntry
arrow?: ClueEntry
"average-arrow"?: ClueEntry
"between-line"?: ClueEntry
"black-dot"?: ClueEntry
"black-dot-negative"?: ClueEntry
"box-indexer"?: ClueEntry
"bulbless-thermometer"?: ClueEntry
"chaos-arrow"?: ClueEntry
"chaos-construction"?: ClueEntry
"chaos-count"?: ClueEntry
clone?: ClueEntry
"column-indexer"?: ClueEntry
"connected-values"?: ClueEntry
"constraint-region"?: ClueEntry
"contains-at-least"?: ClueEntry
"contains-exactly"?: ClueEntry
"count-distinct"?: ClueEntry
"counting-circles"?: ClueEntry
"diagonal-down"?: ClueEntry
"diagonal-up"?: ClueEntry
"different-digits"?: ClueEntry
"different-remainders"?: ClueEntry
"disjoint-groups"?: ClueEntry
"distinct-line"?: ClueEntry
doppelganger?: ClueEntry
"double-arrow"?: ClueEntry
"dutch-flatmates"?: ClueEntry
"dutch-whisper"?: ClueEntry
"entropic-line"?: ClueEntry
"equal-sums"?: ClueEntry
"equality-cage"?: ClueEntry
even?: ClueEntry
"extra-region"?: ClueEntry
"forbidden-sums"?: ClueEntry
"full-rank"?: ClueEntry
"german-whisper"?: ClueEntry
"global-entropy"?: ClueEntry
"global-modular"?: ClueEntry
"hidden-skyscraper"?: ClueEntry
inequality?: ClueEntry
"killer-cage"?: ClueEntry
"knight-sums"?: ClueEntry
"little-killer"?: ClueEntry
"lockout-line"?: ClueEntry
"look-and-say"?: ClueEntry
lunchbox?: ClueEntry
"magic-centre"?: ClueEntry
"magic-square"?: ClueEntry
maximum?: ClueEntry
minimum?: ClueEntry
"minimum-difference"?: ClueEntry
"mixed-parity"?: ClueEntry
"modular-line"?: ClueEntry
"multiple-line"?: ClueEntry
nabner?: ClueEntry
"neighbour-sums"?: ClueEntry
nfa?: ClueEntry
"non-consecutive"?: ClueEntry
"numbered-room"?: ClueEntry
odd?: ClueEntry
"oscillating-line"?: ClueEntry
"outside-sudoku"?: ClueEntry
"pair-table"?: ClueEntry
"pair-table-all"?: ClueEntry
palindrome?: ClueEntry
"parity-line"?: ClueEntry
"quad-sum"?: ClueEntry
quadruple?: ClueEntry
regex?: ClueEntry
"region-same-values"?: ClueEntry
"region-sum-line"?: ClueEntry
"rellik-cage"?: ClueEntry
renban?: ClueEntry
"rising-sums"?: ClueEntry
"row-indexer"?: ClueEntry
"same-difference-line"?: ClueEntry
"same-values"?: ClueEntry
sandwich?: ClueEntry
skyscraper?: ClueEntry
"slow-thermometer"?: ClueEntry
"small-steps"?: ClueEntry
sum?: ClueEntry
"sum-line"?: ClueEntry
"sum-of-others"?: ClueEntry
taxicab?: ClueEntry
thermometer?: ClueEntry
v?: ClueEntry
"value-indexing"?: ClueEntry
"white-dot"?: ClueEntry
"white-dot-negative"?: ClueEntry
windoku?: ClueEntry
x?: ClueEntry
"x-sum"?: ClueEntry
"xv-negative"?: ClueEntry
"yin-yang"?: ClueEntry
"zigzag-line"?: ClueEntry
"zipper-line"?: ClueEntry
"any-of"?: (Clues | Clues[])
"all-of"?: (Clues | Clues[])
[k: string]: ClueEntry | Clues | Clues[] | undefined
}
/**
 * Requirements that a filled draft must meet. Drafts are read but never written.
 */
export interface WantedEntry {
/**
 * Always true, because every filled draft is unique.
 */
unique?: boolean
/**
 * Cells that get a given.
 */
givens?: Texts
/**
 * The symmetry of all givens: half-turn, quarter-turn, left-right, top-bottom, diagonal, anti-diagonal or full.
 */
symmetry?: string
/**
 * A range of ratings such as "3.0..4.0", both ends included.
 */
rating?: string
/**
 * A range of efforts.
 */
effort?: string
/**
 * The allowed tiers of the rating.
 */
tiers?: Texts
/**
 * Techniques that the path must use.
 */
techniques?: Texts
/**
 * Techniques that the path must not use.
 */
without?: Texts
/**
 * The technique of the hardest step up to the first digit.
 */
"break-in"?: string
}

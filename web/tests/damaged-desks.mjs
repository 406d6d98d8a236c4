// Texts to store in place of the desk. No version of the page writes them, except possibly a later one.

export const desk = (document, more = {}) => JSON.stringify({ draft: "d", document, ...more });
export const withPuzzle = (puzzle) => desk({ puzzle, notes: {} });
export const damaged = {
  "a puzzle that is null": '{"puzzle":null}',
  "a document whose puzzle is null": withPuzzle(null),
  "no JSON": "{oops",
  "nothing": "",
  "null inside": "[null]",
  "a text": '"desk"',
  "a list": "[]",
  "a number": "7",
  "a draft that is no text": JSON.stringify({ draft: 7, document: { puzzle: { size: 9 }, notes: {} } }),
  "no notes": desk({ puzzle: { size: 9 } }),
  "notes that are null": desk({ puzzle: { size: 9 }, notes: null }),
  "a note that is a text": desk({ puzzle: { size: 9 }, notes: { R1C1: { corner: "12" } } }),
  "a size that is none": withPuzzle({ size: "banana" }),
  "a size of zero": withPuzzle({ size: 0 }),
  "a size that is too large": withPuzzle({ size: 99 }),
  "digits without end": withPuzzle({ size: 9, digits: "1-999999999" }),
  "a grid that is a number": withPuzzle({ size: 9, grid: 5 }),
  "boxes that are a table": withPuzzle({ size: 9, boxes: {} }),
  "clues that are a number": withPuzzle({ size: 9, clues: 7 }),
  "a clue that is null": withPuzzle({ size: 9, clues: { renban: null } }),
  "a value that is null": withPuzzle({ size: 9, clues: { "killer-cage": { cells: "R1C1", sum: null } } }),
  "marks that are null": withPuzzle({ size: 9, marks: null }),
  "a title that is a list": withPuzzle({ size: 9, title: [] }),
  "a rule of its own that is a number": withPuzzle({ size: 9, "own-rules": { mine: 5 } }),
  "warnings that are a text": withPuzzle({ size: 9, warnings: "none" }),
  "drawings that are a text": withPuzzle({ size: 9, unread: "none" }),
  "the version of a later page": desk({ puzzle: { size: 9 }, notes: {} }, { version: 2 }),
};

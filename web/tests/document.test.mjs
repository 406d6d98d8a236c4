// Tests edits of a puzzle that would lose a part of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { fieldOf, replaceClue, setGivens, setOwnRule, setRegions } = await load("src/puzzle/document.ts");
const { isMovable, moveDocument, relabelled } = await load("src/edit/arrange.ts");
const { moveForm, shiftBy, viewOf } = await load("src/edit/geometry.ts");
const { bookOf } = await load("src/puzzle/rule.ts");
const { layoutOf } = await load("src/puzzle/layout.ts");
const { read } = await load("src/open/read.ts");
const { soundDocument } = await load("src/puzzle/sound.ts");
const { namesMore, readClue } = await load("src/puzzle/clue.ts");
const { withoutPart } = await load("src/blame/edits.ts");

const puzzleAfter = (edit, puzzle) => edit({ puzzle, notes: {} }).puzzle;

for (const count of [40, 70])
  test(`a grid of ${count} regions keeps them when it is drawn and turned`, () => {
    const regions = Array.from({ length: 81 }, (_, cell) => Math.min(cell, count - 1));
    const drawn = puzzleAfter(setRegions(regions), { size: 9 });
    assert.deepEqual(layoutOf(drawn).regions, regions);
    const { puzzle } = moveDocument(viewOf("half", layoutOf(drawn)), { puzzle: drawn, notes: {} }, bookOf([]));
    assert.equal(new Set(layoutOf(puzzle).regions).size, count);
  });

test("a given that replaces a mark leaves the letters of the mark restricted", () => {
  const puzzle = { size: 4, marks: { "R1C2 R1C3": "23", "A R2C2": "12" }, letters: { A: "1-4" } };
  const { marks } = puzzleAfter(setGivens([5], 2), puzzle);
  assert.equal(marks.A, "12");
  assert.equal(marks.R1C2, "23");
});

test("a closed line loses the end that the engine removes", () => {
  const places = [0, 1, 1, 0, 0].map((row, index) => ({ row, column: [0, 0, 1, 1, 0][index] }));
  const clue = { rule: { slots: [{ name: "cells" }] }, slots: [{ name: "cells", text: "R1C1-R2C1-R2C2-R1C2-R1C1", places }], params: {} };
  assert.equal(withoutPart(clue, "its end R1C1"), "R1C1 R2C1 R2C2 R1C2");
});

test("only digits may be typed without spaces", () => {
  const digits = { name: "digits", type: "number-or-numbers" };
  const sums = { name: "sums", type: "number-or-numbers" };
  assert.deepEqual(fieldOf("13", sums, 9), 13);
  assert.deepEqual(fieldOf("10", { ...sums, type: "numbers" }, 9), [10]);
  assert.deepEqual(fieldOf("13", digits, 9), [1, 3]);
  assert.deepEqual(fieldOf("13", { ...digits, type: "numbers" }, 9), [1, 3]);
  assert.deepEqual(fieldOf("13", { ...digits, type: "any" }, 9), 13);
  assert.deepEqual(fieldOf("13", digits, 16), 13);
  assert.deepEqual(fieldOf("01", digits, 8), [0, 1]);
  assert.deepEqual(fieldOf("00", digits, 8), [0, 0]);
  assert.deepEqual(fieldOf("0", digits, 8), 0);
});

test("values are separated by spaces and commas, also at the end", () => {
  const digits = { name: "digits", type: "number-or-numbers" };
  assert.deepEqual(fieldOf("10,", digits, 12), 10);
  assert.deepEqual(fieldOf("13,", digits, 9), [1, 3]);
  assert.deepEqual(fieldOf("1, 2 3,", digits, 9), [1, 2, 3]);
  assert.equal(fieldOf(",", digits, 9), ",");
  assert.equal(fieldOf("?", digits, 9), "?");
  assert.equal(fieldOf("A", digits, 9), "A");
  assert.equal(fieldOf("12", { name: "sum", type: "number" }, 9), 12);
  assert.equal(fieldOf("12", { name: "text", type: "text" }, 9), "12");
});

test("a clue of the whole grid is replaced without touching the others of its rule", () => {
  const puzzle = { size: 9, clues: { taxicab: [3, 4], "anti-knight": true } };
  assert.deepEqual(puzzleAfter(replaceClue("taxicab", 1, { distance: 5 }), puzzle).clues.taxicab, [3, { distance: 5 }]);
  assert.deepEqual(puzzleAfter(replaceClue("taxicab", 0, true), puzzle).clues.taxicab, [true, 4]);
  assert.equal(puzzleAfter(replaceClue("anti-knight", 0, true), puzzle).clues["anti-knight"], true);
});

test("a line with a letter is not shortened, because the letter would be lost", () => {
  const line = { slots: [{ name: "cells", repeats: false }], params: [], gesture: "line" };
  assert.equal(withoutPart(readClue(line, 0, "R1C1 R1C2 A"), "its end R1C1"), null);
  assert.equal(withoutPart(readClue(line, 0, "R1C1 R1C2 R1C3"), "its end R1C1"), "R1C2 R1C3");
});

test("slots that name letters or cells of layers are recognised", () => {
  for (const text of ["R1C1 A", "shade[R1C1]", "R1C1, X[2]"]) assert.ok(namesMore({ text }), text);
  for (const text of ["R1C1 R1C2", "R1C1-R1C3", "R1C123, R2C2..R3C3", ""]) assert.ok(!namesMore({ text }), text);
});

const QUADRUPLE = { name: "quadruple", aliases: ["quad"], family: "cells", gesture: "corner", slots: [{ name: "cells", repeats: false }], params: [] };
const SOLVING = { active: true, seconds: 7, hides: true, solved: false };

test("a turn keeps the solve and moves the lines of the pen", () => {
  const puzzle = { size: 4, grid: "12..............", clues: { quad: "?: R2C2" } };
  const document = { puzzle, notes: { R1C1: { centre: [1] } }, pen: { "1,1 3,1": 2, "o1,3": 1, x0: 1 }, solve: SOLVING, more: 1 };
  const after = moveDocument(viewOf("right", layoutOf(puzzle)), document, bookOf([QUADRUPLE]));
  assert.deepEqual(after.notes, { R1C4: { centre: [1] } });
  assert.deepEqual(after.pen, { "7,1 7,3": 2, "o5,1": 1 });
  assert.deepEqual([after.solve, after.more], [SOLVING, 1]);
  assert.deepEqual(after.puzzle.clues, { quad: "?: R2C2" }, "a corner moves as a corner, also under an alias");
});

test("relabelling keeps the solve and the lines of the pen", () => {
  const puzzle = { size: 4, grid: "12.............." };
  const pen = { "1,1 3,1": 2 };
  const after = relabelled({ puzzle, notes: {}, pen, solve: SOLVING, more: 1 }, layoutOf(puzzle), (digit) => 5 - digit);
  assert.equal([after.puzzle.grid].flat().join(""), "43..............");
  assert.deepEqual([after.pen, after.solve, after.more], [pen, SOLVING, 1]);
});

test("drafts that name cells in other places than clues are not turned", () => {
  const book = bookOf([QUADRUPLE]);
  const clues = { quadruple: "1: R1C1" };
  assert.ok(isMovable({ clues }, book));
  assert.ok(isMovable({ clues: { quad: "1: R1C1", relation: "R1C1 == R2C2", "any-of": { quadruple: "1: R1C1" } } }, book));
  for (const draft of [{ clues: { "quadruple | even": "R1C1" } }, { clues: { "choose 2 of": { quadruple: ["1: R1C1", "1: R2C2"] } } }, { clues, wanted: { givens: ["R1C1"] } }, { wanted: { symmetry: "left-right" } }]) {
    assert.ok(!isMovable(draft, book), JSON.stringify(draft));
  }
});

test("an own rule that gets the name of another rule joins its clues to those of that rule", () => {
  const table = { shape: "line", relation: ["each adjacent (a, b) in cells: a < b"] };
  const puzzle = { size: 4, "own-rules": { rising: table }, clues: { rising: "R1C1-R1C3", renban: ["R2C1-R2C3", "R3C1-R3C3"], "anti-knight": true } };
  const { clues } = puzzleAfter(setOwnRule("renban", table, "rising"), puzzle);
  assert.deepEqual(clues, { renban: ["R1C1-R1C3", "R2C1-R2C3", "R3C1-R3C3"], "anti-knight": true });
});

test("cells of layers over the grid move with the cells of their clue, and letters stay", () => {
  const rule = { name: "arms", gesture: "control", slots: [{ name: "control" }, { name: "cells" }] };
  const book = bookOf([]);
  assert.equal(moveForm(shiftBy(1, 0), rule, "arms", "R1C1; shade[R1C1] X[2] A", book), "R2C1; shade[R2C1] X[2] A");
  assert.deepEqual(moveForm(shiftBy(0, 1), rule, "arms", { control: "R1C1", cells: "shade[R1C1] shade" }, book), { control: "R1C2", cells: "shade[R1C2] shade" });
});

test("a draft that the page opens can be stored and opened again; others are refused", async () => {
  const engine = { ask: async () => ({ error: { message: "a draft" } }) };
  const clues = { "killer-cage": "?: R1C1 R1C2" };
  const draft = { size: 4, marks: { R1C1: 1, R1C2: [1, 2], R1C3: "12" }, clues };
  const { document } = await read(engine, JSON.stringify(draft));
  assert.deepEqual(document.puzzle, draft);
  assert.deepEqual(soundDocument(document), document);
  for (const wrong of [{ ...draft, grid: 5 }, { ...draft, size: "none" }, { ...draft, clues: { ...clues, renban: null } }, { size: 4 }, null, 7]) {
    assert.equal((await read(engine, JSON.stringify(wrong))).kind, "refused", JSON.stringify(wrong));
  }
});

// Tests that late answers of the engine do not affect the grid or the puzzle that has replaced theirs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

// The settings choose the theme of the page when they are loaded, and the clock of a solve ticks.
globalThis.document = { documentElement: { dataset: {} }, hidden: false, addEventListener() {} };
globalThis.addEventListener = () => {};
globalThis.setInterval = () => 0;
const { Desk } = await load("src/desk.ts");
const { Solver } = await load("src/solve/solver.ts");

const tick = () => new Promise((resolve) => setTimeout(resolve));
const GRID = ["12.4", "3412", "2143", "4321"];

/** Returns a solver of a puzzle with one open cell, and functions that answer the engine's questions of a kind. */
async function solving() {
  const questions = [];
  const desk = new Desk({ ask: (request) => new Promise((resolve) => questions.push({ request, resolve })) });
  const solver = new Solver(desk);
  desk.open({ puzzle: { size: 4, grid: GRID }, notes: {} }, "opened");
  solver.enter();
  desk.select([{ row: 0, column: 2 }]);
  const answer = async (kind, reply) => {
    for (const question of questions.splice(0)) question.request.ask === kind ? question.resolve(reply) : questions.push(question);
    await tick();
  };
  return { desk, solver, answer };
}

test("a check of an earlier grid is dropped", async () => {
  const { desk, solver, answer } = await solving();
  void solver.check();
  solver.type(3, "digit");
  await answer("conflicts", { conflicts: [], full: false });
  assert.equal(solver.said.value, null);
  assert.equal([desk.document.puzzle.entries].flat()[0], "..3.");
});

test("an answer about a full grid does not solve the puzzle that is opened next", async () => {
  const { desk, solver, answer } = await solving();
  solver.type(3, "digit");
  desk.open({ puzzle: { size: 4, grid: GRID }, notes: {} }, "next");
  await answer("conflicts", { conflicts: [], full: true });
  await answer("check", { verdict: "unique", solutions: [], violated: [], warnings: [], nodes: 1 });
  assert.equal(solver.finished.value, false);
  assert.notEqual(desk.document.solve?.solved, true);
});

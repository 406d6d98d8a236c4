// Tests that the verdict on the page is about the puzzle on the desk, regardless of the setter's next action.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { Watcher, currentCandidates, onlySolution } = await load("src/live/live.ts");
const { begin, change } = await load("src/puzzle/history.ts");

const GRID = `12${".".repeat(14)}`;
const OTHER = `1${".".repeat(15)}`;
const document = (grid) => ({ puzzle: { size: 4, grid }, notes: {} });
const settings = (candidates) => ({ candidates, cap: 8, withEntries: false });

/** Returns an engine that answers nothing by itself, and the questions it has received. */
function silentEngine() {
  const questions = [];
  const ask = (request) => new Promise((resolve) => questions.push({ request, answer: resolve }));
  return { engine: { ask }, questions };
}

const UNIQUE = { verdict: "unique", solutions: ["1234341221434321"], violated: [], warnings: [], nodes: 1 };
const tick = () => new Promise((resolve) => setTimeout(resolve));

/** Returns a watcher that shows the verdict `unique` about a puzzle, and is checking the next version of it. */
async function searching() {
  const { engine, questions } = silentEngine();
  const watcher = new Watcher(engine);
  const first = begin(document(GRID), "first");
  watcher.refresh(first, settings("off"));
  questions[0].answer(UNIQUE);
  await tick();
  assert.equal(watcher.live.value.result.verdict, "unique");
  const second = change(first, document(OTHER), "second");
  watcher.refresh(second, settings("off"));
  assert.equal(watcher.live.value.looking, true);
  return { watcher, second, questions };
}

test("a change of the candidates during a search does not settle the verdict of the version before", async () => {
  const { watcher, second, questions } = await searching();
  watcher.refresh(second, settings("plain"));
  assert.equal(watcher.live.value.looking, true);
  watcher.stop();
  assert.equal(watcher.live.value.result.verdict, "undecided");
  assert.equal(questions.length, 3);
});

test("a change of the candidates keeps a verdict that is settled", async () => {
  const { watcher, second, questions } = await searching();
  questions[1].answer({ ...UNIQUE, verdict: "several" });
  await tick();
  watcher.refresh(second, settings("counts"));
  const { looking, result } = watcher.live.value;
  assert.deepEqual([looking, result.verdict], [false, "several"]);
});

test("neither a solution nor candidates of an earlier version count as known, also after the search is stopped", async () => {
  const { engine, questions } = silentEngine();
  const watcher = new Watcher(engine);
  const first = begin(document(GRID), "first");
  watcher.refresh(first, settings("plain"));
  questions[0].answer(UNIQUE);
  await tick();
  questions[1].answer({ candidates: [{ 1: 1 }], cap: 1, open: 0 });
  await tick();
  assert.equal(onlySolution(watcher.live.value), UNIQUE.solutions[0]);
  assert.deepEqual(currentCandidates(watcher.live.value).candidates, [{ 1: 1 }]);
  watcher.refresh(change(first, document(OTHER), "second"), settings("plain"));
  assert.deepEqual([onlySolution(watcher.live.value), currentCandidates(watcher.live.value)], [null, null]);
  watcher.stop();
  assert.deepEqual([onlySolution(watcher.live.value), currentCandidates(watcher.live.value)], [null, null]);
});

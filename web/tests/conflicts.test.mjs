// Tests the cells and clues that the engine reports as conflicts, on grids with every rule of the corpus.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import test from "node:test";
import { load } from "./bundle.mjs";

const { engineHere } = await load("src/engine/here.ts");
const engine = engineHere(await WebAssembly.compile(await readFile(new URL("../dist/cluewright.wasm", import.meta.url))));

/** Seed of the pseudo-random numbers. */
let seed = 11;
const below = (n) => (seed = (seed * 48271) % 2147483647) % n;

const variants = new URL("../../corpus/variants/", import.meta.url);
const names = (await readdir(variants)).filter((name) => name.endsWith(".toml"));

/** Returns a puzzle of the corpus, its only solution, and a function that returns the conflicts of given digits. */
async function puzzleOf(name) {
  const text = await readFile(new URL(name, variants), "utf8");
  const file = JSON.parse((await engine.ask({ ask: "convert", to: "native-json", puzzle: text })).text);
  const { solutions } = await engine.ask({ ask: "check", puzzle: text });
  const drawn = [file.grid ?? ""].flat().join("").replace(/\s/g, "");
  const [rows, columns = rows] = String(file.size ?? 9).split("x").map(Number);
  const solution = [...solutions[0]].slice(0, rows * columns);
  const conflicts = (entries) => engine.ask({ ask: "conflicts", puzzle: JSON.stringify({ ...file, entries: entries.join("") }) });
  return { solution, conflicts, isGiven: (cell) => ![undefined, "."].includes(drawn[cell]) };
}

test("digits of the solution never conflict, and one wrong digit in a full grid always does", async () => {
  for (const name of names) {
    const { solution, conflicts, isGiven } = await puzzleOf(name);
    assert.deepEqual((({ full, conflicts }) => ({ full, conflicts }))(await conflicts(solution)), { full: true, conflicts: [] }, name);
    for (let i = 0; i < 3; i++) {
      const part = solution.map((digit) => (below(2) ? digit : "."));
      assert.deepEqual((await conflicts(part)).conflicts, [], `${name}: ${part.join("")}`);
      const cell = below(solution.length);
      if (isGiven(cell)) continue;
      const others = [...new Set(solution)].filter((digit) => digit !== solution[cell]);
      const wrong = solution.with(cell, others[below(others.length)]);
      assert.ok((await conflicts(wrong)).conflicts.length > 0, `${name}: ${wrong.join("")}`);
    }
  }
});

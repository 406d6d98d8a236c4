// Tests that puzzles of the corpus, after being turned, reflected or relabelled, have the solution mapped in the
// same way. Otherwise the change must be refused.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { engineHere } = await load("src/engine/here.ts");
const { hasSolutions, moveDocument, moveSolution } = await load("src/edit/arrange.ts");
const { viewOf, VIEWS } = await load("src/edit/geometry.ts");
const { bookOf, ruleOfBook } = await load("src/puzzle/rule.ts");
const { layoutOf } = await load("src/puzzle/layout.ts");
const engine = engineHere(await WebAssembly.compile(await readFile(new URL("../dist/cluewright.wasm", import.meta.url))));

/** Rules that count rows, columns or boxes in reading order, or that distinguish up from down. */
const DIRECTED = ["box-indexer", "column-indexer", "dutch-flatmates", "row-indexer"];

test("turned and reflected puzzles of the corpus", { timeout: 240_000 }, async () => {
  const { rules } = await engine.ask({ ask: "rules" });
  const corpus = new URL("../../corpus/variants/", import.meta.url);
  const refused = new Set();
  for (const name of (await readdir(corpus)).filter((name) => name.endsWith(".toml"))) {
    const converted = await engine.ask({ ask: "convert", to: "native-json", puzzle: await readFile(new URL(name, corpus), "utf8") });
    const puzzle = JSON.parse(converted.text);
    const { solutions, verdict } = await engine.ask({ ask: "check", puzzle: converted.text });
    if (verdict !== "unique") continue;
    const book = bookOf(rules.map(ruleOfBook), puzzle["own-rules"]);
    for (const view of VIEWS) {
      const motion = viewOf(view, layoutOf(puzzle));
      const become = (solution) => moveSolution(motion, solution, layoutOf(puzzle));
      const { puzzle: after } = moveDocument(motion, { puzzle, notes: {} }, book);
      if (!(await hasSolutions(engine, puzzle, after, become))) {
        refused.add(name.replace(".toml", ""));
        continue;
      }
      const moved = await engine.ask({ ask: "check", puzzle: JSON.stringify(after) });
      assert.deepEqual([moved.verdict, moved.solutions], ["unique", [become(solutions[0])]], `${name}, ${view}`);
    }
  }
  assert.deepEqual([...refused].sort(), DIRECTED);
});

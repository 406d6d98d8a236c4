// Tests the WebAssembly engine in Node: its interface and its speed.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "./bundle.mjs";

const { engineHere, start, EngineLost } = await load("src/engine/here.ts");
const bytes = await readFile(new URL("../dist/cluewright.wasm", import.meta.url));
const module = await WebAssembly.compile(bytes);
const engine = engineHere(module);
const seed = (name) => readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");

test("a question is answered with the keys of the command", async () => {
  const answer = await engine.ask({ ask: "check", puzzle: "12.4341.2143.321" });
  assert.equal(answer.verdict, "unique");
  assert.deepEqual(answer.solutions, ["1234341221434321"]);
});

test("every question is answered", async () => {
  const puzzle = await seed("mentats-diversion");
  const questions = {
    check: { verdict: "unique" },
    solve: { count: 1 },
    count: { complete: true },
    candidates: { open: 0 },
    estimate: { exact: true },
    grade: { solved: true, explain: true },
    hint: { outcome: "step", strength: "step" },
    diagnose: { finished: true },
    convert: { format: "native", to: "native" },
    conflicts: { full: false, conflicts: [] },
  };
  for (const [ask, { explain, strength, to, ...expected }] of Object.entries(questions)) {
    const answer = await engine.ask({ ask, puzzle, ...(explain && { explain }), ...(strength && { strength }), ...(to && { to }) });
    for (const [key, value] of Object.entries(expected)) assert.deepEqual(answer[key], value, `${key} of ${ask}: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  assert.match((await engine.ask({ ask: "draw", puzzle })).svg, /^<svg/);
  assert.ok((await engine.ask({ ask: "rules" })).rules.length > 70);
});

test("what is wrong with a puzzle is part of the answer", async () => {
  const answer = await engine.ask({ ask: "check", puzzle: "[clues]\nthermometre = ['R1C1 R1C2']" });
  assert.match(answer.error.message, /thermometre/);
  assert.equal(answer.error.line, 2);
});

test("a time limit is kept, so the clock runs", async () => {
  const before = performance.now();
  const answer = await engine.ask({ ask: "count", puzzle: ".".repeat(81), limits: { seconds: 0.2, nodes: 1e12 } });
  assert.equal(answer.stopped, "time");
  assert.ok(performance.now() - before < 5000);
});

test("progress is told, and may cancel", async () => {
  const cancel = new AbortController();
  const told = [];
  const asked = engine.ask(
    { ask: "count", puzzle: ".".repeat(81), limits: { nodes: 1e12 } },
    {
      signal: cancel.signal,
      onProgress(progress) {
        told.push(progress);
        cancel.abort();
      },
    },
  );
  await assert.rejects(asked, { name: "AbortError" });
  assert.equal(told[0].doing, "guesses");
  assert.ok(told[0].done > 0);
});

test("an engine that breaks down says so, and the next question starts another", async () => {
  const instance = await start(module);
  // Pretend that the request is longer than any possible allocation.
  const { encode } = TextEncoder.prototype;
  TextEncoder.prototype.encode = () => ({ length: 0xffff_fff0 });
  try {
    assert.throws(() => instance.answer("{}"), (error) => error instanceof EngineLost && /^the engine broke down: /.test(error.message));
    await assert.rejects(engine.ask({ ask: "rules" }), EngineLost);
  } finally {
    TextEncoder.prototype.encode = encode;
  }
  assert.equal((await engine.ask({ ask: "check", puzzle: "12.4341.2143.321" })).verdict, "unique");
});

test("it is as quick as people expect", { skip: !process.env.CLUEWRIGHT_MEASURE }, async () => {
  for (const name of ["miracle", "spoons", "two-halves", "zippery-when-wet", "doublers", "loop", "mentats-diversion"]) {
    const puzzle = await seed(name);
    const fresh = engineHere(await WebAssembly.compile(bytes));
    const times = [];
    for (let run = 0; run < 5; run++) {
      const before = performance.now();
      const { verdict } = await fresh.ask({ ask: "check", puzzle });
      times.push(`${(performance.now() - before).toFixed(1)} ${verdict}`);
    }
    console.log(name, times.join(", "));
  }
});

// Tests the engine in workers of a real browser: parallel questions, cancelling, crashes, and the page
// without a network.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { bundled } from "./bundle.mjs";
import { browser, site } from "./site.mjs";

let served;
let opened;
let page;

before(async () => {
  served = await site({ 
    "engine-test.js": await bundled("src/engine/index.ts"),
    "stuck-worker.js": `onmessage = ({ data: { id } }) => id && postMessage({ id, lost: "the engine broke down: out of memory" });`,
    "dead-worker.js": `onmessage = () => { throw new Error("out of order"); };`,
  });
  opened = await browser();
  page = await opened.context.newPage();
  await page.goto(served.address);
  await page.evaluate(async () => {
    const { createEngine } = await import("./engine-test.js");
    window.engine = createEngine();
    window.long = { ask: "count", puzzle: ".".repeat(81), limits: { nodes: 1e12 } };
    window.short = { ask: "check", puzzle: "12.4341.2143.321" };
  });
});

after(async () => {
  await opened?.close();
  await served?.close();
});

test("a question is answered in a worker", async () => {
  const [host, answer] = await page.evaluate(async () => [engine.host, await engine.ask(short)]);
  assert.equal(host, "worker");
  assert.equal(answer.verdict, "unique");
});

test("quick questions and other searches are answered while one runs", async () => {
  const [svg, verdict, told, error] = await page.evaluate(async () => {
    const cancel = new AbortController();
    const told = [];
    const running = engine.ask(long, { signal: cancel.signal, onProgress: (progress) => told.push(progress.doing) });
    const drawn = await engine.ask({ ask: "draw", puzzle: short.puzzle });
    const checked = await engine.ask(short);
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    cancel.abort();
    const error = await running.catch((error) => error.name);
    return [drawn.svg, checked.verdict, told, error];
  });
  assert.match(svg, /^<svg/);
  assert.equal(verdict, "unique");
  assert.equal(told[0], "guesses");
  assert.equal(error, "AbortError");
});

test("what is cancelled makes room for what waits", async () => {
  const verdicts = await page.evaluate(async () => {
    const verdicts = [];
    for (let turn = 0; turn < 12; turn++) {
      const cancel = new AbortController();
      const running = [1, 2, 3, 4, 5].map(() => engine.ask(long, { signal: cancel.signal }).catch((error) => error.name));
      const next = engine.ask(short);
      cancel.abort();
      verdicts.push((await next).verdict, ...(await Promise.all(running)));
    }
    return verdicts;
  });
  assert.equal(verdicts.length, 12 * 6);
  assert.equal(verdicts.filter((verdict) => verdict === "unique").length, 12);
  assert.equal(verdicts.filter((verdict) => verdict === "AbortError").length, 60);
  // Workers that were ended disappear only after a while.
  const many = () => page.workers().length > 8;
  for (let wait = 0; many() && wait < 100; wait++) await page.waitForTimeout(100);
  assert.ok(!many(), `${page.workers().length} workers`);
});

test("a worker that breaks down says so, and another takes its place", async () => {
  const errors = await page.evaluate(async () => {
    const { engineInWorkers } = await import("./engine-test.js");
    const ask = (script) => engineInWorkers("cluewright.wasm", script).ask(short).catch((error) => `${error.name}: ${error.message}`);
    return Promise.all(["stuck-worker.js", "dead-worker.js", "no-worker.js"].map(ask));
  });
  assert.equal(errors[0], "EngineLost: the engine broke down: out of memory");
  assert.match(errors[1], /^EngineLost: the engine's worker broke down: .*out of order/);
  assert.match(errors[2], /^EngineLost: the engine's worker broke down: it could not be started/);

  // A worker that is searching does not handle messages, so the error below reaches only the idle workers.
  await page.evaluate(() => new Promise((begun) => {
    globalThis.running = engine.ask(long, { onProgress: begun }).catch((error) => `${error.name}: ${error.message}`);
  }));
  const idle = page.workers().map((worker) => worker.evaluate(() => setTimeout(() => { throw new Error("out of order"); })));
  await Promise.race([Promise.all(idle.map((told) => told.catch(() => undefined))), page.waitForTimeout(1000)]);
  const verdict = await page.evaluate(async () => (await engine.ask(short)).verdict);
  assert.equal(verdict, "unique");
  const lost = await page.evaluate(() => (engine.close(), globalThis.running));
  assert.equal(lost, "EngineLost: the engine was closed");
});

test("an engine that cannot be loaded says so", async () => {
  await page.route("**/missing.wasm", (route) => route.fulfill({ status: 404 }));
  const [name, message] = await page.evaluate(async () => {
    const { engineInWorkers } = await import("./engine-test.js");
    return engineInWorkers("missing.wasm", "worker.js").ask(short).catch((error) => [error.name, error.message]);
  });
  assert.equal(name, "EngineLost");
  assert.match(message, /could not be loaded: missing\.wasm gives 404/);
});

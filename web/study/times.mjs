// Measures the page as a setter has it, in headless Chromium from localhost: opened to the first verdict, and after each
// change the verdict, the true candidates, and the longest task of the page itself.
//
//   node study/times.mjs [--rounds N] [--edits N]
//
// Examples are the seeds of corpus/. Changes take away a clue and type a given in turn, so that no answer is known from
// before; where a given leaves no solution, nothing is counted and it is taken back. Tasks are told in processor time, as
// other programs lengthen them.
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { parseArgs } from "node:util";
import { browser, site } from "../tests/site.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" }, edits: { type: "string", default: "12" } } });
const EXAMPLES = ["spoons", "miracle", "mentats-diversion", "two-halves", "one-liar"];

const ranked = (times) => times.sort((a, b) => a - b);
const at = (times, share) => Math.round(ranked(times)[Math.min(times.length - 1, Math.floor(times.length * share))] * 10) / 10;
const say = (what, times) => console.log(`${what}: median ${at(times, 0.5)} ms, 90th percentile ${at(times, 0.9)} ms, most ${at(times, 1)} ms (${times.length})`);

/** Runs before the page: when the verdict first stands. */
function watchVerdict() {
  const watch = new MutationObserver(() => {
    const verdict = document.querySelector(".verdict")?.dataset.verdict;
    if (verdict === undefined || verdict === "looking" || location.hash !== "") return;
    window.firstVerdict = { verdict, at: performance.now() };
    watch.disconnect();
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Presses a key on the board, or takes the first clue away; gives the milliseconds to the verdict and to the last candidate. */
async function change(key) {
  const first = key === null ? document.querySelector(".clue-list li > button:last-child") : null;
  if (key === null && !first) return null;
  const bar = document.querySelector(".verdict");
  const until = (done) =>
    new Promise((resolve, reject) => {
      const watch = new MutationObserver(() => done() && (watch.disconnect(), resolve(performance.now())));
      watch.observe(bar, { attributes: true });
      setTimeout(() => (watch.disconnect(), reject(new Error("the page took too long"))), 60_000);
    });
  let started = false;
  const looking = until(() => (started ||= bar.dataset.verdict === "looking"));
  const begin = performance.now();
  if (first) first.click();
  else document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", { key, code: `Digit${key}`, bubbles: true, cancelable: true }));
  await looking;
  const verdict = bar.dataset.verdict === "looking" ? await until(() => bar.dataset.verdict !== "looking") : performance.now();
  const candidates = bar.dataset.counting === undefined ? verdict : await until(() => bar.dataset.counting === undefined);
  const counted = bar.dataset.verdict === "unique" || bar.dataset.verdict === "several";
  return { verdict: verdict - begin, candidates: counted ? candidates - begin : null };
}

/** Records the page's tasks; the function that it gives ends that, with the processor time of each in milliseconds. */
async function tasksOf(page) {
  const session = await page.context().newCDPSession(page);
  const found = [];
  session.on("Tracing.dataCollected", ({ value }) => found.push(...value));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"] } });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const main = new Set(found.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    return found.filter(({ name, pid, tid, tdur }) => name === "ThreadControllerImpl::RunTask" && main.has(`${pid} ${tid}`) && tdur > 0).map(({ tdur }) => tdur / 1000);
  };
}

const served = await site();
const times = { opened: [], verdict: [], candidates: [], task: [] };
for (let round = 0; round < Number(values.rounds); round++) {
  for (const name of EXAMPLES) {
    const { context, close } = await browser();
    const toml = await readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");
    const page = await context.newPage();
    await page.addInitScript(watchVerdict);
    await page.goto(`${served.address}#p=${deflateRawSync(toml).toString("base64url")}`);
    const first = await (await page.waitForFunction(() => window.firstVerdict, null, { timeout: 60_000 })).jsonValue();
    times.opened.push(first.at);
    await page.waitForSelector(".verdict:not([data-verdict=looking]):not([data-counting])", { timeout: 60_000 });
    await page.locator("#board").focus();
    const end = await tasksOf(page);
    for (let edit = 0; edit < Number(values.edits); edit++) {
      const typing = edit % 2 === 1;
      if (typing) for (let i = 0; i < 4; i++) await page.keyboard.press(i % 2 === 0 ? "ArrowDown" : "ArrowRight");
      const found = await page.evaluate(change, typing ? String(1 + ((edit + round) % 6)) : null);
      if (!found) continue;
      times.verdict.push(found.verdict);
      if (found.candidates !== null) times.candidates.push(found.candidates);
      else await page.keyboard.press("Control+z");
    }
    times.task.push(...(await end()));
    await close();
  }
}
say("page opened to the first verdict", times.opened);
say("verdict after a change", times.verdict);
say("true candidates after a change", times.candidates);
say("tasks of the page (processor time)", times.task);
console.log(`${times.task.filter((task) => task > 16).length} of ${times.task.length} tasks are longer than 16 ms`);
await served.close();

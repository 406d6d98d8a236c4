// Measures the times of the page for setters and solvers, in headless Chromium from localhost. Fails if a limit is exceeded.
//
//   node study/times.mjs [--rounds N] [--edits N] [--only edits,wide,drawn,pen]
//
// edits: the time from opening a seed of corpus/ to the first verdict and, after each change, the time to the verdict, the
// time to the true candidates, and the longest task of the page itself. Changes remove a clue and type a given in turn, so
// that no answer is known in advance. If a given leaves no solution, its candidates are not counted, and it is undone.
//
// wide: changes of a 16x16 grid.
//
// drawn: the time from pasting a puzzle of 200 drawn elements to its picture.
//
// pen: the longest task while a solver draws 500 strokes on a phone that is four times slower.
//
// Tasks are measured in processor time, because other programs lengthen their elapsed time.
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { parseArgs } from "node:util";
import { browser, site } from "../tests/site.mjs";
import { tasksOf } from "./tasks.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "3" }, edits: { type: "string", default: "12" }, only: { type: "string", default: "edits,wide,drawn,pen" } } });
const EXAMPLES = ["spoons", "miracle", "mentats-diversion", "two-halves", "one-liar"];

const ranked = (times) => times.sort((a, b) => a - b);
const at = (times, share) => Math.round(ranked(times)[Math.min(times.length - 1, Math.floor(times.length * share))] * 10) / 10;

/** Prints times, and fails if their median or maximum exceeds its limit. */
function report(what, times, { median = Infinity, most = Infinity } = {}) {
  console.log(`${what}: median ${at(times, 0.5)} ms, 90th percentile ${at(times, 0.9)} ms, most ${at(times, 1)} ms (${times.length})`);
  if (at(times, 0.5) <= median && at(times, 1) <= most) return;
  console.log(`  more than the limit of ${Math.min(median, most)} ms`);
  process.exitCode = 1;
}

/** Records the time of the first verdict. Runs before the page's scripts. */
function watchVerdict() {
  const watch = new MutationObserver(() => {
    const verdict = document.querySelector(".verdict")?.dataset.verdict;
    if (verdict === undefined || verdict === "looking" || location.hash !== "") return;
    window.firstVerdict = { verdict, at: performance.now() };
    watch.disconnect();
  });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
}

/**
 * Presses a key on the board, or removes the first clue. Returns the time to the verdict and to the last candidate, in
 * milliseconds.
 */
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

const served = await site();
const link = (text, key = "p") => `${served.address}#${key}=${deflateRawSync(text).toString("base64url")}`;
const settled = ".verdict:not([data-verdict=looking]):not([data-counting])";

/**
 * Changes an opened puzzle repeatedly. Returns the times to the verdicts and candidates in milliseconds, and the
 * processor time of each task.
 */
async function changes(page, round) {
  const times = { verdict: [], candidates: [], task: [] };
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
  return times;
}

const merge = (into, from) => Object.entries(from).forEach(([name, times]) => into[name].push(...times));

async function measureEdits() {
  const times = { opened: [], verdict: [], candidates: [], task: [] };
  for (let round = 0; round < Number(values.rounds); round++)
    for (const name of EXAMPLES) {
      const { context, close } = await browser();
      const toml = await readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");
      const page = await context.newPage();
      await page.addInitScript(watchVerdict);
      await page.goto(link(toml));
      times.opened.push((await (await page.waitForFunction(() => window.firstVerdict, null, { timeout: 60_000 })).jsonValue()).at);
      await page.getByRole("tab", { name: "Candidates" }).click();
      await page.getByRole("radio", { name: "Which" }).click();
      await page.getByRole("tab", { name: "Draw" }).click();
      await page.waitForSelector(settled, { timeout: 60_000 });
      merge(times, await changes(page, round));
      await close();
    }
  report("page opened to the first verdict", times.opened, { median: 1500 });
  report("verdict after a change", times.verdict, { median: 40 });
  report("true candidates after a change", times.candidates);
  report("tasks of the page (processor time)", times.task, { most: 50 });
}

/**
 * Returns a 16x16 puzzle with four sevenths of its digits and, in each row but the first, a thermometer.
 */
function wide() {
  const digit = (row, column) => (4 * (row % 4) + Math.floor(row / 4) + column) % 16;
  const line = (row) => Array.from({ length: 16 }, (_, column) => ((5 * row + 3 * column) % 7 < 4 ? "123456789ABCDEFG"[digit(row, column)] : ".")).join("");
  const lines = Array.from({ length: 15 }, (_, i) => {
    const start = Array.from({ length: 14 }, (_, column) => column).find((column) => digit(i + 1, column) < 14);
    return `R${i + 2}C${start + 1}-R${i + 2}C${start + 3}`;
  });
  return JSON.stringify({ size: 16, grid: Array.from({ length: 16 }, (_, row) => line(row)), clues: { thermometer: lines } });
}

async function measureWide() {
  const { context, close } = await browser();
  const page = await context.newPage();
  await page.goto(link(wide()));
  await page.waitForSelector(settled, { timeout: 60_000 });
  const { verdict, task } = await changes(page, 0);
  report("verdict after a change, 16x16", verdict, { median: 50 });
  report("tasks of the page, 16x16 (processor time)", task, { most: 50 });
  await close();
}

/** Returns a SudokuPad puzzle with 80 lines, 60 shapes, 40 texts and 20 cages. */
function drawn() {
  const spot = (i) => [(i * 7) % 8, (i * 5 + Math.floor(i / 8)) % 8];
  const middle = (i) => spot(i).map((at) => at + 0.5);
  const part = (n, make) => Array.from({ length: n }, (_, i) => make(i));
  const cells = part(9, () => part(9, () => ({})));
  const regions = part(9, (box) => part(9, (i) => [3 * Math.floor(box / 3) + Math.floor(i / 3), 3 * (box % 3) + (i % 3)]));
  return JSON.stringify({
    cellSize: 50,
    metadata: { title: "Much drawn", rules: "Normal sudoku rules apply. Everything that is drawn is a decoration." },
    cells,
    regions,
    lines: part(80, (i) => ({ color: ["#67f067", "#f067f0", "#4ecbff", "#f08000"][i % 4], thickness: 6, wayPoints: [middle(i), middle(i).map((at) => at + 1)] })),
    underlays: part(60, (i) => ({ center: middle(3 * i), width: 0.7, height: 0.7, rounded: i % 2 === 0, backgroundColor: "#d0d0f0", borderColor: "#606060" })),
    overlays: part(40, (i) => ({ center: middle(5 * i + 1), width: 0.5, height: 0.5, text: String(i), fontSize: 16, color: "#000000" })),
    cages: part(20, (i) => ({ cells: [spot(11 * i)], value: String(i), style: "box" })),
  });
}

async function measureDrawn() {
  const opened = [];
  const tasks = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const { context, close } = await browser();
    const page = await context.newPage();
    await page.goto(served.address);
    await page.waitForSelector(settled, { timeout: 60_000 });
    await page.waitForSelector(".tool-button");
    const end = await tasksOf(page);
    const time = await page.evaluate(async (text) => {
      const board = document.querySelector(".board-svg");
      const clipboard = new DataTransfer();
      clipboard.setData("text/plain", text);
      const begin = performance.now();
      const shown = new Promise((resolve) => {
        const watch = new MutationObserver(() => board.querySelectorAll('.picture [data-layer^="drawn"] > *').length > 100 && (watch.disconnect(), requestAnimationFrame(() => resolve(performance.now()))));
        watch.observe(board, { childList: true, subtree: true });
      });
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true }));
      return (await shown) - begin;
    }, drawn());
    opened.push(time);
    tasks.push(...(await end()));
    await close();
  }
  report("200 drawn elements, pasted to their picture", opened, { median: 300 });
  report("tasks of the page meanwhile (processor time)", tasks);
}

async function measurePen() {
  const { context, close } = await browser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(link(await readFile(new URL("../../corpus/seeds/spoons.toml", import.meta.url), "utf8"), "s"));
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("radio", { name: "Pen" }).click();
  await page.waitForSelector(".picture *");
  const box = await page.locator("#cell-R1C1").boundingBox();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const end = await tasksOf(page);
  await page.evaluate(
    async ({ x, y, width }) => {
      const svg = document.querySelector(".board-svg");
      // A synthetic pointer cannot be captured, because no finger is on the screen.
      svg.setPointerCapture = () => {};
      const send = (type, row, column) => svg.dispatchEvent(new PointerEvent(type, { pointerId: 9, bubbles: true, cancelable: true, button: 0, clientX: x + (column + 0.5) * width, clientY: y + (row + 0.5) * width }));
      for (let i = 0; i < 500; i++) {
        const [row, column] = [Math.floor(i / 8) % 9, i % 8];
        send("pointerdown", row, column);
        send("pointermove", row, column + 1);
        send("pointerup", row, column + 1);
        // Some pauses are long enough for the draft to be stored.
        await new Promise((resolve) => setTimeout(resolve, i % 50 === 49 ? 700 : 8));
      }
    },
    box,
  );
  // The first task is the message that ends the recording.
  const tasks = await end();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  report("tasks while 500 strokes are drawn on a slow phone (processor time)", tasks, { most: 50 });
  await close();
}

const all = { edits: measureEdits, wide: measureWide, drawn: measureDrawn, pen: measurePen };
for (const name of values.only.split(",")) await all[name]();
await served.close();

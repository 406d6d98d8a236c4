// Solves puzzles in solve mode as people do: with mouse and keys on a desktop, with fingers on a tablet and a phone.
// Some digits are wrong at first. After each digit, the marked conflicts are compared with the engine's evaluation, and
// that is compared with the repeated digits that this program finds. The last digit must end the solve.
//
//   CLUEWRIGHT_DATA=… node study/solves.mjs [--puzzles 20] [--sizes desktop,tablet,phone]
//
// Without CLUEWRIGHT_DATA, the puzzles are those of corpus/.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { deflateRawSync } from "node:zlib";
import { load } from "../tests/bundle.mjs";
import { random } from "../tests/random.mjs";
import { browser, site } from "../tests/site.mjs";
import { ours, theirs } from "./puzzles.mjs";

const { values } = parseArgs({ options: { puzzles: { type: "string", default: "20" }, sizes: { type: "string", default: "desktop,tablet,phone" } } });
const SIZES = {
  desktop: { viewport: { width: 1280, height: 860 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const data = process.env.CLUEWRIGHT_DATA;
const below = random(20);

const { engineHere } = await load("src/engine/here.ts");
const engine = engineHere(await WebAssembly.compile(await readFile(new URL("../dist/cluewright.wasm", import.meta.url))));

/**
 * Returns a puzzle with its givens and its solution as text. Returns null unless the puzzle is 9x9, with the usual boxes
 * and digits, and has exactly one solution.
 */
async function prepare({ id, text }) {
  const file = JSON.parse((await engine.ask({ ask: "convert", to: "native-json", puzzle: text })).text);
  const { verdict, solutions } = await engine.ask({ ask: "check", puzzle: text, limits: { seconds: 5 } });
  const side = Number(file.size ?? 9);
  if (verdict !== "unique" || side !== 9 || file.boxes || file.digits) return null;
  const givens = [file.grid ?? []].flat().join("").padEnd(81, ".");
  return { id, file, givens, solution: [...solutions[0]].slice(0, 81).join("") };
}

async function choose(texts, n) {
  const chosen = [];
  for (let i = 0; i < texts.length && chosen.length < n; i++) {
    const puzzle = await prepare(texts[Math.floor((i * 7919) % texts.length)]).catch(() => null);
    if (puzzle) chosen.push(puzzle);
  }
  return chosen;
}

const nameOf = (cell) => `R${Math.floor(cell / 9) + 1}C${(cell % 9) + 1}`;
const houses = Array.from({ length: 9 }, (_, n) => [
  Array.from({ length: 9 }, (_, i) => 9 * n + i),
  Array.from({ length: 9 }, (_, i) => 9 * i + n),
  Array.from({ length: 9 }, (_, i) => 27 * Math.floor(n / 3) + 3 * (n % 3) + 9 * Math.floor(i / 3) + (i % 3)),
]).flat();

/** Returns the cells whose digit is repeated in a row, column or box. */
function repeats(digits) {
  const found = new Set();
  for (const house of houses) for (const a of house) for (const b of house) if (a !== b && digits[a] !== "." && digits[a] === digits[b]) found.add(nameOf(a)).add(nameOf(b));
  return found;
}

/** Returns the cells that conflict according to the engine. */
async function evaluated({ file, givens }, digits) {
  const entries = digits.map((digit, cell) => (givens[cell] === "." ? digit : "."));
  const { conflicts } = await engine.ask({ ask: "conflicts", puzzle: JSON.stringify({ ...file, entries: entries.join("") }) });
  return new Set(conflicts.flatMap(({ at }) => at));
}

const sorted = (cells) => [...cells].sort().join(" ");

async function solve(context, address, puzzle, isTouch) {
  const faults = [];
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${address}#s=${deflateRawSync(JSON.stringify(puzzle.file)).toString("base64url")}`);
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector("#board, dialog[open]");
  const start = page.getByRole("button", { name: "Start", exact: true });
  if (await start.isVisible()) await start.click();
  await page.waitForSelector(".picture *");
  const box = await page.locator("#cell-R1C1").boundingBox();
  const keys = new Map();
  for (let digit = 1; digit <= 9 && isTouch; digit++) {
    const key = await page.getByRole("button", { name: `Type ${digit}`, exact: true }).boundingBox();
    keys.set(String(digit), [key.x + key.width / 2, key.y + key.height / 2]);
  }
  const type = async (cell, digit) => {
    const at = [box.x + box.width * ((cell % 9) + 0.5), box.y + box.height * (Math.floor(cell / 9) + 0.5)];
    if (isTouch) await page.touchscreen.tap(...at);
    else await page.mouse.click(...at);
    if (isTouch) await page.touchscreen.tap(...keys.get(digit));
    else await page.keyboard.press(digit);
  };
  const marked = () => page.locator(".conflicts rect").evaluateAll((rects) => rects.map((rect) => rect.dataset.cell));
  const digits = [...puzzle.givens];
  let states = 0;
  const compare = async () => {
    states++;
    const wanted = await evaluated(puzzle, digits);
    const repeated = [...repeats(digits)].filter((cell) => !wanted.has(cell));
    if (repeated.length > 0) faults.push(`the engine overlooks repeats in ${repeated.join(" ")} of ${digits.join("")}`);
    const end = Date.now() + 5000;
    let shown = sorted(await marked());
    while (shown !== sorted(wanted) && Date.now() < end) {
      await page.waitForTimeout(10);
      shown = sorted(await marked());
    }
    if (shown !== sorted(wanted)) faults.push(`marked: ${shown}, wanted: ${sorted(wanted)}, in ${digits.join("")}`);
    return wanted;
  };
  const open = digits.flatMap((digit, cell) => (digit === "." ? [cell] : []));
  const order = open.map((cell) => [below(1000), cell]).sort(([a], [b]) => a - b).map(([, cell]) => cell);
  for (const cell of order) {
    if (below(6) === 0) {
      const wrong = String(1 + ((Number(puzzle.solution[cell]) + below(8)) % 9));
      await type(cell, wrong);
      digits[cell] = wrong;
      await compare();
    }
    await type(cell, puzzle.solution[cell]);
    digits[cell] = puzzle.solution[cell];
    const conflicts = await compare();
    if (conflicts.size > 0) faults.push(`digits of the solution conflict: ${sorted(conflicts)} in ${digits.join("")}`);
  }
  const ended = await page.getByText("Solved!").first().waitFor({ timeout: 10_000 }).then(() => true, () => false);
  if (!ended) faults.push("the full grid does not end the solve");
  await page.close();
  return { faults, states };
}

const puzzles = await choose(data ? await theirs(data, "ctc_rated_dev.jsonl") : await ours(60), Number(values.puzzles));
const served = await site();
let [wrong, states] = [0, 0];
for (const size of values.sizes.split(",")) {
  const { context, close } = await browser({ ...SIZES[size], reducedMotion: "reduce" });
  for (const puzzle of puzzles) {
    const solved = await solve(context, served.address, puzzle, SIZES[size].hasTouch ?? false).catch((error) => ({ faults: [error.message.split("\n")[0]], states: 0 }));
    states += solved.states;
    if (solved.faults.length > 0) wrong++;
    for (const fault of solved.faults) console.log(`${puzzle.id} on a ${size}: ${fault}`);
  }
  console.log(`${size}: ${puzzles.length} puzzles`);
  await close();
}
await served.close();
console.log(`${puzzles.length} puzzles on ${values.sizes}, ${states} states compared: ${wrong} solves with faults`);
process.exitCode = wrong > 0 ? 1 : 0;

// Simulates an hour of work. Rebuilds published puzzles from an empty grid with pointer and keys, including slips,
// moves, copies, undos, reloads and a second tab. Counts the clues that are lost, the clues that nobody drew, and
// the boards that no longer show the puzzle.
//
//   CLUEWRIGHT_DATA=… node study/hour.mjs [--puzzles 30] [--seed 1] [--only ID]
//
// Without CLUEWRIGHT_DATA, the puzzles are those of corpus/. The same seed repeats the same mistakes.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { load } from "../tests/bundle.mjs";
import { cells, isPath, partsOf, pathThrough } from "../tests/drawer.mjs";
import { random } from "../tests/random.mjs";
import { setter } from "../tests/setter.mjs";
import { browser, site } from "../tests/site.mjs";
import { ours, theirs } from "./puzzles.mjs";

const { values } = parseArgs({ options: { puzzles: { type: "string", default: "30" }, seed: { type: "string", default: "1" }, only: { type: "string" } } });
const data = process.env.CLUEWRIGHT_DATA;
const below = random(Number(values.seed));
const oneOf = (list) => list[below(list.length)];

const { engineHere } = await load("src/engine/here.ts");
const engine = engineHere(await WebAssembly.compile(await readFile(new URL("../dist/cluewright.wasm", import.meta.url))));
const book = new Map((await engine.ask({ ask: "rules" })).rules.map((rule) => [rule.name, rule]));

// The puzzles.

/** Returns a clue as `[rule, value, lists of cells]`. Cells whose order does not matter are in reading order. */
function plain(rule, form) {
  if (form === true) return JSON.stringify([rule]);
  const { value, cells: list, bulb, shaft } = partsOf(form);
  const isOrdered = ["line", "arrow"].includes(book.get(rule).gesture);
  const lists = [list, bulb, shaft].filter((text) => text !== undefined).map((text, i) => (isOrdered && !(bulb && i === 0) ? cells(text) : cells(text).sort(([a, b], [c, d]) => a - c || b - d)));
  return JSON.stringify([rule, value.flat().join("").replaceAll(" ", ""), lists]);
}

const formsOf = (clues) => Object.entries(clues ?? {}).flatMap(([rule, entries]) => [entries].flat().map((form) => [rule, form]));

/** Counts each clue and given of a puzzle, keyed by its plain form. */
function contentsOf({ grid, clues }) {
  const found = new Map();
  const count = (key) => found.set(key, (found.get(key) ?? 0) + 1);
  for (const [rule, form] of formsOf(clues)) count(plain(rule, form));
  for (const [row, line] of [grid ?? []].flat().entries()) for (const [column, digit] of [...line].entries()) if (digit !== ".") count(`${digit} in R${row + 1}C${column + 1}`);
  return found;
}

const missing = (wanted, found) => [...wanted].filter(([key, n]) => (found.get(key) ?? 0) < n).map(([key]) => key);

const GESTURES = ["line", "cells", "edge", "cell", "corner", "outside", "arrow", "grid"];

/** Returns `true` if each clue of a 9x9 puzzle can be drawn with a gesture and at most one typed value. */
function isDrawable(puzzle) {
  return formsOf(puzzle.clues).every(([rule, form]) => {
    const gesture = book.get(rule)?.gesture;
    if (!GESTURES.includes(gesture)) return false;
    if (form === true) return true;
    const { value, cells: list, bulb, shaft } = partsOf(form);
    const names = [list, bulb, shaft].filter((text) => text !== undefined).join(" ");
    if (value.length > 1 || !/^[RC\d\s,-]+$/.test(names)) return false;
    if (gesture === "line") return isPath(cells(list));
    return gesture !== "arrow" || (isPath([cells(bulb).at(-1), ...cells(shaft)]) && isPath(cells(bulb)));
  });
}

const texts = data ? await theirs(data, "ctc_rated_dev.jsonl") : await ours();
const native = async ({ id, text }) => ({ id, puzzle: JSON.parse((await engine.ask({ ask: "convert", to: "native-json", puzzle: text })).text) });
const all = (await Promise.all(texts.map(native))).filter(({ puzzle }) => (puzzle.size ?? 9) === 9 && !puzzle["own-rules"] && isDrawable(puzzle));
// Plain sudokus have no clue that could be lost.
const variants = all.filter(({ puzzle }) => formsOf(puzzle.clues).length > 0);
const number = Math.min(Number(values.puzzles), variants.length);
const chosen = values.only ? variants.filter(({ id }) => id === values.only) : Array.from({ length: number }, (_, i) => variants[Math.floor((i * variants.length) / number)]);

// The setter.

const served = await site();
const { context, close } = await browser();
await context.grantPermissions(["clipboard-read", "clipboard-write"]);
const page = await context.newPage();
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
const hand = setter(page);
await hand.begin(served.address);

/** Returns the puzzle of a tab. */
const puzzleOf = (tab) => tab.evaluate(() => JSON.parse(sessionStorage.getItem("cluewright.desk"))?.document.puzzle ?? {});
const now = async () => contentsOf(await puzzleOf(page));

const log = [];
const totals = { inputs: 0, lost: 0, strange: 0, frozen: 0, reloads: 0, tabs: 0, slips: 0, moves: 0, copies: 0, undos: 0 };
const press = (key) => (totals.inputs++, hand.press(key));
const drag = (...places) => (totals.inputs++, hand.drag(...places));
let clicked = "";
/** Clicks a cell, or the border or corner between cells. Pauses first if a repeated click would be a double click. */
const click = async (...places) => {
  if (clicked === String(places)) await page.waitForTimeout(360);
  clicked = String(places);
  totals.inputs++;
  await hand.click(...places);
};
const take = (rule) => (totals.inputs++, hand.take(rule.replaceAll("-", " ")));

/** Returns a walk through all cells of a group, visiting cells again if necessary; null if the group is not connected. */
function walkThrough(places) {
  const isSame = ([a, b], [c, d]) => a === c && b === d;
  const seen = [];
  const visit = (place) => {
    seen.push(place);
    const next = () => places.find((other) => !seen.some((one) => isSame(one, other)) && Math.abs(other[0] - place[0]) + Math.abs(other[1] - place[1]) === 1);
    const walk = [place];
    for (let to = next(); to; to = next()) walk.push(...visit(to), place);
    return walk;
  };
  const walk = visit(places[0]);
  return seen.length === places.length ? walk : null;
}

async function withControl(places) {
  await page.keyboard.down("Control");
  for (const place of places) await (totals.inputs++, hand.click(place));
  await page.keyboard.up("Control");
}

/**
 * Draws with the arrow keys: moves to the first cell, extends the selection with Shift, and presses Enter at the
 * end.
 */
async function drawByKeys([first, ...rest]) {
  const { row, column } = await page.evaluate(() => {
    const [, row, column] = /R(\d+)C(\d+)/.exec(document.getElementById("board").getAttribute("aria-activedescendant") ?? "cell-R1C1");
    return { row: Number(row), column: Number(column) };
  });
  for (let i = 0; i < Math.abs(first[0] - row); i++) await press(first[0] > row ? "ArrowDown" : "ArrowUp");
  for (let i = 0; i < Math.abs(first[1] - column); i++) await press(first[1] > column ? "ArrowRight" : "ArrowLeft");
  let at = first;
  for (const to of rest) {
    await press(`Shift+${to[0] > at[0] ? "ArrowDown" : to[0] < at[0] ? "ArrowUp" : to[1] > at[1] ? "ArrowRight" : "ArrowLeft"}`);
    at = to;
  }
  await press("Enter");
}

/** Draws a clue. While the form requests its value, the setter may click elsewhere or reload the page. */
async function draw(rule, form) {
  const { gesture } = book.get(rule);
  const { value, cells: list, bulb, shaft } = form === true ? {} : partsOf(form);
  if (gesture === "arrow" && cells(bulb).length > 1) {
    await press("Escape");
    await press("Escape");
    await press("z");
    await drag(...cells(bulb));
  }
  await take(rule);
  const places = list === undefined ? [] : cells(list);
  const isStraight = isPath(places) && places.every((place, i) => i === 0 || place.some((at, axis) => at === places[i - 1][axis]));
  if (gesture === "grid") return;
  if (gesture === "arrow") await drag(...(cells(bulb).length > 1 ? cells(bulb).slice(-1) : cells(bulb)), ...cells(shaft));
  else if (gesture === "edge") await click(...places);
  else if (gesture === "corner") await click(places[0], [places[0][0] + 1, places[0][1] + 1]);
  else if (gesture === "cells") {
    const walk = walkThrough(places);
    if (places.length > 1 && isStraight && new Set(list.split(/[\s-]/)).size > 1 && below(4) === 0) await drawByKeys(places);
    else if (walk && places.length > 1) await drag(...walk);
    else if (pathThrough(places)) await drag(...pathThrough(places));
    else {
      await press("Escape");
      await take(rule);
      await withControl(places);
      await press("Enter");
    }
  } else if (gesture === "line" && isStraight && below(4) === 0 && places.length > 1) await drawByKeys(places);
  else if (places.length > 1) await drag(...places);
  else await click(places[0]);
  if (value.length === 0) {
    if (await page.locator(".values").count()) await press("Enter");
    return;
  }
  await hand.type([value[0]].flat().join(""));
  totals.inputs += String(value[0]).length;
  const going = below(4);
  if (going === 0) return reload();
  // Click far from the form, which is next to the last cell.
  if (going === 1 && gesture === "cells") return click([places.at(-1)[0] > 4 ? 1 : 9, 5]);
  await press("Enter");
}

// The mishaps.

/**
 * Waits until the board shows the whole puzzle. Returns the clues that are still missing when the time (in seconds) is
 * up.
 */
async function frozen(patience = 8) {
  const shown = () => {
    const { puzzle } = JSON.parse(sessionStorage.getItem("cluewright.desk"))?.document ?? {};
    const missing = [];
    for (const [rule, entries] of Object.entries(puzzle?.clues ?? {})) [entries].flat().forEach((form, nth) => form !== true && !document.querySelector(`.picture [data-rule="${rule}"][data-nth="${nth}"]`) && missing.push(`${rule} ${nth}`));
    const givens = [puzzle?.grid ?? []].flat().join("").replaceAll(".", "").length;
    if (document.querySelectorAll(".board-svg text.given").length !== givens) missing.push("givens");
    return missing;
  };
  const end = Date.now() + patience * 1000;
  let left = await page.evaluate(shown);
  while (left.length > 0 && Date.now() < end) {
    await page.waitForTimeout(50);
    left = await page.evaluate(shown);
  }
  return left;
}

async function reload() {
  totals.reloads++;
  await page.reload();
  await hand.ready();
}

/**
 * Compares the puzzle with the expected contents, and returns the actual contents. The caller expects these from then
 * on, so that a fault is counted only once.
 */
async function compare(wanted, what) {
  const found = await now();
  const [lost, strange] = [missing(wanted, found), missing(found, wanted)];
  totals.lost += lost.length;
  totals.strange += strange.length;
  for (const [kind, list] of Object.entries({ lost, "not drawn by anyone": strange })) if (list.length > 0) console.log(`  ${kind} after “${what}”: ${list.join("; ")}\n    ${log.slice(-6).join("\n    ")}`);
  const stale = await frozen();
  if (stale.length > 0) {
    totals.frozen++;
    console.log(`  the board does not show after “${what}”: ${stale.join(", ")}\n    ${log.slice(-6).join("\n    ")}`);
  }
  return found;
}

async function undoTo(wanted, most = 6) {
  for (let i = 0; i < most && !isSame(await now(), wanted); i++) {
    totals.undos++;
    await press("Control+z");
  }
}

const isSame = (a, b) => missing(a, b).length + missing(b, a).length === 0;

/** Picks a clue with the pointer, by clicking its first cell, corner or border. */
async function pick(rule, form) {
  await press("Escape");
  await press("Escape");
  await press("Escape");
  await press("z");
  const { cells: list, bulb } = partsOf(form);
  const places = cells(bulb ?? list);
  if (book.get(rule).gesture === "corner") return click(places[0], [places[0][0] + 1, places[0][1] + 1]);
  if (book.get(rule).gesture === "edge") return click(...places);
  await click(places[0]);
  if (book.get(rule).gesture !== "outside") await click(places[0]);
}

/** Returns a random clue with cells. */
const someClue = (puzzle) => oneOf(formsOf(puzzle.clues).filter(([, form]) => form !== true));

const mishaps = {
  async "a slip, undone"(wanted) {
    totals.slips++;
    const [row, column] = [1 + below(8), 1 + below(8)];
    await take(oneOf(["thermometer", "killer cage", "renban", "white kropki", "arrow"]));
    await drag([row, column], [row, column + 1], [row + 1, column + 1]);
    // The unfinished clue is discarded, or finished and then undone.
    if (below(2)) await press("Escape");
    else if (await page.locator(".values").count()) await press("Enter");
    await undoTo(wanted);
  },
  async "a clue moved and moved back"(wanted) {
    const [rule, form] = someClue(await puzzleOf(page)) ?? [];
    if (!rule) return;
    totals.moves++;
    await pick(rule, form);
    const [there, back] = oneOf([["ArrowDown", "ArrowUp"], ["ArrowUp", "ArrowDown"], ["ArrowLeft", "ArrowRight"]]);
    await press(there);
    const moved = await now();
    if (!isSame(moved, wanted)) await press(back);
    await undoTo(wanted);
  },
  async "a clue dragged elsewhere, undone"(wanted) {
    const [rule, form] = someClue(await puzzleOf(page)) ?? [];
    if (!rule || ["edge", "corner", "outside"].includes(book.get(rule).gesture)) return;
    totals.moves++;
    await pick(rule, form);
    const [row, column] = cells(partsOf(form).bulb ?? partsOf(form).cells)[0];
    await drag([row, column], [row === 9 ? 8 : row + 1, column]);
    await undoTo(wanted);
  },
  async "a copy, removed or undone"(wanted) {
    const [rule, form] = someClue(await puzzleOf(page)) ?? [];
    if (!rule) return;
    totals.copies++;
    await pick(rule, form);
    await press("Control+c");
    await press("Escape");
    await click([1 + below(9), 1 + below(9)]);
    await press("Control+v");
    await page.waitForTimeout(60);
    if (below(2) && !isSame(await now(), wanted)) await press("Delete");
    await undoTo(wanted);
  },
  async "a duplicate, removed"(wanted) {
    const [rule, form] = someClue(await puzzleOf(page)) ?? [];
    if (!rule) return;
    totals.copies++;
    await pick(rule, form);
    await press("Control+d");
    if (!isSame(await now(), wanted)) await press("Delete");
    await undoTo(wanted);
  },
  async "a clue removed, undone"(wanted) {
    const [rule, form] = someClue(await puzzleOf(page)) ?? [];
    if (!rule) return;
    await pick(rule, form);
    await press("Delete");
    await undoTo(wanted);
  },
  async "a reload, an undo and a redo"() {
    await reload();
    await page.locator("#board").focus();
    await press("Control+z");
    await press("Control+y");
  },
  async "many undos and redos"() {
    const times = 1 + below(8);
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    let undone = 0;
    for (; undone < times && (await undo.isEnabled()); undone++) await press("Control+z");
    totals.undos += undone;
    for (let i = 0; i < undone; i++) await press("Control+y");
  },
  async "notes and tabs"() {
    await press("Escape");
    await press("Escape");
    await press("Escape");
    await press("x");
    await click([1 + below(9), 1 + below(9)]);
    await press(String(1 + below(9)));
    for (const name of ["Candidates", "Puzzle", "Draw"]) await page.getByRole("tab", { name }).click();
    await page.locator("#board").focus();
    await press("z");
  },
  async "work in a second tab"() {
    totals.tabs++;
    const tab = await context.newPage();
    tab.on("pageerror", (error) => errors.push(String(error)));
    const other = setter(tab);
    await tab.goto(served.address);
    await other.ready();
    await other.take("thermometer");
    const [row, column] = [1 + below(8), 1 + below(8)];
    await other.drag([row, column], [row, column + 1], [row + 1, column + 1]);
    theirsToo.push(contentsOf(await puzzleOf(tab)));
    if (below(2)) await tab.waitForTimeout(600);
    await tab.close();
    await page.bringToFront();
    await page.locator("#board").focus();
  },
};

/**
 * The puzzles in other tabs at the time when these were closed. Each of them must be in a draft, in one of its
 * versions, or in the last stored desk.
 */
let theirsToo = [];

const drafts = async () => {
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open("cluewright");
    const database = await new Promise((resolve, reject) => ((opening.onsuccess = () => resolve(opening.result)), (opening.onerror = reject)));
    const all = [];
    for (const name of database.objectStoreNames) {
      const request = database.transaction(name).objectStore(name).getAll();
      all.push(...(await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))));
    }
    database.close();
    all.push(JSON.parse(localStorage.getItem("cluewright.desk")));
    return all.flatMap(({ document, versions }) => [document, ...(versions ?? []).map(({ document }) => document)]).map(({ puzzle }) => puzzle);
  });
  return kept.map(contentsOf);
};

async function build({ id, puzzle }) {
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await page.getByRole("button", { name: "Start with an empty grid" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  theirsToo = [];
  let wanted = new Map();
  const add = (key) => (wanted = new Map([...wanted, [key, (wanted.get(key) ?? 0) + 1]]));
  const steps = [
    ...formsOf(puzzle.clues).map(([rule, form]) => ({ what: plain(rule, form), run: () => draw(rule, form) })),
    ...[puzzle.grid ?? []].flat().flatMap((line, row) =>
      [...line].flatMap((digit, column) => {
        if (digit === ".") return [];
        const type = async () => {
          if (below(8) === 0 || (await page.locator(".pad [aria-checked=true]").first().textContent()) !== "Given") {
            for (let i = 0; i < 3; i++) await press("Escape");
            await press("z");
          }
          // The buttons of a picked clue may cover the cell.
          const [x, y] = await hand.middle(row + 1, column + 1);
          if (await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest(".board-svg") === null, [x, y])) await press("Escape");
          await hand.click([row + 1, column + 1]);
          await press(digit);
        };
        return [{ what: `${digit} in R${row + 1}C${column + 1}`, run: type }];
      }),
    ),
  ];
  for (const { what, run } of steps) {
    log.push(what);
    await run();
    add(what);
    wanted = await compare(wanted, what);
    if (below(3) > 0) continue;
    const mishap = oneOf(Object.keys(mishaps));
    log.push(mishap);
    await mishaps[mishap](wanted);
    wanted = await compare(wanted, mishap);
  }
  await page.waitForSelector(".verdict:not([data-verdict=looking])", { timeout: 60_000 });
  await page.waitForTimeout(700);
  const kept = await drafts();
  for (const other of [...theirsToo, wanted])
    if (!kept.some((draft) => missing(other, draft).length === 0)) {
      totals.lost++;
      console.log(`  no draft has ${[...other.keys()].join("; ")}`);
    }
  const verdict = await page.getAttribute(".verdict", "data-verdict");
  const gone = missing(contentsOf(puzzle), await now());
  if (gone.length > 0) totals.lost += gone.length;
  console.log(`${id}: ${steps.length} clues and givens, ${verdict}${gone.length > 0 ? `; at the end without ${gone.join("; ")}` : ""}`);
}

const begun = Date.now();
for (const one of chosen)
  try {
    await build(one);
  } catch (error) {
    totals.frozen++;
    console.log(`${one.id}: ${error.message.split("\n")[0]}\n    ${log.slice(-6).join("\n    ")}`);
    await page.reload();
    await hand.ready();
  }
console.log(`${chosen.length} puzzles of ${variants.length} in ${Math.round((Date.now() - begun) / 60_000)} minutes: ${Object.entries(totals).map(([what, n]) => `${what} ${n}`).join(", ")}; errors of the page: ${errors.length}`);
for (const error of new Set(errors)) console.log(error);
await close();
await served.close();
process.exitCode = totals.lost + totals.strange + totals.frozen + errors.length > 0 ? 1 : 0;

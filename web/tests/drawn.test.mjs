// Draws known puzzles on an empty grid with the pointer and the keys, as a person would, until the verdict is
// "exactly one".
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";
import { browser, site } from "./site.mjs";

let served;
let opened;
let page;

before(async () => {
  served = await site();
  opened = await browser();
});

after(async () => {
  await opened?.close();
  await served?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await opened.context.newPage();
  await page.addInitScript(() => localStorage.clear());
  await page.goto(served.address);
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector(".tool-button");
});

/** Returns the clues of a seed by rule, in the form that the file uses. */
async function seed(name) {
  const text = await readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");
  const clues = text.slice(text.indexOf("[clues]"));
  const found = {};
  for (const [, rule, list] of clues.matchAll(/^([\w-]+)\s*=\s*(\[[^\]]*\]|true)/gm)) found[rule] = list === "true" ? true : [...list.matchAll(/"([^"]+)"/g)].map(([, clue]) => clue);
  return found;
}

const cellsOf = (text) => [...text.matchAll(/R(\d+)C(\d+)/g)].map(([, row, column]) => [Number(row), Number(column)]);

async function middle([row, column]) {
  const box = await page.locator("#cell-R1C1").boundingBox();
  return [box.x + box.width * (column - 0.5), box.y + box.height * (row - 0.5)];
}

async function take(tool) {
  await page.locator("#board").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.activeElement?.id === "tool-search");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(tool);
  await page.keyboard.press("Enter");
}

async function drag(cells) {
  await page.mouse.move(...(await middle(cells[0])));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...(await middle(cell)), { steps: 4 });
  await page.mouse.up();
}

/** Draws each clue of a rule by its gesture. For a rule for the whole grid, chooses the tool. */
async function draw(rule, clues) {
  await take(rule.replaceAll("-", " "));
  if (clues === true) return;
  for (const clue of clues) {
    const cells = cellsOf(clue);
    const [, value] = /^(\d+):/.exec(clue) ?? [];
    if (rule === "black-dot") {
      const [[x1, y1], [x2, y2]] = [await middle(cells[0]), await middle(cells[1])];
      await page.mouse.click((x1 + x2) / 2, (y1 + y2) / 2);
    } else {
      await drag(value === undefined ? cells : connected(cells));
    }
    if (value === undefined) continue;
    await page.waitForSelector(".values");
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".values", { state: "detached" });
  }
}

/** Orders the cells of a cage so that each cell shares an edge with the previous one. Cells may be visited again. */
function connected(cells) {
  const key = ([row, column]) => `${row} ${column}`;
  const left = new Map(cells.map((cell) => [key(cell), cell]));
  const path = [];
  const visit = (cell) => {
    left.delete(key(cell));
    path.push(cell);
    const [row, column] = cell;
    for (const next of [[row, column + 1], [row + 1, column], [row, column - 1], [row - 1, column]]) {
      if (!left.has(key(next))) continue;
      visit(next);
      path.push(cell);
    }
  };
  visit(cells[0]);
  return path;
}

const unique = () => page.waitForSelector("[data-verdict=unique]", { timeout: 60_000 });
const drawn = () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle.clues);

test("Spoons", async () => {
  const clues = await seed("spoons");
  await draw("thermometer", clues.thermometer);
  await unique();
  assert.deepEqual((await drawn()).thermometer, clues.thermometer);
});

test("The Mentat's Diversion", async () => {
  for (const [rule, clues] of Object.entries(await seed("mentats-diversion"))) await draw(rule, clues);
  await unique();
  const { "killer-cage": cages } = await drawn();
  assert.equal(cages.length, 7);
});

test("The Miracle Sudoku", async () => {
  for (const [rule, clues] of Object.entries(await seed("miracle"))) await draw(rule, clues);
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  for (const [cell, digit] of [[[5, 3], "1"], [[6, 7], "2"]]) {
    await page.mouse.click(...(await middle(cell)));
    await page.keyboard.press(digit);
  }
  await unique();
  assert.equal((await page.innerText(".verdict")).includes("Exactly one"), true);
});

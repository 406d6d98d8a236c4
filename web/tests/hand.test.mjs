// Draws puzzles of the corpus on an empty grid as a person would, until there is exactly one solution.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { cells, isPath, partsOf, pathThrough } from "./drawer.mjs";
import { browser, site } from "./site.mjs";

let served;
let opened;
let page;

before(async () => {
  served = process.env.CLUEWRIGHT_PAGE ? { address: process.env.CLUEWRIGHT_PAGE, close: async () => {} } : await site();
  opened = await browser();
  page = await opened.context.newPage();
  await page.goto(served.address);
  await page.waitForSelector(".tool-button");
});

after(async () => {
  await opened?.close();
  await served?.close();
});

const puzzle = () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle);

async function middle([row, column]) {
  const box = await page.locator("#cell-R1C1").boundingBox();
  return [box.x + box.width * (column - 0.5), box.y + box.height * (row - 0.5)];
}

async function drag(places) {
  await page.mouse.move(...(await middle(places[0])));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...(await middle(place)), { steps: 3 });
  await page.mouse.up();
}

async function take(rule) {
  await page.locator("#board").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.activeElement?.id === "tool-search");
  await page.keyboard.type(rule.replaceAll("-", " "));
  await page.keyboard.press("Enter");
}

/** Fills in the form next to the clue: first the values, then the cells. */
async function fill(values, slots = {}) {
  const form = page.locator(".values");
  await form.waitFor().catch(async (error) => {
    const state = await page.evaluate(() => [document.activeElement?.outerHTML.slice(0, 100), document.querySelector(".in-hand")?.textContent, localStorage.getItem("cluewright.desk")]);
    throw new Error(`no form: ${state.join("\n")}`, { cause: error });
  });
  for (const [i, value] of values.entries()) await form.locator("input").nth(i).fill(String(value));
  for (const [name, text] of Object.entries(slots)) await form.getByLabel(name).fill(text);
  await form.getByRole("button", { name: "Place" }).click();
  await form.waitFor({ state: "detached" });
}

async function ownRule(name, { shape, relation, params, text }) {
  await page.getByRole("button", { name: "Write your own rule" }).click();
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.locator("select").selectOption(shape);
  await dialog.getByLabel("Parameters").fill(Object.entries(params ?? {}).map(([param, value]) => `${param} = ${value}`).join("\n"));
  await dialog.getByLabel("Rules text for solvers").fill(text);
  await dialog.getByLabel("Constraint").fill(relation.map((formula) => `(${formula})`).join(" and "));
  await dialog.locator(".formula-state.good").waitFor();
  await dialog.getByRole("button", { name: "Save the rule" }).click();
  await dialog.waitFor({ state: "detached" });
}

async function draw(rule, form) {
  const { value, cells: list, bulb, shaft } = partsOf(form);
  if (bulb !== undefined) {
    const around = cells(shaft);
    if (/^R\d/.test(bulb)) await drag([...cells(bulb), ...around]);
    else {
      await drag(pathThrough(around));
      await fill(value, { Bulb: bulb, Shaft: shaft });
    }
  } else if (!/^R\d/.test(list)) {
    await drag([[1, 1]]);
    await fill(value, { Cells: list });
  } else if (rule.endsWith("dot")) {
    const [a, b] = await Promise.all(cells(list).map(middle));
    await page.mouse.click((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  } else {
    const places = cells(list);
    await drag(isPath(places) ? places : pathThrough(places));
    if (value.length > 0) await fill(value);
  }
}

for (const name of ["miracle", "mentats-diversion", "spoons", "two-halves", "zippery-when-wet"]) {
  test(name, { timeout: 240_000 }, async () => {
    // First open the file itself, for comparison.
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.fill("#open-text", await readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8"));
    await page.locator("dialog").getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    const wanted = await puzzle();
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Start with an empty grid" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.deepEqual(await puzzle(), { size: 9 });

    for (const [row, line] of (wanted.grid ?? []).entries())
      for (const [column, digit] of [...line].entries())
        if (digit !== ".") {
          await page.mouse.click(...(await middle([row + 1, column + 1])));
          await page.keyboard.press(digit);
        }
    if (wanted.letters ?? wanted.layers ?? wanted.clues.relation) {
      await page.getByRole("tab", { name: "Puzzle" }).click();
      await page.getByText("Letters, layers and formulas").click();
      const lines = (table) => Object.entries(table ?? {}).map(([unknown, values]) => `${unknown} = ${values}`).join("\n");
      for (const [label, text] of [["Letters", lines(wanted.letters)], ["Layers: one extra unknown for each cell", lines(wanted.layers)], ["Formulas", [wanted.clues.relation ?? []].flat().join("\n")]]) {
        if (text === "") continue;
        await page.getByLabel(label, { exact: true }).fill(text);
        await page.keyboard.press("Tab");
      }
      await page.getByRole("tab", { name: "Draw" }).click();
    }
    for (const [rule, table] of Object.entries(wanted["own-rules"] ?? {})) await ownRule(rule, table);
    for (const [rule, entries] of Object.entries(wanted.clues)) {
      if (rule === "relation") continue;
      await take(rule);
      if (entries === true) continue;
      for (const form of [entries].flat()) await draw(rule, form);
      await page.keyboard.press("Escape");
    }
    await page.waitForSelector("[data-verdict=unique]", { timeout: 120_000 });
    const drawn = await puzzle();
    assert.deepEqual(Object.keys(drawn.clues).sort(), Object.keys(wanted.clues).sort());
  });
}

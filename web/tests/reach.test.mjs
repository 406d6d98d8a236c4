// Tests that the page gives access to the engine's features: grids of any size, forms with all options, alternative
// names of rules, and help.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe } from "./axe.mjs";
import { setter } from "./setter.mjs";
import { browser, site } from "./site.mjs";

let served, chromium, page, hand;

before(async () => {
  served = await site();
  chromium = await browser();
  page = await chromium.context.newPage();
  hand = setter(page);
  await hand.begin(served.address);
});

after(async () => {
  await chromium?.close();
  await served?.close();
});

async function newGrid({ size, sides, boxes, digits }) {
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await page.selectOption("#new-size", size);
  if (sides) {
    await page.getByLabel("Rows").fill(String(sides[0]));
    await page.getByLabel("Columns").fill(String(sides[1]));
  }
  if (boxes) await page.selectOption("#new-boxes", boxes);
  if (digits) await page.selectOption("#new-digits", digits);
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Start with an empty grid" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
}

test("grids from 1 to 25, rectangles, other boxes, and digits from 0", async () => {
  await newGrid({ size: "other", sides: [6, 9], digits: "0" });
  await hand.click([6, 9]);
  await hand.press("0");
  await hand.verdict("several");
  let puzzle = await hand.puzzle();
  assert.equal(puzzle.size, "6x9");
  assert.equal(puzzle.grid[5], "........0");
  await newGrid({ size: "6", boxes: "3x2" });
  await hand.press("1");
  puzzle = await hand.puzzle();
  assert.equal(puzzle.boxes, "3x2");
  await newGrid({ size: "other", sides: [25, 25] });
  await hand.press("Shift+P");
  assert.equal((await hand.puzzle()).grid[0][0], "P");
  await newGrid({ size: "other", sides: [1, 1] });
  await hand.press("1");
  await hand.verdict("unique");
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await page.selectOption("#new-size", "other");
  await page.getByLabel("Rows").fill("26");
  await page.getByText("The number of rows and of columns must be from 1 to 25.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Start with an empty grid" }).isDisabled());
  await hand.press("Escape");
});

test("the boxes of a grid are changed, and nothing else", async () => {
  await hand.paste(JSON.stringify({ size: 6, grid: `1${".".repeat(35)}`, clues: { thermometer: "R3C1-R3C4" } }));
  await hand.verdict("several");
  await page.click("#tab-puzzle");
  const boxes = page.locator("#boxes");
  assert.equal(await boxes.inputValue(), "usual");
  const { boxes: _, ...rest } = await hand.puzzle();
  for (const [choice, wanted] of [["3x2", "3x2"], ["none", "none"], ["usual", undefined]]) {
    await boxes.selectOption(choice);
    assert.deepEqual(await hand.puzzle(), wanted === undefined ? rest : { ...rest, boxes: wanted });
    assert.equal(await boxes.inputValue(), choice);
  }
  await boxes.selectOption("jigsaw");
  await hand.drag([1, 3], [1, 4]);
  assert.equal(await boxes.inputValue(), "jigsaw");
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.deepEqual(await hand.puzzle(), rest);
  await page.getByRole("radio", { name: "Given" }).click();
});

test("solutions are counted and estimated", async () => {
  await hand.paste("12..34..21..43..");
  await hand.verdict("several");
  await page.click("#tab-improve");
  await page.getByRole("button", { name: "Count exactly" }).click();
  await page.locator(".assist").getByText(/^Exactly \d+ solutions\.$/).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Estimate", exact: true }).click();
  await page.waitForFunction(() => (document.querySelector(".assist").textContent.match(/Exactly|About/g) ?? []).length > 1, null, { timeout: 30_000 });
});

test("puzzles are generated with several rules, a symmetry and a size", async () => {
  await hand.paste('{"size":9}');
  await page.click("#tab-improve");
  const make = page.locator(".assist details.part");
  await make.getByLabel("Rule").first().selectOption("thermometer");
  await make.getByRole("button", { name: "Another rule" }).click();
  await make.getByLabel("Rule").nth(1).selectOption("anti-knight");
  await make.getByText("More options").click();
  await make.getByLabel("Symmetry").selectOption("half-turn");
  await make.getByLabel(/^Count/).last().fill("2");
  assert.deepEqual(await axe(page), []);
  await make.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Use it: a generated puzzle" }).nth(1).waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Use it: a generated puzzle" }).first().click();
  await hand.verdict("unique");
  const { clues } = await hand.puzzle();
  assert.deepEqual(Object.keys(clues).sort(), ["anti-knight", "thermometer"]);
});

test("all options of minimise are in its form, and its smallest selections are listed", async () => {
  await hand.paste("12.4341.2143.321");
  await hand.verdict("unique");
  const part = page.locator(".assist .part", { hasText: "Remove redundant clues" });
  await part.getByText("More options").click();
  for (const label of ["Seed", "Clues to keep", "Symmetry", "Size", "Fewest", "Technique profile", "Time limit in seconds"]) await part.getByLabel(label).first().waitFor({ timeout: 5_000 });
  await part.getByLabel("Fewest").check();
  await part.getByRole("button", { name: "Find redundant clues" }).click();
  await part.getByText(/minimal sets? of up to/).waitFor({ timeout: 60_000 });
});

test("names that the book does not have lead to an answer", async () => {
  await hand.paste('{"size":9}');
  await page.click("#tab-draw");
  for (const [typed, answer] of [
    ["fog", /fog lights/],
    ["doubler", /Open “Doublers”/],
    ["queens", /Begin with “queens”/],
    ["rossini", /Begin with “rossini”/],
    ["product", /Begin with “product-cage”/],
  ]) {
    await page.fill("#tool-search", typed);
    await page.locator(".palette .note-box").getByText(answer).first().waitFor();
    const begin = page.getByRole("button", { name: /^Begin with/ });
    if ((await begin.count()) === 0) continue;
    await begin.click();
    await page.getByText("The rule is valid.").waitFor({ timeout: 15_000 });
    if (typed !== "product") await page.locator("dialog").getByRole("button", { name: "Cancel" }).click();
  }
  await page.getByRole("button", { name: "Save the rule" }).click();
  await page.fill("#tool-search", "");
  await hand.drag([1, 1], [1, 2]);
  await hand.type("20");
  await hand.press("Enter");
  await hand.verdict("several");
  assert.match(JSON.stringify((await hand.clues())["product-cage"]), /20/);
});

test("a question mark opens the help, with links to documentation and source", async () => {
  await page.locator("#board").focus();
  await hand.press("?");
  await page.getByRole("link", { name: "Documentation" }).waitFor();
  assert.match(await page.getByRole("link", { name: "Source code on GitHub" }).getAttribute("href"), /^https:\/\/github\.com\//);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], colorScheme);
  }
  await hand.press("Escape");
});

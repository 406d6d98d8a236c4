// Tests the dialog that publishes a puzzle: the rules, the solution, the parts that each target leaves out, and the
// pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { inflateRawSync } from "node:zlib";
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

const PUZZLE = { size: 4, grid: ["12..", "34..", "2143", "4321"] };

async function publish(puzzle, verdict = "unique") {
  await hand.paste(JSON.stringify(puzzle));
  await hand.verdict(verdict);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".link-row").length > 3 && ![...document.querySelectorAll(".left-out")].some(({ textContent }) => /Making/.test(textContent)), null, { timeout: 30_000 });
}

const close = async () => {
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
};

const row = (name) => page.locator(".link-row", { has: page.getByLabel(name, { exact: true }) });

async function saved(name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFile(await download.path(), "utf8");
}

test("the proven solution is published in place of a stated one that is wrong", async () => {
  const givens = ["12.4", "341.", "2143", ".321"];
  await publish({ size: 4, grid: givens, solution: ["1243", "3412", "2134", "4321"] });
  await page.getByText("The solution that was found is included").waitFor();
  const link = await row("For solvers, on this page").locator("input").inputValue();
  const text = inflateRawSync(Buffer.from(link.split("=").at(-1), "base64url")).toString();
  assert.deepEqual(JSON.parse(text).solution, ["1234", "3412", "2143", "4321"]);
  await close();
});

test("rules are composed until they are edited, and the solution that was found is included", async () => {
  await publish({ ...PUZZLE, clues: { thermometer: "R1C1-R1C2" } });
  const rules = page.getByLabel("Rules for solvers");
  assert.match(await rules.inputValue(), /^Normal sudoku rules apply\. Digits along the thermometer/);
  await page.getByText("The solution that was found is included").waitFor();
  assert.equal((await hand.puzzle()).rules, undefined, "nothing is stored unasked");
  await rules.fill("My own words.");
  await rules.blur();
  assert.equal((await hand.puzzle()).rules, "My own words.");
  await page.getByRole("button", { name: "Write the rules from the clues" }).click();
  assert.match((await hand.puzzle()).rules, /thermometer/);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], colorScheme);
  }
  await close();
});

test("what a target cannot carry is stated next to it, without words for a command line", async () => {
  const rule = { shape: "line", relation: ["each adjacent (a, b) in cells: a != b"], text: "each adjacent (a, b) in cells: a != b" };
  await publish({ ...PUZZLE, title: "Named", "own-rules": { unlike: rule }, clues: { unlike: "R1C1-R1C2" } });
  assert.match(await row("f-puzzles").innerText(), /Cannot be published here: /);
  assert.match(await row("Interactive Sudoku Solver").innerText(), /Cannot be published here: |Not included: /);
  assert.match(await row("SudokuPad").locator("input").inputValue(), /^https:\/\/sudokupad\.app\//);
  assert.doesNotMatch(await page.locator(".take-away").innerText(), /`|--[a-z]|convert to/);
  await page.getByText("These rules have no text for solvers yet").waitFor();
  await close();
});

test("drawings that a target leaves out are counted next to it", async () => {
  const line = { layer: "lines", item: { wayPoints: [[0.5, 0.5], [0.5, 1.5]], color: "#888888", thickness: 8 }, status: "decoration", reason: "drawn" };
  await publish({ ...PUZZLE, elements: [JSON.stringify(line)] });
  for (const name of ["f-puzzles", "Interactive Sudoku Solver"]) assert.match(await row(name).innerText(), /Not included: 1 drawing without a rule\./);
  assert.doesNotMatch(await row("SudokuPad").innerText(), /Not included/);
  await close();
});

test("a puzzle that is not unique is published with a warning", async () => {
  await publish({ size: 4, grid: ["12..", "....", "....", "...."] }, "several");
  await page.getByText("links contain no solution").waitFor();
  await close();
});

test("a puzzle that differs from the one before only in its rules text has a verdict", async () => {
  await publish({ ...PUZZLE, rules: "Words." });
  await close();
  await publish(PUZZLE);
  await close();
});

/** Returns the printed texts and pictures in order, and the number of A4 pages. */
async function printed(what) {
  await page.evaluate(() => {
    window.isPrinted = false;
    window.print = () => (window.isPrinted = true);
  });
  await page.getByRole("button", { name: what, exact: true }).click();
  await page.waitForFunction(() => window.isPrinted, null, { timeout: 60_000 });
  const parts = await page.locator("#print").evaluate((sheet) => [...sheet.querySelectorAll("h1, h2, p, img")].map((part) => (part.tagName === "IMG" ? "picture" : part.textContent)));
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#print").count(), 0);
  return { parts, pages: pdf.match(/\/Type\s*\/Page\b/g).length };
}

test("a puzzle is printed as in a booklet: title, facts, rules, picture, and the solution on a page of its own", async () => {
  await publish({ ...PUZZLE, title: "Small", author: "Ann", rules: "One rule\ncontinues.\nAnother." });
  const own = await printed("With the solution");
  assert.match(own.parts[1], /^by Ann · \d+\.\d [a-z ]+ · about (a minute|\d+ minutes)$/);
  assert.deepEqual(own.parts.toSpliced(1, 1), ["Small", "One rule continues.", "Another.", "picture", "Small", "picture"]);
  assert.equal(own.pages, 2);
  await close();
  // A puzzle without a title or rules text is printed with the names and texts of its rules.
  await publish({ ...PUZZLE, clues: { "anti-knight": true, v: "R1C1 R1C2" }, grid: ["....", "....", "2143", "4321"] }, "none");
  const { parts, pages } = await printed("Puzzle");
  assert.deepEqual(parts.slice(0, 2), ["Anti-knight and V", "Normal sudoku rules apply."]);
  assert.match(parts[2], /^Anti-knight: /);
  assert.match(parts[3], /^V: /);
  assert.deepEqual([parts.slice(4), pages], [["picture"], 1]);
  await close();
});

test("a long rules text gets smaller letters before the picture gets too small", async () => {
  await publish({ ...PUZZLE, rules: "Words of a long rule. ".repeat(300) });
  await page.evaluate(() => (window.print = () => {}));
  await page.getByRole("button", { name: "Puzzle", exact: true }).last().click();
  await page.waitForFunction(() => document.querySelector("#print img")?.style.width);
  const [size, width] = await page.locator("#print").evaluate((sheet) => [Number.parseFloat(sheet.style.getPropertyValue("--size")), Number.parseFloat(sheet.querySelector("img").style.width)]);
  assert.ok(size < 10 && width >= 0.6 * 515, `${size} ${width}`);
  assert.equal((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length, 1);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await close();
});

test("pictures have the theme, the coordinates and the solution that are ticked", async () => {
  await publish(PUZZLE);
  let svg = await saved("SVG");
  assert.doesNotMatch(svg, /data-layer="names"|<style|1b1b1f/);
  await page.getByLabel("Coordinates").check();
  await page.getByLabel("Solution", { exact: true }).check();
  await page.getByLabel("Appearance").selectOption("dark");
  svg = await saved("SVG");
  assert.match(svg, /data-layer="names"/);
  assert.match(svg, /1b1b1f/);
  assert.doesNotMatch(svg, /@media/);
  assert.match(svg, /settled/);
  await page.getByLabel("Width").selectOption("600");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG", exact: true }).click()]);
  const png = await readFile(await download.path());
  assert.equal(png.readUInt32BE(16), 600);
  await close();
});

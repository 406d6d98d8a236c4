// Tests direct editing of clues. They are picked by a click in every mode, moved, extended, copied, turned, and
// kept after a reload.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe } from "./axe.mjs";
import { setter } from "./setter.mjs";
import { browser, site } from "./site.mjs";

let served, chromium, page, hand;

before(async () => {
  served = await site();
  chromium = await browser();
  await chromium.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page = await chromium.context.newPage();
  hand = setter(page);
});

after(async () => {
  await chromium?.close();
  await served?.close();
});

/** Opens a puzzle on an empty page. */
async function begin(puzzle = { size: 9 }) {
  await hand.begin(served.address);
  await hand.paste(JSON.stringify(puzzle));
}

/** Clicks cells after a pause, so that no click is the second half of a double click. */
async function click(...cells) {
  await page.waitForTimeout(380);
  await hand.click(...cells);
}

const THERMOMETER = { size: 9, clues: { thermometer: "R1C1-R1C4", "killer-cage": "15: R5C5 R5C6" } };

test("a second click on a cell takes its clue: arrows move it, Delete removes it, undo brings it back", async () => {
  await begin(THERMOMETER);
  await click([1, 2]);
  assert.equal(await page.locator(".handles.firm").count(), 0, "the first click selects the cell");
  await click([1, 2]);
  await page.waitForSelector(".handles.firm .handle");
  assert.equal(await page.locator(".handle").count(), 4);
  await hand.press("ArrowDown");
  assert.equal((await hand.clues()).thermometer, "R2C1 R2C2 R2C3 R2C4");
  await hand.press("ArrowLeft");
  assert.equal((await hand.clues()).thermometer, "R2C1 R2C2 R2C3 R2C4", "it stays in the grid");
  await hand.press("Delete");
  assert.equal((await hand.clues()).thermometer, undefined);
  await hand.press("Control+Z");
  assert.equal((await hand.clues()).thermometer, "R2C1 R2C2 R2C3 R2C4");
});

test("a digit goes into the cell that was clicked last, also within a picked clue", async () => {
  await begin(THERMOMETER);
  await click([1, 2]);
  await click([1, 2]);
  await page.waitForSelector(".handles.firm");
  for (const [column, digit] of [[3, "4"], [4, "6"]]) {
    await click([1, column]);
    await hand.press(digit);
  }
  assert.equal((await hand.puzzle()).grid[0], "..46.....");
});

test("a cell that is clicked again after a digit is not double clicked", async () => {
  await begin({ size: 9, grid: `5${".".repeat(80)}` });
  await click([3, 3]);
  await hand.press("5");
  await hand.click([3, 3]);
  await hand.press("6");
  const { grid } = await hand.puzzle();
  assert.deepEqual([grid[0], grid[2]], ["5........", "..6......"]);
});

test("one click on a cell and Delete removes its digit first, then its clue", async () => {
  await begin({ ...THERMOMETER, grid: `5${".".repeat(80)}` });
  await click([1, 1]);
  await hand.press("Delete");
  assert.ok((await hand.clues()).thermometer);
  assert.equal((await hand.puzzle()).grid, undefined);
  await click([1, 1]);
  await hand.press("Delete");
  assert.equal((await hand.clues()).thermometer, undefined);
});

test("a picked clue is dragged, a line by its end is extended and shortened", async () => {
  await begin(THERMOMETER);
  await click([1, 2]);
  await click([1, 2]);
  await hand.drag([1, 2], [3, 3]);
  assert.equal((await hand.clues()).thermometer, "R3C2 R3C3 R3C4 R3C5");
  await hand.drag([3, 5], [3, 6], [4, 7]);
  assert.equal((await hand.clues()).thermometer, "R3C2 R3C3 R3C4 R3C5 R3C6 R4C7");
  await hand.drag([4, 7], [3, 6], [3, 5], [3, 4]);
  assert.equal((await hand.clues()).thermometer, "R3C2 R3C3 R3C4");
  await hand.drag([3, 2], [2, 1]);
  assert.equal((await hand.clues()).thermometer, "R2C1 R3C2 R3C3 R3C4");
  assert.equal((await hand.clues())["killer-cage"], "15: R5C5 R5C6");
});

test("a picked cage takes a typed value and further cells", async () => {
  await begin(THERMOMETER);
  await click([5, 5]);
  await click([5, 5]);
  await page.keyboard.down("Control");
  await hand.click([5, 7]);
  await page.keyboard.up("Control");
  assert.match(JSON.stringify((await hand.clues())["killer-cage"]), /R5C5 R5C6 R5C7/);
  await page.locator("#board").focus();
  await hand.press("2");
  await page.waitForSelector(".values");
  await hand.press("1");
  await hand.press("Enter");
  assert.match(JSON.stringify((await hand.clues())["killer-cage"]), /21/);
});

test("marks between cells are taken at once, also while givens are typed", async () => {
  await begin({ size: 9, clues: { "white-dot": "R2C2 R2C3" } });
  await click([2, 2], [2, 3]);
  await page.waitForSelector(".handles.firm");
  await hand.press("ArrowRight");
  assert.equal((await hand.clues())["white-dot"], "R2C3 R2C4");
});

test("clues are copied, pasted at the cursor, and duplicated", async () => {
  await begin(THERMOMETER);
  await click([5, 5]);
  await click([5, 5]);
  await hand.press("Control+C");
  await hand.press("Escape");
  await click([8, 2]);
  await hand.press("Control+V");
  await page.waitForSelector(".handles.firm");
  assert.deepEqual((await hand.clues())["killer-cage"], ["15: R5C5 R5C6", "15: R8C2 R8C3"]);
  await hand.press("Control+D");
  assert.deepEqual((await hand.clues())["killer-cage"], ["15: R5C5 R5C6", "15: R8C2 R8C3", "15: R8C3 R8C4"]);
  await hand.press("ArrowUp");
  assert.deepEqual((await hand.clues())["killer-cage"], ["15: R5C5 R5C6", "15: R8C2 R8C3", "15: R7C3 R7C4"]);
});

test("a cut removes what it copies, and nothing else", async () => {
  await begin({ size: 9, grid: `5${".".repeat(80)}`, clues: { thermometer: "R1C1-R1C4", "killer-cage": "15: R1C1 R1C2" } });
  await hand.click([1, 1]);
  await hand.press("Shift+ArrowRight");
  await hand.press("Control+X");
  assert.deepEqual([await hand.clues(), (await hand.puzzle()).grid], [{ thermometer: "R1C1-R1C4" }, undefined]);
  await hand.press("Control+V");
  assert.deepEqual(await hand.clues(), { thermometer: "R1C1-R1C4", "killer-cage": "15: R1C1 R1C2" });
  assert.equal((await hand.puzzle()).grid[0], "5........");
  await hand.press("Control+Z");
  await hand.press("Control+Z");
  assert.equal([(await hand.puzzle()).grid].flat().join("")[0], "5");
  assert.deepEqual(await hand.clues(), { thermometer: "R1C1-R1C4", "killer-cage": "15: R1C1 R1C2" });
});

test("digits belong to the tool in hand", async () => {
  await begin();
  await hand.take("killer cage");
  await hand.drag([1, 1], [1, 2]);
  await hand.press("Escape");
  await page.keyboard.down("Control");
  await hand.click([2, 2]);
  await hand.click([2, 3]);
  await page.keyboard.up("Control");
  await hand.press("1");
  await page.waitForSelector(".values");
  await hand.press("2");
  await hand.press("Enter");
  const cage = (await hand.clues())["killer-cage"];
  assert.equal(String(cage.sum ?? cage).replace(/:.*/, ""), "12");
  await hand.take("thermometer");
  await hand.press("5");
  assert.equal((await hand.puzzle()).grid, undefined, "no given appears");
  await page.getByText("Thermometer takes no number.").waitFor();
});

test("the puzzle is turned, flipped and shifted; what depends on the direction is left as it is", async () => {
  await begin({ ...THERMOMETER, grid: `5${".".repeat(80)}` });
  await page.getByText("Turn, flip, shift, relabel").click();
  await page.getByRole("button", { name: "Turn right" }).click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.clues?.thermometer?.startsWith("R1C9"));
  assert.equal((await hand.clues()).thermometer, "R1C9 R2C9 R3C9 R4C9");
  assert.equal((await hand.puzzle()).grid[0], "........5");
  await page.getByRole("button", { name: "Down", exact: true }).click();
  assert.equal((await hand.clues()).thermometer, "R2C9 R3C9 R4C9 R5C9");
  await page.getByRole("button", { name: "Down", exact: true }).click();
  await hand.press("Escape");
});

test("a puzzle is shifted only if all of its clues are", async () => {
  const composite = { "any-of": { thermometer: "R1C1-R1C3", renban: "R1C1-R1C3" }, relation: "R1C1 == R4C3", sandwich: "3: R0C2" };
  for (const [rule, form] of Object.entries(composite)) {
    await begin({ size: 4, clues: { thermometer: "R2C1-R2C3", [rule]: form } });
    const clues = await hand.clues();
    await page.getByText("Turn, flip, shift, relabel").click();
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await page.getByText("cannot be moved with their cells").waitFor();
    assert.deepEqual(await hand.clues(), clues);
  }
});

test("a further cell does not cost a picked group its letters", async () => {
  await begin({ size: 4, letters: { A: "1-4" }, "own-rules": { "sum-is-seven": { shape: "group", relation: "sum(cells) == 7" } }, clues: { "sum-is-seven": "R1C1 R1C2 A" } });
  const clues = await hand.clues();
  await click([1, 1]);
  await click([1, 1]);
  await page.waitForSelector(".handles.firm");
  await page.keyboard.down("Control");
  await hand.click([1, 3]);
  await page.keyboard.up("Control");
  assert.deepEqual(await hand.clues(), clues);
});

test("the history survives a reload", async () => {
  await begin();
  await hand.click([1, 1]);
  for (const digit of "123") {
    await hand.press(digit);
    await hand.press("ArrowRight");
  }
  await hand.press("Control+Z");
  await page.waitForTimeout(600);
  await page.reload();
  await hand.ready();
  assert.equal((await hand.puzzle()).grid[0], "12.......");
  await page.locator("#board").focus();
  await hand.press("Control+Y");
  assert.equal((await hand.puzzle()).grid[0], "123......");
  for (let i = 0; i < 3; i++) await hand.press("Control+Z");
  assert.equal((await hand.puzzle()).grid, undefined);
});

test("a pasted puzzle does not take the place of work unasked", async () => {
  await begin();
  await hand.click([1, 1]);
  await hand.press("5");
  await page.evaluate(() => navigator.clipboard.writeText(`1${".".repeat(80)}`));
  await page.locator("#board").focus();
  await hand.press("Control+V");
  await page.getByText("Open the pasted puzzle?").waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole("button", { name: "Keep working on the current puzzle" }).click();
  assert.equal((await hand.puzzle()).grid[0], "5........");
  await page.locator("#board").focus();
  await hand.press("Control+V");
  await page.getByRole("button", { name: "Open it" }).click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.grid?.[0]?.startsWith("1"));
});

test("a look at a clue of the whole grid changes no other clue of its rule", async () => {
  await begin({ size: 9, clues: { taxicab: [3, 4] } });
  await page.locator(".clue-list .clue").nth(1).click();
  await page.waitForSelector(".values");
  await hand.click([9, 9]);
  assert.deepEqual((await hand.clues()).taxicab, [3, { distance: 4 }]);
});

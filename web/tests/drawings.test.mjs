// Tests drawings that do not state a rule. They are drawn, changed, moved and removed with the keys and gestures of
// clues, and published.
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

const elements = async () => ((await hand.puzzle()).elements ?? []).map((text) => JSON.parse(text));

async function fresh(puzzle = { size: 9 }) {
  await hand.paste(JSON.stringify(puzzle));
}

test("lines, shapes, texts, colours, cages and lights are drawn as clues are", async () => {
  await fresh();
  await hand.take("drawn line");
  await hand.drag([1, 1], [1, 2], [2, 3]);
  await hand.take("cell colour");
  await hand.drag([5, 5], [5, 6]);
  await hand.take("cosmetic shape");
  await hand.click([7, 7]);
  await hand.take("cage outline");
  await hand.drag([8, 1], [8, 2]);
  await hand.take("fog light");
  await hand.click([9, 9]);
  await hand.take("cosmetic text");
  await hand.click([3, 3]);
  await hand.type("Hi");
  await hand.press("Enter");
  const drawn = await elements();
  assert.deepEqual(drawn.map(({ layer }) => layer), ["lines", "underlays", "underlays", "underlays", "cages", "foglight", "overlays"]);
  assert.deepEqual(drawn[0].item.wayPoints, [[0.5, 0.5], [0.5, 1.5], [1.5, 2.5]]);
  assert.deepEqual(drawn[5].item, [8, 8]);
  assert.equal(drawn[6].item.text, "Hi");
  assert.equal(await page.locator(".lights circle").count(), 1);
  await page.waitForSelector('.picture [data-layer^="drawn"] polyline');
  assert.deepEqual(await axe(page), []);
});

test("a colour that is drawn again goes, and another one takes its place", async () => {
  await fresh();
  await hand.take("cell colour");
  await hand.click([5, 5]);
  await page.locator(".style-fields input[type=color]").fill("#ff0000");
  await hand.click([5, 5]);
  assert.deepEqual((await elements()).map(({ item }) => item.backgroundColor), ["#ff0000"]);
  await hand.click([5, 5]);
  assert.deepEqual(await elements(), []);
});

test("drawings are picked, moved, extended, undone and removed; what the page does not know of them stays", async () => {
  const line = { layer: "lines", item: { wayPoints: [[0.5, 0.5], [0.5, 2.5]], color: "#123456", thickness: 5, strange: true }, status: "decoration", reason: "it lies under nothing" };
  await fresh({ size: 9, elements: [JSON.stringify(line)] });
  await hand.take("drawn line");
  await hand.press("Escape");
  await hand.press("Escape");
  await page.waitForTimeout(380);
  await hand.click([1, 2]);
  await page.waitForTimeout(380);
  await hand.click([1, 2]);
  await hand.press("ArrowDown");
  assert.deepEqual((await elements())[0].item, { ...line.item, wayPoints: [[1.5, 0.5], [1.5, 2.5]] });
  await hand.drag([2, 3], [2, 4]);
  assert.deepEqual((await elements())[0].item.wayPoints, [[1.5, 0.5], [1.5, 1.5], [1.5, 2.5], [1.5, 3.5]]);
  assert.equal((await elements())[0].item.strange, true);
  await hand.press("Control+D");
  assert.equal((await elements()).length, 2);
  await hand.press("Delete");
  assert.equal((await elements()).length, 1);
  for (let i = 0; i < 4; i++) await hand.press("Control+Z");
  assert.deepEqual(await elements(), [line]);
});

test("what is drawn is in SudokuPad's link", async () => {
  await fresh({ size: 4, grid: ["12..", "34..", "2143", "4321"] });
  await hand.take("drawn line");
  await hand.drag([1, 1], [2, 2]);
  await hand.verdict("unique");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".link-row input")].every(({ value }) => value !== ""), null, { timeout: 30_000 });
  const address = await page.getByLabel("SudokuPad", { exact: true }).inputValue();
  await page.keyboard.press("Escape");
  await hand.paste(address);
  assert.ok((await elements()).some(({ layer, item }) => layer === "lines" && item.wayPoints.length === 2));
  assert.ok((await hand.puzzle()).solution);
});

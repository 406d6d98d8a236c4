// Tests that the board shows the effect of every action, even while the puzzle cannot be compiled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeEachTest } from "./bench.mjs";

let page;
/** The setter's actions on a page with an empty grid. */
let hand;
beforeEachTest((fresh) => ({ page, hand } = fresh));

const refused = (count) => page.waitForFunction((count) => document.querySelectorAll(".sketched.refused").length === count, count);
const gridLines = () => page.evaluate(() => [...document.querySelectorAll('.picture [data-layer="grid"] path')].map((path) => path.getAttribute("d")).join());

test("half-painted regions, and what is drawn meanwhile", async () => {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.selectOption("#new-boxes", "jigsaw");
  await page.getByRole("button", { name: "Start with an empty grid" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector('.picture [data-layer="grid"]'));
  const before = await gridLines();
  await hand.press("1");
  await hand.drag([1, 4], [2, 4]);
  await hand.verdict("wrong");
  await page.waitForFunction((before) => [...document.querySelectorAll('.picture [data-layer="grid"] path')].map((path) => path.getAttribute("d")).join() !== before, before);
  await hand.take("renban");
  await hand.drag([5, 5], [5, 6], [6, 6]);
  await hand.drawn("renban");
  await hand.take("killer cage");
  await hand.drag([8, 1], [8, 2]);
  await hand.type("7");
  await hand.press("Enter");
  await hand.drawn("killer-cage");
  await refused(0);
});

test("borders of regions are drawn in several strokes, and erased", async () => {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.selectOption("#new-size", "4");
  await page.selectOption("#new-boxes", "none");
  await page.getByRole("button", { name: "Start with an empty grid" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Regions" }).click();
  // Draws a border from corner to corner. Corners are given by the indices of their grid lines, as [row, column].
  const border = async (...corners) => {
    const at = ([row, column]) => hand.middle(row + 0.5, column + 0.5);
    await page.mouse.move(...(await at(corners[0])));
    await page.mouse.down();
    for (const corner of corners.slice(1)) await page.mouse.move(...(await at(corner)), { steps: 8 });
    await page.mouse.up();
  };
  const regions = async () => [(await hand.puzzle()).boxes].flat().join("");
  await border([0, 1], [2, 1], [2, 2]);
  assert.equal((await hand.puzzle()).boxes, "none", "nothing is parted yet");
  assert.equal(await page.locator(".stroke polyline").count(), 1);
  await border([2, 2], [2, 3], [0, 3]);
  assert.equal(await regions(), ".11..11.........");
  await border([2, 0], [2, 1]);
  await border([2, 3], [2, 4]);
  await border([2, 2], [4, 2]);
  assert.equal(await regions(), "2113211344554455");
  await border([4, 2], [2, 2]);
  assert.equal(await regions(), "21132113........");
});

test("a fifth digit in a quadruple is refused where it is typed; forced in, it is drawn and marked", async () => {
  await hand.take("quadruple");
  await hand.click([1, 1], [2, 2]);
  await hand.type("12345");
  await page.locator(".values [role=alert]").waitFor();
  await hand.press("Enter");
  assert.equal(await page.locator(".values").count(), 1);
  await hand.click([7, 7], [8, 8]);
  await hand.type("12");
  await hand.press("Enter");
  await hand.drawn("quadruple", 2);
  await refused(1);
  await hand.take("thermometer");
  await hand.drag([6, 1], [7, 1]);
  await hand.drawn("thermometer");
  assert.match(await page.locator(".clue-list .clue-complaint").innerText(), /digits/);
  // The verdict and the board recover as soon as the puzzle can be compiled.
  await hand.take("quadruple");
  await hand.click([1, 1], [2, 2]);
  await hand.type("1234");
  await hand.press("Enter");
  await hand.verdict("several");
  await refused(0);
});

const wrong = {
  "a value that cannot be": { "killer-cage": { cells: "R1C1 R1C2", sum: 99 } },
  "a value that is no number": { "killer-cage": { cells: "R1C1 R1C2", sum: "abc" } },
  "a value that is missing": { sandwich: { cells: "R0C4" } },
  "a list that is missing": { clone: { cells: "R1C1 R1C2" } },
  "cells outside the grid": { renban: "R1C1 R12C2" },
  "a rule that nobody knows": { "no-such-rule": "R1C1 R1C2" },
};
for (const [name, clue] of Object.entries(wrong)) {
  test(`a clue with ${name} is marked, and all others are drawn`, async () => {
    const puzzle = { size: 9, clues: { thermometer: "R5C5 R5C6", ...clue } };
    await page.evaluate((puzzle) => localStorage.setItem("cluewright.desk", JSON.stringify({ draft: crypto.randomUUID(), document: { puzzle, notes: {} } })), puzzle);
    await page.evaluate(() => sessionStorage.removeItem("cluewright.desk"));
    await page.reload();
    await hand.ready();
    await hand.drawn("thermometer");
    await refused(1);
    await hand.verdict("wrong");
    await hand.take("renban");
    await hand.drag([8, 1], [8, 2]);
    await hand.drawn("renban");
  });
}

test("without any picture of the engine the page draws grid and clues itself", async () => {
  const puzzle = { size: 9, digits: "1-4", clues: { renban: "R1C1 R1C2", "killer-cage": { cells: "R5C5 R5C6", sum: 7 } } };
  await page.evaluate((puzzle) => localStorage.setItem("cluewright.desk", JSON.stringify({ draft: crypto.randomUUID(), document: { puzzle, notes: {} } })), puzzle);
  await page.evaluate(() => sessionStorage.removeItem("cluewright.desk"));
  await page.reload();
  await hand.ready();
  await hand.verdict("wrong");
  await page.waitForFunction(() => document.querySelectorAll(".sketched").length === 2);
  assert.equal(await page.locator(".plain-grid").count(), 1);
  await hand.take("thermometer");
  await hand.drag([7, 7], [7, 8]);
  await page.waitForFunction(() => document.querySelectorAll(".sketched").length === 3);
});

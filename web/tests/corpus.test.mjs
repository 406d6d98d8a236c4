// Opens puzzles of the corpus on the page and compares the verdicts with the recorded ones.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { browser, site } from "./site.mjs";

const corpus = new URL("../../corpus/", import.meta.url);
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

/** Returns puzzles with their recorded verdicts, spread evenly over a folder. */
async function sample(folder, n) {
  const [head, ...rows] = (await readFile(new URL(`${folder}/expected.csv`, corpus), "utf8")).trim().split("\n").map((line) => line.split(","));
  const [file, verdict] = ["id", "verdict"].map((name) => head.indexOf(name));
  assert.ok(file >= 0 && verdict >= 0, `${folder}/expected.csv has an id and a verdict in each row`);
  const step = rows.length / n;
  return Array.from({ length: n }, (_, i) => rows[Math.floor(i * step)]).map((row) => ({ path: `${folder}/${row[file]}.toml`, verdict: row[verdict] }));
}

test("twenty puzzles of the corpus", { timeout: 240_000 }, async () => {
  const puzzles = [...(await sample("variants", 12)), ...(await sample("broken", 8))];
  for (const { path, verdict } of puzzles) {
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.fill("#open-text", await readFile(new URL(path, corpus), "utf8"));
    await page.locator("dialog").getByRole("button", { name: "Open", exact: true }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    // The page removes the verdict of the previous puzzle immediately, so this verdict is about the new puzzle.
    await page.waitForSelector("[data-verdict]:not([data-verdict=looking])", { timeout: 60_000 });
    assert.equal(await page.locator("[data-verdict]").getAttribute("data-verdict"), verdict, path);
    await page.waitForSelector(".picture [data-layer=grid]", { state: "attached" });
  }
});

// Tests that the page shows a message in words and keeps the work if something fails.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { beforeEachTest } from "./bench.mjs";

let page, hand, address, errors;
beforeEachTest((fresh) => ({ page, hand, address, errors } = fresh));

const links = {
  "a megabyte that is no puzzle": `p=${"A".repeat(1_000_000)}`,
  "a megabyte of noise": `s=${Buffer.from(Array.from({ length: 750_000 }, (_, i) => (i * i * 31 + i) % 251)).toString("base64url")}`,
  "a text that grows without end": `p=${deflateRawSync("[".repeat(30_000_000)).toString("base64url")}`,
  "a puzzle that is cut off": `s=${deflateRawSync(JSON.stringify({ size: 9, title: "x".repeat(500) })).toString("base64url").slice(0, 30)}`,
};

test("damaged links of every size say so", async () => {
  for (const [name, hash] of Object.entries(links)) {
    await page.goto(`${address}?${name.length}#${hash}`);
    await page.locator("dialog").getByText("The puzzle in this link cannot be read.").waitFor();
    await hand.press("Escape");
    await hand.ready();
  }
});

test("without an engine the page says so, and keeps what is drawn", async () => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("sound")) return;
    const broken = URL.createObjectURL(new Blob(["onmessage = () => { throw new Error('out of order'); };"]));
    const { Worker } = window;
    window.Worker = function () {
      return new Worker(broken);
    };
  });
  await page.reload();
  await page.waitForSelector("[data-verdict=lost]", { timeout: 30_000 });
  await page.getByRole("button", { name: "Check again" }).waitFor();
  await page.locator("#board").focus();
  await hand.press("7");
  assert.equal((await hand.puzzle()).grid[0], "7........");
  await page.evaluate(() => sessionStorage.setItem("sound", "yes"));
  await page.reload();
  await hand.verdict("several");
  assert.equal(await page.locator("text.given").textContent(), "7");
  assert.ok(errors.splice(0).every((error) => error.startsWith("EngineLost")), "nothing else is thrown");
});

test("a page that breaks offers the puzzle as a file", async () => {
  await page.locator("#board").focus();
  await hand.press("7");
  await hand.verdict("several");
  await page.evaluate(() => (Number.prototype.toLocaleString = () => { throw new Error("broken"); })); // prettier-ignore
  await hand.press("8");
  await page.getByText("The page cannot show this puzzle.").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the puzzle as a file" }).click()]);
  assert.equal(JSON.parse(await readFile(await download.path(), "utf8")).grid[0], "8........");
  await page.getByRole("button", { name: "Try again" }).click();
  await hand.ready();
  assert.equal(await page.locator("text.given").textContent(), "8");
  errors.length = 0;
});

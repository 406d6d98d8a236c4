// Tests the editor with touch input: all targets must be large enough, and nothing may be outside the window.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { browser, site } from "./site.mjs";
import { setter } from "./setter.mjs";
import { poorTargets } from "./targets.mjs";

let served;
before(async () => (served = await site()));
after(() => served?.close());

test("all parts of the editor fit fingers and a phone", async () => {
  const { context, close } = await browser({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  try {
    const hand = setter(await context.newPage());
    const { page } = hand;
    await hand.begin(served.address);
    await hand.paste(await readFile(new URL("../../corpus/seeds/mentats-diversion.toml", import.meta.url), "utf8"));
    await hand.verdict("unique");
    const fits = async (what) => assert.deepEqual(await poorTargets(page), [], what);
    await page.click("#tab-why");
    await page.waitForSelector(".why .grade-line", { timeout: 60_000 });
    await fits("why");
    await page.click("#tab-blame");
    await page.waitForSelector(".proposals", { timeout: 60_000 });
    await fits("blame");
    for (const tab of ["candidates", "improve", "puzzle", "draw"]) {
      await page.click(`#tab-${tab}`);
      await fits(tab);
    }
    for (const mode of ["Colour", "Given"]) {
      await page.getByRole("radio", { name: mode, exact: true }).click();
      await fits(mode);
    }
    for (const name of ["Open", "Drafts", "Share", "Settings", "Help"]) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await page.waitForSelector("dialog[open]");
      await fits(name);
      await page.keyboard.press("Escape");
    }
    await page.touchscreen.tap(...(await hand.middle(1, 3)));
    await page.waitForTimeout(380);
    await page.touchscreen.tap(...(await hand.middle(1, 3)));
    await page.waitForSelector(".clue-bar");
    await fits("a picked clue");
    await page.locator(".clue-bar button").first().tap();
    await page.waitForSelector(".values");
    await fits("its values");
  } finally {
    await close();
  }
});

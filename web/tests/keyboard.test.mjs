// Tests that the keyboard alone can reach everything that a pointer can reach.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { beforeEachTest } from "./bench.mjs";

let page;
/** The setter's actions on a page with an empty grid. */
let hand;
let browser;
beforeEachTest((fresh) => ({ page, hand, browser } = fresh));

const OPERABLE = "button, a[href], input, select, textarea, summary, [role=grid]";

/**
 * Numbers the elements that can be operated at the moment, and returns their names in this order. While a dialog is
 * open, only its elements count.
 */
const number = () =>
  page.evaluate((operable) => {
    const root = document.querySelector("dialog[open]") ?? document;
    for (const old of document.querySelectorAll("[data-nth]:not(g)")) old.removeAttribute("data-nth");
    const shown = [...root.querySelectorAll(operable)].filter((element) => !element.disabled && element.type !== "hidden" && element.checkVisibility({ visibilityProperty: true }));
    return shown.map((element, nth) => {
      element.dataset.nth = nth;
      return `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? element.textContent).trim().slice(0, 40)}”`;
    });
  }, OPERABLE);

/**
 * Returns the elements that Tab does not reach. In a group of tabs or of exclusive choices, Tab reaches one element,
 * and the arrow keys reach the others.
 */
async function unreachable() {
  const names = await number();
  const reached = new Set();
  for (let i = 0; i < names.length + 20 && reached.size < names.length; i++) {
    await page.keyboard.press("Tab");
    for (const nth of await page.evaluate(() => {
      const now = document.activeElement;
      const group = now.closest("[role=tablist]")?.querySelectorAll("[data-nth]") ?? [];
      const choices = now.type === "radio" ? document.getElementsByName(now.name) : [];
      return [now, ...group, ...choices].map((element) => Number(element.dataset.nth ?? -1));
    }))
      reached.add(nth);
    reached.delete(-1);
  }
  return names.filter((_, nth) => !reached.has(nth));
}

/**
 * Returns the elements with a click handler that cannot be focused and that have no focusable element in or around
 * them.
 */
async function deaf() {
  const cdp = await browser.context.newCDPSession(page);
  const { result } = await cdp.send("Runtime.evaluate", { expression: "[...document.querySelectorAll('body *')]" });
  const { result: properties } = await cdp.send("Runtime.getProperties", { objectId: result.objectId, ownProperties: true });
  const found = [];
  for (const { value } of properties) {
    if (value?.subtype !== "node") continue;
    const { listeners } = await cdp.send("DOMDebugger.getEventListeners", { objectId: value.objectId });
    if (listeners.every(({ type }) => type !== "click")) continue;
    const { result: name } = await cdp.send("Runtime.callFunctionOn", {
      objectId: value.objectId,
      functionDeclaration: `function () {
        const operable = "${OPERABLE}";
        return this.closest(operable) || this.querySelector(operable) || this.tabIndex >= 0 ? "" : this.outerHTML.slice(0, 80);
      }`,
      returnByValue: true,
    });
    if (name.value !== "") found.push(name.value);
  }
  await cdp.detach();
  return found;
}

async function check(where) {
  assert.deepEqual({ missing: await unreachable(), deaf: await deaf() }, { missing: [], deaf: [] }, where);
}

const seed = (name) => readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");

for (const tab of ["Draw", "Candidates", "Why", "Blame", "Improve", "Puzzle"])
  test(`all of the tab ${tab}`, async () => {
    await hand.paste(await seed("mentats-diversion"));
    await hand.verdict("unique");
    await page.getByRole("tab", { name: tab }).click();
    await page.waitForTimeout(1500);
    for (const summary of await page.locator(".panel summary, [role=tabpanel] summary").all()) if (await summary.isVisible()) await summary.press("Enter");
    await page.locator("#board").focus();
    await check(tab);
  });

for (const sheet of ["Open", "Drafts", "Share", "Settings", "Help"])
  test(`all of the sheet ${sheet}`, async () => {
    await hand.paste(await seed("mentats-diversion"));
    await hand.verdict("unique");
    await page.getByRole("button", { name: sheet, exact: true }).click();
    await page.locator("dialog[open]").waitFor();
    await page.waitForTimeout(1000);
    await check(sheet);
  });

test("all of the sheet for a rule of one's own, and of the form beside a clue", async () => {
  await page.getByRole("button", { name: "Write your own rule" }).click();
  await page.locator("dialog[open]").waitFor();
  await check("own rule");
  await hand.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await hand.take("killer cage");
  await hand.drag([1, 1], [1, 2]);
  // Leaving the form keeps the clue, and closes the form.
  const field = page.locator(".values input").first();
  await field.waitFor();
  const places = await page.locator(".values input, .values button").count();
  for (let i = 1; i < places; i++) await hand.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".values") !== null), true);
  assert.equal(await page.locator(".values").count(), 1);
});

test("all of solve mode, with its menu", async () => {
  await hand.paste(await seed("mentats-diversion"));
  await page.getByRole("button", { name: "Test-solve" }).click();
  await page.getByRole("button", { name: "Hint" }).waitFor();
  await check("solve");
  await page.getByRole("button", { name: "Menu" }).press("Enter");
  await page.locator("dialog[open]").waitFor();
  await check("menu");
});

test("arrow keys go through the tabs", async () => {
  const tabs = page.getByRole("tab");
  await page.locator("[role=tab][tabindex='0']").focus();
  const seen = new Set();
  for (let i = 0; i < (await tabs.count()); i++) {
    seen.add(await page.evaluate(() => document.activeElement.textContent));
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(seen.size, await tabs.count());
});

// Tests that the page works without a network once it has been loaded.
import assert from "node:assert/strict";
import test from "node:test";
import { browser, site } from "./site.mjs";

test("the page opens and answers without a network", async () => {
  const served = await site();
  const opened = await browser();
  try {
    const page = await opened.context.newPage();
    await page.goto(served.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
    await page.waitForFunction(async () => {
      const [name] = (await caches.keys()).filter((name) => name.startsWith("cluewright-"));
      return name && (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith("cluewright.wasm"));
    });
    await page.close();
    await served.close();
    const later = await opened.context.newPage();
    await later.goto(served.address);
    await later.waitForSelector("[data-verdict=several]", { timeout: 30_000 });
    assert.equal(await later.title(), "Cluewright");
  } finally {
    await opened.close();
    await served.close();
  }
});

test("a server that is the engine itself may be gone: the page still opens, with the puzzle", async () => {
  const served = await site({ "cluewright.wasm": null, "engine-version.js": null });
  const opened = await browser();
  try {
    const page = await opened.context.newPage();
    await page.goto(served.address);
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state));
    await page.waitForSelector("[data-ready]");
    await page.locator("#board").focus();
    await page.keyboard.press("7");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await served.close();
    await page.reload();
    await page.waitForSelector("[data-ready]");
    assert.equal(await page.locator("text.given").textContent(), "7");
    await page.waitForSelector("[data-verdict=lost]", { timeout: 30_000 });
  } finally {
    await opened.close();
    await served.close();
  }
});

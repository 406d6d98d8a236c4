// Opens a fresh page for each test of a file.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { setter } from "./setter.mjs";
import { browser, site } from "./site.mjs";

/**
 * Serves the site for a file of tests, and opens an empty grid before each test. `use` receives the page, the setter's
 * actions on it, the browser, the site's address, and the errors that the page throws. Any error fails the test.
 */
export function beforeEachTest(use) {
  let served;
  let opened;
  let errors = [];

  before(async () => {
    served = await site();
    opened = await browser();
  });

  after(async () => {
    await opened?.close();
    await served?.close();
  });

  beforeEach(async () => {
    for (const old of opened.context.pages().slice(1)) await old.close();
    const page = await opened.context.newPage();
    errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    const hand = setter(page);
    await hand.begin(served.address);
    use({ page, hand, browser: opened, address: served.address, errors });
  });

  afterEach(() => assert.deepEqual(errors, []));
}

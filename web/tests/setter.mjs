// Acts as a setter on the page, using pointer and keys like a person.

/** Returns the actions of a setter on an open page. */
export function setter(page) {
  /** Returns the middle of a cell. Rows and columns may be outside the grid. */
  async function middle(row, column) {
    const box = await page.locator("#cell-R1C1").boundingBox();
    return [box.x + box.width * (column - 0.5), box.y + box.height * (row - 0.5)];
  }

  /** Returns the middle of the corner or border that the cells have in common. */
  async function between(...cells) {
    const points = await Promise.all(cells.map((cell) => middle(...cell)));
    return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  }

  return {
    page,
    middle,
    between,

    /**
     * Clears the browser's storage and opens the page. The storage is cleared at the address of the page's icon, because
     * opening the icon does not start an engine.
     */
    async begin(address) {
      await page.goto(new URL("icon.svg", address).href);
      await page.evaluate(async () => {
        localStorage.clear();
        for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
      });
      await page.goto(address);
      await this.ready();
    },

    async ready() {
      await page.waitForSelector("[data-ready]");
      await page.waitForSelector(".tool-button");
    },

    async drag(...cells) {
      const [first, ...rest] = cells;
      await page.mouse.move(...(await middle(...first)));
      await page.mouse.down();
      for (const cell of rest) await page.mouse.move(...(await middle(...cell)), { steps: 4 });
      await page.mouse.up();
    },

    click: async (...cells) => page.mouse.click(...(await between(...cells))),
    press: (key) => page.keyboard.press(key),

    /** Types into the form next to the clue, without Enter. */
    async type(text) {
      await page.waitForSelector(".values");
      await page.keyboard.type(text);
    },

    /** Chooses a tool with the keyboard. */
    async take(words) {
      await page.locator("#board").focus();
      await page.keyboard.press("Space");
      await page.waitForFunction(() => document.activeElement?.id === "tool-search");
      await page.keyboard.press("Control+A");
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
    },

    async paste(text) {
      await page.getByRole("button", { name: "Open", exact: true }).first().click();
      await page.fill("#open-text", text);
      await page.locator("dialog").getByRole("button", { name: "Open", exact: true }).click();
      await page.locator("dialog").waitFor({ state: "detached" });
    },

    /** Returns the puzzle on the desk, as the page stores it. An empty grid has not been stored yet. */
    puzzle: () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle ?? { size: 9 }),

    async clues() {
      return (await this.puzzle()).clues;
    },

    verdict: (wanted) => page.waitForSelector(`[data-verdict=${wanted}]`, { timeout: 30_000 }),

    /** Waits until the board shows at least `count` clues of a rule. */
    drawn: (rule, count = 1) => page.waitForFunction(([rule, count]) => document.querySelectorAll(`.picture [data-rule="${rule}"]`).length >= count, [rule, count], { timeout: 10_000 }),
  };
}

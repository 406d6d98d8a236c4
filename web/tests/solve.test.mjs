// Tests solve mode in the way solvers use it: with keys, mouse and fingers, on a desktop, a tablet and a phone.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { axe } from "./axe.mjs";
import { browser, site } from "./site.mjs";

const solution = "231456987864729351975831462186942573342567198597183624618294735729315846453678219";

/** Spoons, by Phistomefel, has no givens and eighteen thermometers. */
const thermometers = (await readFile(new URL("../../corpus/seeds/spoons.toml", import.meta.url), "utf8")).match(/^ *"(R[^"]+)",?$/gm).map((line) => line.match(/R[^"]+/)[0]);
const spoons = {
  title: "Spoons",
  author: "Phistomefel",
  rules: "Normal sudoku rules apply. Digits along a thermometer increase from the bulb.",
  message: "Well stirred!",
  size: 9,
  clues: { thermometer: thermometers },
};

const hash = (puzzle, key = "s") => `#${key}=${deflateRawSync(JSON.stringify(puzzle)).toString("base64url")}`;

const SIZES = {
  desktop: { viewport: { width: 1280, height: 860 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  small: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
  sideways: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true },
};

let served;
before(async () => (served = await site()));
after(() => served?.close());

/** Returns a solver's actions on a page that was opened with a link. */
async function solver(context, puzzle, { key = "s", begin = true } = {}) {
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(`${served.address}${hash(puzzle, key)}`);
  await page.waitForSelector("[data-ready]");
  const start = page.getByRole("button", { name: "Start", exact: true });
  if (begin && key === "s") {
    await page.waitForSelector("#board, dialog[open]");
    if (await start.isVisible()) await start.click();
    await page.waitForSelector(".picture *");
  }
  const middle = async (row, column) => {
    const box = await page.locator("#cell-R1C1").boundingBox();
    return [box.x + box.width * (column - 0.5), box.y + box.height * (row - 0.5)];
  };
  return {
    page,
    errors,
    middle,
    tap: async (row, column) => (page.viewportSize().width > 1000 ? page.mouse.click(...(await middle(row, column))) : page.touchscreen.tap(...(await middle(row, column)))),
    press: async (name) => page.getByRole("button", { name, exact: true }).tap().catch(() => page.getByRole("button", { name, exact: true }).click()),
    async drag(...points) {
      const [first, ...rest] = points;
      await page.mouse.move(...(await middle(...first)));
      await page.mouse.down();
      for (const point of rest) await page.mouse.move(...(await middle(...point)), { steps: 6 });
      await page.mouse.up();
    },
    kept: () => page.evaluate(() => JSON.parse(sessionStorage.getItem("cluewright.desk")).document),
    /** Returns the cells marked as conflicts. */
    conflicts: () => page.locator(".conflicts rect").evaluateAll((rects) => rects.map((rect) => rect.dataset.cell).sort()),
    said: async () => {
      await page.waitForFunction(() => !/Looking/.test(document.querySelector(".said p")?.textContent ?? "Looking"));
      return page.locator(".said p").innerText();
    },
  };
}

/** Runs a test in a fresh browser with a window of this size. */
async function within(size, run) {
  const opened = await browser({ ...SIZES[size], reducedMotion: "reduce" });
  try {
    await run(opened.context);
  } finally {
    await opened.close();
  }
}

const nameOf = (cell) => `R${Math.floor(cell / 9) + 1}C${(cell % 9) + 1}`;
const indexOf = (name) => {
  const [, row, column] = /R(\d)C(\d)/.exec(name);
  return (row - 1) * 9 + (column - 1);
};

/** Returns the cells of a thermometer, even if the file lists only its corners. */
function cellsOf(text) {
  const stops = text.split(/[\s-]+/).map((name) => /R(\d)C(\d)/.exec(name).slice(1).map(Number));
  return stops.flatMap(([row, column], i) => {
    if (i === 0) return [(row - 1) * 9 + column - 1];
    const [r, c] = stops[i - 1];
    const steps = Math.max(Math.abs(row - r), Math.abs(column - c));
    return Array.from({ length: steps }, (_, k) => (r + Math.sign(row - r) * (k + 1) - 1) * 9 + c + Math.sign(column - c) * (k + 1) - 1);
  });
}

const houses = Array.from({ length: 9 }, (_, n) => [
  Array.from({ length: 9 }, (_, i) => 9 * n + i),
  Array.from({ length: 9 }, (_, i) => 9 * i + n),
  Array.from({ length: 9 }, (_, i) => 27 * Math.floor(n / 3) + 3 * (n % 3) + 9 * Math.floor(i / 3) + (i % 3)),
]).flat();

/** Returns the cells that violate a rule of Spoons, found without the engine. */
function brokenCells(digits) {
  const broken = new Set();
  for (const house of houses) for (const a of house) for (const b of house) if (a !== b && digits[a] && digits[a] === digits[b]) broken.add(a).add(b);
  for (const line of thermometers.map(cellsOf))
    line.slice(1).forEach((b, i) => {
      const a = line[i];
      if (digits[a] && digits[b] && digits[a] >= digits[b]) broken.add(a).add(b);
    });
  return [...broken].map(nameOf).sort();
}

describe("a link for solvers", () => {
  test("opens in solve mode with the rules, and shows no answer", () =>
    within("desktop", async (context) => {
      const { page, errors } = await solver(context, { ...spoons, solution });
      assert.match(await page.locator(".solve-about").innerText(), /Spoons\s+by Phistomefel\s+Normal sudoku/);
      await page.waitForTimeout(1500);
      assert.equal(await page.locator(".candidate, .verdict, .panels, .compared").count(), 0);
      assert.doesNotMatch(await page.locator("#board").innerHTML(), /possible/);
      assert.doesNotMatch(await page.locator("body").innerText(), /unique|Exactly one|Several/);
      assert.equal(new URL(page.url()).hash, "");
      assert.deepEqual(errors, []);
    }));

  test("is made under Share, without typed digits, and one for setters has its candidates off", () =>
    within("desktop", async (context) => {
      const { page } = await solver(context, { ...spoons, entries: `5${".".repeat(80)}` }, { key: "p" });
      await page.waitForSelector("[data-verdict=unique]", { timeout: 30_000 });
      assert.equal(await page.locator(".candidate").count(), 0);
      await page.reload();
      await page.waitForSelector("[data-verdict=unique]", { timeout: 30_000 });
      assert.equal(await page.locator(".candidate").count(), 0);
      await page.getByRole("button", { name: "Share" }).click();
      await page.waitForFunction(() => document.querySelector(".link-row input")?.value.includes("#s="));
      const link = await page.locator(".link-row input").first().inputValue();
      const other = await context.newPage();
      await other.goto(link);
      await other.waitForSelector(".solve .picture *");
      assert.equal(await other.locator(".digits .entry").count(), 0);
    }));

  test("leads from a local server to the public page, and local links are labelled", () =>
    within("desktop", async (context) => {
      const page = await context.newPage();
      await page.route(served.address, async (route) => {
        const response = await route.fetch();
        const meta = '<head><meta name="cluewright-public" content="https://example.org/cluewright/">';
        await route.fulfill({ response, body: (await response.text()).replace("<head>", meta) });
      });
      await page.goto(`${served.address}${hash(spoons, "p")}`);
      await page.waitForSelector("[data-verdict=unique]", { timeout: 30_000 });
      await page.getByRole("button", { name: "Share" }).click();
      const link = (label) => page.getByLabel(label).inputValue();
      await page.waitForFunction(() => [...document.querySelectorAll(".link-row input")].slice(0, 3).every(({ value }) => value !== ""));
      assert.match(await link(/^For solvers/), /^https:\/\/example\.org\/cluewright\/#s=/);
      assert.match(await link(/^This page/), /^https:\/\/example\.org\/cluewright\/#p=/);
      assert.ok((await link(/^Works only on this computer/)).startsWith(`${served.address}#p=`));
    }));

  test("that is cut short says so", () =>
    within("phone", async (context) => {
      for (const broken of [hash(spoons).slice(0, 60), "#p=notapuzzle", hash({ size: 99 }, "p")]) {
        const page = await context.newPage();
        await page.goto(`${served.address}${broken}`);
        await page.locator("dialog [role=alert]").waitFor();
        assert.match(await page.locator("dialog [role=alert]").innerText(), /link cannot be read|size/);
        await page.close();
      }
    }));

  test("opened again goes on where the solver left off", () =>
    within("desktop", async (context) => {
      const first = await solver(context, spoons);
      await first.tap(1, 1);
      await first.page.keyboard.press("2");
      await first.page.waitForTimeout(900);
      await first.page.close();
      const { page } = await solver(context, spoons);
      await page.waitForFunction(() => document.querySelectorAll(".digits .entry").length === 1);
    }));
});

describe("solving", () => {
  for (const size of ["desktop", "tablet", "phone"]) {
    test(`to the end, with the setter's message, on a ${size}`, () =>
      within(size, async (context) => {
        const { page, tap, press, errors } = await solver(context, spoons);
        for (let cell = 0; cell < 81; cell++) {
          await tap(Math.floor(cell / 9) + 1, (cell % 9) + 1);
          await press(`Type ${solution[cell]}`);
        }
        const dialog = page.locator("dialog[open]");
        await dialog.getByText("Solved!").waitFor();
        assert.match(await dialog.innerText(), /Well stirred!\s+You solved it in \d+:\d\d/);
        assert.equal(await page.locator(".conflicts rect").count(), 0);
        await dialog.getByRole("button", { name: "Back to the grid" }).click();
        const [before] = [await page.locator(".clock").innerText()];
        await page.waitForTimeout(1600);
        assert.equal(await page.locator(".clock").innerText(), before);
        assert.deepEqual(errors, []);
      }));
  }

  test("a full grid that is wrong is not solved", () =>
    within("desktop", async (context) => {
      const { page, conflicts } = await solver(context, { ...spoons, entries: solution.slice(0, 80) + "8" });
      // A link contains no typed digits, but a puzzle file may.
      await page.waitForFunction(() => document.querySelectorAll(".digits .entry").length === 81);
      await page.waitForFunction(() => document.querySelectorAll(".conflicts rect").length > 0);
      assert.deepEqual(await conflicts(), brokenCells([...solution.slice(0, 80), "8"]));
      assert.equal(await page.locator("dialog[open]").count(), 0);
    }));

  test("conflicts agree with the rules in every state", () =>
    within("desktop", async (context) => {
      const { page, tap, conflicts } = await solver(context, spoons);
      const digits = Array.from({ length: 81 }, () => null);
      let random = 7;
      const below = (n) => (random = (random * 48271) % 2147483647) % n;
      const settled = async () => {
        const wanted = brokenCells(digits);
        await page.waitForFunction((wanted) => JSON.stringify([...document.querySelectorAll(".conflicts rect")].map((rect) => rect.dataset.cell).sort()) === wanted, JSON.stringify(wanted), { timeout: 5000 }).catch(() => undefined);
        assert.deepEqual(await conflicts(), wanted, digits.map((digit) => digit ?? ".").join(""));
      };
      for (let i = 0; i < 60; i++) {
        const cell = below(81);
        await tap(Math.floor(cell / 9) + 1, (cell % 9) + 1);
        const digit = 1 + below(9);
        await page.keyboard.press(String(digit));
        digits[cell] = digits[cell] === digit ? null : digit;
        await settled();
      }
      await page.waitForFunction(() => document.querySelectorAll(".picture .broken").length > 0);
      for (let i = 0; i < 60; i++) await page.keyboard.press("Control+z");
      digits.fill(null);
      await settled();
    }));

  test("sums are broken once their cells are full", () =>
    within("desktop", async (context) => {
      const { page, tap, conflicts } = await solver(context, { size: 4, clues: { "killer-cage": { cells: "R1C1 R1C2 R2C1", sum: 6 }, sandwich: { cells: "R0C3", sum: 3 } } });
      await tap(1, 1);
      await page.keyboard.press("4");
      await tap(1, 2);
      await page.keyboard.press("3");
      await page.waitForTimeout(300);
      assert.deepEqual(await conflicts(), []);
      await tap(2, 1);
      await page.keyboard.press("2");
      await page.waitForFunction(() => document.querySelectorAll(".conflicts rect").length === 3);
      // The clue is marked after the next frame.
      await page.waitForFunction(() => document.querySelectorAll('.picture [data-rule="killer-cage"].broken').length === 1);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByLabel("Mark conflicts").uncheck();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelectorAll(".conflicts rect").length === 0);
      await page.waitForFunction(() => document.querySelectorAll(".picture .broken").length === 0);
    }));
});

describe("marks and lines", () => {
  test("Shift and Ctrl write corner and centre marks, and everything can be undone", () =>
    within("desktop", async (context) => {
      const { page, tap, kept } = await solver(context, spoons);
      await tap(2, 2);
      await page.keyboard.press("Shift+Digit1");
      await page.keyboard.press("Shift+Digit2");
      await page.keyboard.press("Control+Digit3");
      await page.keyboard.press("Control+Shift+Digit4");
      assert.deepEqual((await kept()).notes, { R2C2: { corner: [1, 2], centre: [3], colours: [4] } });
      await page.keyboard.press("5");
      assert.match((await kept()).puzzle.entries[1], /^\.5/);
      for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
      const { notes, puzzle } = await kept();
      assert.deepEqual([notes, puzzle.entries], [{}, undefined]);
      for (let i = 0; i < 5; i++) await page.keyboard.press("Control+y");
      assert.match((await kept()).puzzle.entries[1], /^\.5/);
    }));

  test("fingers write all of them, in several cells at once", () =>
    within("phone", async (context) => {
      const { page, tap, press, kept } = await solver(context, spoons);
      await press("Select more");
      await tap(1, 1);
      await tap(5, 5);
      await tap(9, 9);
      await tap(5, 5);
      await page.getByRole("radio", { name: "Corner" }).tap();
      await press("Type 7");
      await page.getByRole("radio", { name: "Colour" }).tap();
      await press("Colour 2: red");
      assert.deepEqual((await kept()).notes, { R1C1: { corner: [7], colours: [2] }, R9C9: { corner: [7], colours: [2] } });
      await press("Erase");
      assert.deepEqual((await kept()).notes, { R1C1: { corner: [7] }, R9C9: { corner: [7] } });
    }));

  test("the pen draws through cells and along borders, and erases what it draws again", () =>
    within("desktop", async (context) => {
      const { page, drag, tap, middle, kept } = await solver(context, spoons);
      await page.getByRole("radio", { name: "Pen" }).click();
      await drag([1, 1], [1, 3], [2, 4]);
      assert.deepEqual(Object.keys((await kept()).pen).sort(), ["1,1 3,1", "3,1 5,1", "5,1 7,3"]);
      await page.mouse.move(...(await middle(3.5, 3.5)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(3.5, 5.5)), { steps: 8 });
      await page.mouse.up();
      assert.deepEqual(Object.keys((await kept()).pen).slice(3), ["6,6 8,6", "8,6 10,6"]);
      await drag([1, 1], [1, 2]);
      assert.equal("1,1 3,1" in (await kept()).pen, false);
      await tap(5, 5);
      assert.ok("o9,9" in (await kept()).pen);
      await page.keyboard.press("Control+z");
      assert.equal("o9,9" in (await kept()).pen, false);
      // All of this also works with the keyboard.
      await tap(7, 7);
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Control+ArrowUp");
      await page.keyboard.press("Enter");
      const { pen } = await kept();
      for (const key of ["13,13 15,13", "14,12 16,12", "o15,13"]) assert.ok(key in pen, `${key} in ${Object.keys(pen)}`);
      assert.equal(await page.locator(".pen path").count(), 1);
    }));
});

describe("the clock", () => {
  test("stands while the solve is paused, and the grid is covered", () =>
    within("desktop", async (context) => {
      const { page, tap, kept } = await solver(context, spoons);
      await tap(1, 1);
      await page.keyboard.press("2");
      await page.waitForFunction(() => document.querySelector(".clock").textContent !== "0:00");
      await page.getByRole("button", { name: "Pause" }).click();
      assert.equal(await page.locator("#board").count(), 0);
      const before = await page.locator(".clock").innerText();
      await page.keyboard.press("3");
      await page.keyboard.press("Control+z");
      await page.waitForTimeout(1700);
      assert.equal(await page.locator(".clock").innerText(), before);
      assert.match((await kept()).puzzle.entries[0], /^2/);
      await page.locator(".covered").getByRole("button", { name: "Resume" }).click();
      await page.waitForFunction((before) => document.querySelector(".clock").textContent !== before, before);
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByLabel("Show the clock").uncheck();
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".clock").count(), 0);
    }));
});

describe("progress", () => {
  test("outlives a reload, with its clock", () =>
    within("phone", async (context) => {
      const { page, tap, press } = await solver(context, spoons);
      await tap(4, 4);
      await press("Type 9");
      await page.waitForFunction(() => Number(document.querySelector(".clock").textContent.split(":")[1]) >= 2);
      await page.reload();
      await page.waitForSelector(".solve .digits .entry");
      assert.ok(Number((await page.locator(".clock").innerText()).split(":")[1]) >= 2);
      assert.equal(await page.locator(".candidate").count(), 0);
    }));

  test("is erased by a new start, which undo takes back", () =>
    within("desktop", async (context) => {
      const { page, tap, kept } = await solver(context, spoons);
      await tap(1, 1);
      await page.keyboard.press("2");
      await page.keyboard.press("b");
      await tap(5, 5);
      await page.waitForFunction(() => document.querySelector(".clock").textContent !== "0:00");
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Start again" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".digits .entry, .pen path").length === 0);
      assert.match(await page.locator(".clock").innerText(), /^0:0[0-2]$/);
      await page.keyboard.press("Control+z");
      const { puzzle, pen } = await kept();
      assert.match(puzzle.entries[0], /^2/);
      assert.deepEqual(pen, { "o9,9": 1 });
    }));

  test("two tabs do not overwrite each other", () =>
    within("desktop", async (context) => {
      const one = await solver(context, spoons);
      await one.tap(1, 1);
      await one.page.keyboard.press("2");
      await one.page.waitForTimeout(900);
      const two = await solver(context, spoons);
      await two.page.waitForSelector(".digits .entry");
      await two.tap(1, 2);
      await two.page.keyboard.press("3");
      await two.page.waitForTimeout(900);
      await one.tap(9, 9);
      await one.page.keyboard.press("9");
      await one.page.getByText("Another tab changed this draft").waitFor();
      const drafts = await one.page.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.open("cluewright").onsuccess = ({ target }) => {
              target.result.transaction("drafts").objectStore("drafts").getAll().onsuccess = ({ target }) => resolve(target.result.map(({ document }) => document.puzzle.entries?.join("") ?? ""));
            };
          }),
      );
      const has = (test) => drafts.some((entries) => test(entries));
      assert.ok(has((entries) => entries.startsWith("23")) && has((entries) => entries.startsWith("2.") && entries.endsWith("9")), drafts.join("\n"));
    }));

  test("a setter's own puzzle is solved and edited in turn", () =>
    within("desktop", async (context) => {
      const { page } = await solver(context, spoons, { key: "p" });
      await page.waitForSelector("[data-verdict=unique]", { timeout: 30_000 });
      await page.getByRole("button", { name: "Test-solve" }).click();
      await page.waitForSelector(".solve .picture *");
      await page.locator("#board").focus();
      await page.keyboard.press("5");
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Edit the puzzle" }).click();
      await page.waitForSelector("[data-verdict=unique]", { timeout: 30_000 });
      assert.equal(await page.locator(".digits .entry").count(), 1);
      assert.equal(await page.locator(".candidate").count(), 0);
    }));
});

describe("help", () => {
  test("the check compares with the solution, and names no cell unasked", () =>
    within("desktop", async (context) => {
      const { page, tap, said } = await solver(context, { ...spoons, solution });
      await tap(1, 1);
      await page.keyboard.press("2");
      await page.getByRole("button", { name: "Check" }).click();
      assert.equal(await said(), "Right so far: 1 digit entered, 80 to go.");
      await tap(1, 9);
      await page.keyboard.press("8");
      await page.getByRole("button", { name: "Check" }).click();
      await page.waitForFunction(() => /Not right/.test(document.querySelector(".said p")?.textContent ?? ""));
      assert.equal(await said(), "Not right yet: one cell is wrong.");
      assert.equal(await page.locator(".highlight").count(), 0);
      await page.getByRole("button", { name: "Show where" }).click();
      assert.equal(await page.locator(".highlight.blame").count(), 1);
    }));

  test("hints have three strengths, and start from the solver's own marks", () =>
    within("desktop", async (context) => {
      const grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
      const { page, tap, said } = await solver(context, { size: 9, grid });
      assert.equal(await page.locator(".digits .given").count(), 30);
      const hint = async (name) => {
        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name, exact: true }).click();
        return said();
      };
      assert.match(await hint("Where to look"), /^Look at/);
      assert.equal(await page.locator(".highlight").count(), 0);
      assert.match(await hint("Which technique"), /: look at/);
      assert.match(await hint("The whole step"), /R\dC\d/);
      assert.ok((await page.locator(".highlight").count()) > 0);
      assert.equal(await page.locator(".candidate.possible").count(), 0);
      // R1C3 is 4 in the solution, so a centre mark with only 1 is wrong.
      await tap(1, 3);
      await page.keyboard.press("Control+Digit1");
      assert.match(await hint("Where to look"), /one cell is wrong/);
    }));

  test("a hint goes on from centre marks", () =>
    within("desktop", async (context) => {
      const { page, tap, said } = await solver(context, { ...spoons, solution });
      const hint = async () => {
        await page.getByRole("button", { name: "Hint" }).click();
        await page.getByRole("button", { name: "The whole step", exact: true }).click();
        return said();
      };
      assert.match(await hint(), /along the thermometer: R1C4 is not 1 or 9, R1C5 is at least 3, and R1C3 at most 7\./);
      assert.ok((await page.locator(".strike").count()) > 0);
      // Write down what the hinted step has found.
      for (const [column, digit] of [[3, 1], [4, 4], [5, 5]]) {
        await tap(1, column);
        await page.keyboard.press(`Control+Digit${digit}`);
      }
      assert.doesNotMatch(await hint(), /along the thermometer: R1C4/);
    }));
});

describe("the page in solve mode", () => {
  for (const size of Object.keys(SIZES)) {
    test(`fits the window, with targets for fingers, on a ${size} screen`, () =>
      within(size, async (context) => {
        const { page } = await solver(context, { ...spoons, rules: "A long text of rules. ".repeat(60) });
        for (const tool of ["Digit", "Pen", "Colour"]) {
          await page.getByRole("radio", { name: tool }).click();
          const { width, height } = page.viewportSize();
          const problems = await page.evaluate(
            ([width, height]) => {
              const boxes = [...document.querySelectorAll(".solve button, .solve #board")].map((element) => ({ name: element.getAttribute("aria-label") ?? element.textContent, box: element.getBoundingClientRect(), isButton: element.tagName === "BUTTON" })).filter(({ box }) => box.width > 0);
              const outside = boxes.filter(({ box }) => box.left < 0 || box.top < 0 || box.right > width + 0.5 || box.bottom > height + 0.5);
              const small = boxes.filter(({ box, isButton }) => isButton && (box.width < 44 || box.height < 44));
              const scrolls = document.scrollingElement.scrollHeight > height || document.scrollingElement.scrollWidth > width;
              return [...outside.map(({ name }) => `${name} is outside`), ...small.map(({ name, box }) => `${name} is ${box.width} by ${box.height}`), ...(scrolls ? ["the page scrolls"] : [])];
            },
            [width, height],
          );
          assert.deepEqual(problems, []);
        }
        const cell = await page.locator("#cell-R1C1").boundingBox();
        assert.ok(cell.width >= (size === "sideways" ? 32 : 35), `a cell is ${cell.width} wide`);
      }));
  }

  for (const colorScheme of ["light", "dark"]) {
    test(`has no violations that axe finds, in the ${colorScheme}`, () =>
      within("desktop", async (context) => {
        const { page, tap } = await solver(context, spoons);
        await page.emulateMedia({ colorScheme });
        for (const [row, column] of [[1, 1], [1, 2]]) {
          await tap(row, column);
          await page.keyboard.press("5");
        }
        await page.waitForSelector(".conflicts rect");
        assert.deepEqual(await axe(page), []);
        await page.getByRole("button", { name: "Check" }).click();
        await page.waitForSelector(".said .note-box");
        assert.deepEqual(await axe(page), []);
        for (const tool of ["Pen", "Colour"]) {
          await page.getByRole("radio", { name: tool }).click();
          assert.deepEqual(await axe(page), []);
        }
        for (const sheet of ["Hint", "Menu"]) {
          await page.getByRole("button", { name: sheet }).click();
          assert.deepEqual(await axe(page), []);
          await page.keyboard.press("Escape");
        }
        await page.getByRole("button", { name: "Pause" }).click();
        assert.deepEqual(await axe(page), []);
      }));
  }
});

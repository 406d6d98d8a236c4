// Tests the page as users see it, with a real browser, pointer and keys. The tests need a complete build in
// web/dist (web/build), or the address of a running page in CLUEWRIGHT_PAGE.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, describe, test } from "node:test";
import { axe } from "./axe.mjs";
import { browser, site } from "./site.mjs";

const repository = new URL("../../", import.meta.url);
const corpus = (name) => readFile(new URL(`corpus/${name}`, repository), "utf8");

let served;
let opened;
let page;
let complaints = [];

before(async () => {
  served = process.env.CLUEWRIGHT_PAGE ? { address: process.env.CLUEWRIGHT_PAGE, close: async () => {} } : await site();
  opened = await browser();
});

after(async () => {
  await opened?.close();
  await served?.close();
});

/** Opens a page in a fresh browser, in which no other test has stored anything. */
async function fresh(hash = "") {
  await page?.close();
  page = await opened.context.newPage();
  complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(served.address);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await page.addInitScript(() => sessionStorage.getItem("kept") ?? (localStorage.clear(), sessionStorage.setItem("kept", "yes")));
  await page.goto(`${served.address}${hash}`);
  if (hash !== "") await page.reload();
  await ready();
}

async function ready() {
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector(".tool-button");
}

beforeEach(() => fresh());

/** Returns the puzzle on the desk, as the page stores it. */
const puzzle = () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle);
const verdict = (wanted) => page.waitForSelector(`[data-verdict=${wanted}]`, { timeout: 30_000 });
const shown = () => page.locator(".verdict").innerText();

/** Returns the middle of a cell. Rows and columns may be outside the grid. */
async function middle(row, column) {
  const box = await page.locator("#cell-R1C1").boundingBox();
  return [box.x + box.width * (column - 0.5), box.y + box.height * (row - 0.5)];
}

const between = ([x1, y1], [x2, y2]) => [(x1 + x2) / 2, (y1 + y2) / 2];

async function drag(...cells) {
  const [first, ...rest] = cells;
  await page.mouse.move(...(await middle(...first)));
  await page.mouse.down();
  for (const cell of rest) await page.mouse.move(...(await middle(...cell)), { steps: 5 });
  await page.mouse.up();
}

/** Chooses a tool with the keyboard. */
async function take(words) {
  await page.locator("#board").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.activeElement?.id === "tool-search");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
}

/** Moves the cursor to a cell, and selects cells from there. Each letter is a step in its direction. */
async function go(row, column) {
  await page.locator("#board").focus();
  const [r, c] = await page.evaluate(() => /R(\d+)C(\d+)/.exec(document.querySelector("#board").getAttribute("aria-activedescendant")).slice(1).map(Number));
  for (let i = r; i !== row; i += Math.sign(row - r)) await page.keyboard.press(row > r ? "ArrowDown" : "ArrowUp");
  for (let i = c; i !== column; i += Math.sign(column - c)) await page.keyboard.press(column > c ? "ArrowRight" : "ArrowLeft");
}
const extend = async (steps) => {
  for (const step of steps) await page.keyboard.press(`Shift+Arrow${{ u: "Up", d: "Down", l: "Left", r: "Right" }[step]}`);
};

async function type(text) {
  await page.waitForSelector(".values");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const open = () => page.getByRole("button", { name: "Open", exact: true }).first().click();

async function paste(text) {
  await open();
  await page.fill("#open-text", text);
  await page.locator("dialog").getByRole("button", { name: "Open", exact: true }).click();
}

describe("opening", () => {
  test("an empty grid is no warning, and says what the page is for", async () => {
    await verdict("several");
    assert.match(await shown(), /Empty grid\s+Draw a sudoku variant, and see after each change whether it has exactly one solution\./);
    assert.equal(await page.locator(".beginning button").count(), 4);
    assert.deepEqual(complaints, []);
  });

  test("an example is unique, and its candidates are its solution", async () => {
    await open();
    await page.locator("dialog").getByRole("button", { name: /Miracle/ }).click();
    await verdict("unique");
    await page.waitForFunction(() => document.querySelectorAll(".candidate.sole").length === 79);
    assert.deepEqual(complaints, []);
  });

  test("81 characters", async () => {
    await paste("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    await verdict("unique");
    assert.equal((await puzzle()).grid[0], "53..7....");
  });

  test("a list of puzzles asks for one of them", async () => {
    const first = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    await paste(`${first}\n${first.replace("53", "5.")}`);
    await page.getByText("This contains 2 puzzles.").waitFor();
    await page.getByRole("button", { name: "Puzzle 2", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".digits .given").length === 29);
    assert.equal((await puzzle()).grid[0], "5...7....");
  });

  test("a puzzle file by pasting anywhere", async () => {
    const text = await corpus("seeds/spoons.toml");
    await page.locator("#board").focus();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }, text);
    await verdict("unique");
    assert.equal((await puzzle()).clues.thermometer.length, 18);
  });

  test("a file that is dropped", async () => {
    const text = await corpus("seeds/miracle.toml");
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "miracle.toml"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await verdict("unique");
  });

  test("a file that is chosen", async () => {
    await open();
    await page.locator("dialog input[type=file]").setInputFiles({ name: "m.toml", mimeType: "text/plain", buffer: Buffer.from(await corpus("seeds/miracle.toml")) });
    await verdict("unique");
  });

  test("what is broken is told with its place, and nothing is lost", async () => {
    await page.keyboard.press("5");
    await paste("size = 9\n[clues]\nthermo-meter-x = 'R1C1 R1C2'\n");
    const alert = page.locator("dialog [role=alert]");
    await alert.waitFor();
    assert.match(await alert.innerText(), /line 3/);
    await page.keyboard.press("Escape");
    assert.equal((await puzzle()).grid[0], "5........");
  });

  test("grids of other sizes, without boxes, and jigsaws", async () => {
    for (const [size, boxes, wanted] of [["4", "usual", { size: 4 }], ["16", "usual", { size: 16 }], ["7", "none", { size: 7, boxes: "none" }]]) {
      await open();
      await page.selectOption("#new-size", size);
      await page.selectOption("#new-boxes", boxes);
      await page.getByRole("button", { name: "Start with an empty grid" }).click();
      await page.waitForFunction((n) => document.querySelectorAll(".hit").length === n * n, Number(size));
      assert.deepEqual(await puzzle(), wanted);
    }
    await open();
    await page.selectOption("#new-size", "4");
    await page.selectOption("#new-boxes", "jigsaw");
    await page.getByRole("button", { name: "Start with an empty grid" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".hit").length === 16);
    await page.keyboard.press("2");
    await drag([1, 1], [1, 2]);
    assert.deepEqual((await puzzle()).boxes, ["2222", "1122", "3344", "3344"]);
  });

  test("drawings that may be rules leave it unchecked until the setter has settled them", async () => {
    const line = { size: 4, unread: [{ kind: "line", cells: "R1C1 R1C2 R1C3" }, { kind: "line", cells: "R4C1 R4C2" }] };
    await paste(JSON.stringify(line));
    await verdict("unchecked");
    assert.equal(await page.locator(".unread rect").count(), 5);
    const first = page.locator(".question").first();
    await first.locator("input").fill("thermometer");
    await first.locator(".found, .answers").getByRole("button", { name: "Thermometer", exact: true }).click();
    await page.getByRole("button", { name: "No rule" }).click();
    await verdict("several");
    const after = await puzzle();
    assert.deepEqual(after.clues, { thermometer: "R1C1 R1C2 R1C3" });
    assert.equal(after.unread, undefined);
  });

  test("a title is text, whatever it says", async () => {
    await paste(JSON.stringify({ size: 4, title: "<img src=x onerror=document.title='hit'>", rules: "<script>document.title='hit'</script>" }));
    await page.waitForFunction(() => document.querySelector("input.title").value.startsWith("<img"));
    await page.getByRole("tab", { name: "Puzzle" }).click();
    assert.notEqual(await page.title(), "hit");
    assert.equal(await page.locator("main img").count(), 0);
    assert.deepEqual(complaints, []);
  });
});

describe("drawing with the pointer", () => {
  const gestures = {
    "a line": [() => take("thermometer"), () => drag([1, 1], [1, 2], [2, 3]), { thermometer: "R1C1 R1C2 R2C3" }],
    "a line that is drawn too far": [() => take("renban"), () => drag([1, 1], [1, 2], [1, 3], [1, 4], [1, 3], [1, 2]), { renban: "R1C1 R1C2" }],
    "a cage, and its sum in place": [() => take("killer cage"), async () => (await drag([1, 1], [1, 2], [2, 2]), await type("15")), { "killer-cage": { cells: "R1C1 R1C2 R2C2", sum: 15 } }],
    "a dot between two cells": [() => take("white kropki"), async () => page.mouse.click(...between(await middle(3, 3), await middle(3, 4))), { "white-dot": "R3C3 R3C4" }],
    "a mark in cells": [() => take("even"), () => drag([4, 4], [4, 5]), { even: ["R4C4", "R4C5"] }],
    "a mark at a corner": [() => take("quadruple"), async () => (await page.mouse.click(...between(await middle(1, 1), await middle(2, 2))), await type("125")), { quadruple: { cells: "R1C1", digits: [1, 2, 5] } }],
    "a number outside": [() => take("sandwich"), async () => (await page.mouse.click(...(await middle(0, 4))), await type("12")), { sandwich: { cells: "R0C4", sum: 12 } }],
    "a diagonal, towards where it is pulled": [() => take("little killer"), async () => (await drag([0, 4], [1, 3]), await type("17")), { "little-killer": { cells: "R0C4 DL", sum: 17 } }],
    "an arrow from its bulb": [() => take("arrow"), () => drag([5, 5], [5, 6], [4, 7]), { arrow: { bulb: "R5C5", shaft: "R5C6 R4C7" } }],
    "two lists, one after the other": [() => take("clone"), async () => (await drag([1, 1], [1, 2]), await drag([5, 5], [5, 6])), { clone: { cells: "R1C1 R1C2", copy: "R5C5 R5C6" } }],
    "a control and its cells": [() => take("count distinct"), () => drag([1, 1], [2, 1], [2, 2]), { "count-distinct": { control: "R1C1", cells: "R2C1 R2C2" } }],
    "a rule of the whole grid": [() => take("anti-knight"), async () => {}, { "anti-knight": true }],
  };
  for (const [name, [tool, draw, clues]] of Object.entries(gestures)) {
    test(name, async () => {
      await tool();
      // A tool that draws outside the grid first makes room there.
      await page.waitForTimeout(100);
      await draw();
      await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.clues);
      assert.deepEqual((await puzzle()).clues, clues);
      const [rule] = Object.keys(clues);
      if (rule !== "anti-knight") await page.waitForSelector(`.picture [data-rule="${rule}"]`, { state: "attached" });
      assert.deepEqual(complaints, []);
    });
  }

  test("a mark drawn where it stands goes; one that contradicts it takes its place", async () => {
    await take("white kropki");
    const border = between(await middle(3, 3), await middle(3, 4));
    await page.mouse.click(...border);
    await take("black dot");
    await page.mouse.click(...border);
    assert.deepEqual((await puzzle()).clues, { "black-dot": "R3C3 R3C4" });
    await page.mouse.click(...border);
    assert.equal((await puzzle()).clues, undefined);
  });

  test("a clue is picked, changed and removed", async () => {
    await take("killer cage");
    await drag([1, 1], [1, 2]);
    await type("5");
    await page.mouse.click(...(await middle(1, 1)));
    await page.waitForSelector(".values");
    await page.keyboard.press("Control+A");
    await type("7");
    assert.deepEqual((await puzzle()).clues, { "killer-cage": { cells: "R1C1 R1C2", sum: 7 } });
    await page.mouse.click(...(await middle(1, 2)));
    await page.locator(".values").getByRole("button", { name: "Remove" }).click();
    assert.equal((await puzzle()).clues, undefined);
  });

  test("an impossible value is refused where it is typed", async () => {
    await take("killer cage");
    await drag([1, 1], [1, 2]);
    await page.waitForSelector(".values");
    await page.keyboard.type("99");
    await page.locator(".values [role=alert]").waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".values").count(), 1);
  });
});

describe("drawing with the keyboard", () => {
  const gestures = {
    "a line": ["thermometer", async () => (await go(1, 1), await extend("rrd")), "", { thermometer: "R1C1 R1C2 R1C3 R2C3" }],
    "a cage": ["killer cage", async () => (await go(2, 2), await extend("rd")), "16", { "killer-cage": { cells: "R2C2 R2C3 R3C3", sum: 16 } }],
    "a dot": ["white kropki", async () => (await go(4, 4), await extend("d")), "", { "white-dot": "R4C4 R5C4" }],
    "a mark": ["even", async () => go(3, 2), "", { even: "R3C2" }],
    "a corner": ["quadruple", async () => go(2, 2), "34", { quadruple: { cells: "R2C2", digits: [3, 4] } }],
    "outside": ["sandwich", async () => (await go(1, 3), await page.keyboard.press("ArrowUp")), "10", { sandwich: { cells: "R0C3", sum: 10 } }],
    "a diagonal": ["little killer", async () => (await go(1, 1), await page.keyboard.press("ArrowUp")), "20", { "little-killer": { cells: "R0C1 DR", sum: 20 } }],
    "an arrow": ["arrow", async () => (await go(5, 5), await extend("rr")), "", { arrow: { bulb: "R5C5", shaft: "R5C6 R5C7" } }],
    "lists": ["clone", async () => (await go(1, 1), await extend("r"), await page.keyboard.press("Enter"), await go(3, 1), await extend("r")), "", { clone: { cells: "R1C1 R1C2", copy: "R3C1 R3C2" } }],
    "a control": ["count distinct", async () => (await go(1, 1), await extend("rr")), "", { "count-distinct": { control: "R1C1", cells: "R1C2 R1C3" } }],
  };
  for (const [name, [tool, select, value, clues]] of Object.entries(gestures)) {
    test(name, async () => {
      await take(tool);
      await select();
      await page.keyboard.press("Enter");
      if (value !== "") await type(value);
      await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.clues);
      assert.deepEqual((await puzzle()).clues, clues);
    });
  }

  test("digits, marks and colours by their modes; erasing; selecting alike", async () => {
    const key = (name) => page.keyboard.press(name);
    await page.locator("#board").focus();
    await key("5");
    await key("ArrowRight");
    await key("x");
    await key("1");
    await key("c");
    await key("2");
    await key("v");
    await key("3");
    await key("ArrowRight");
    await key("b");
    await key("7");
    await key("ArrowRight");
    await key("n");
    await key("4");
    await key("6");
    const { puzzle: file, notes } = await page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document);
    assert.equal(file.grid[0], "5........");
    assert.equal(file.entries[0], "..7......");
    assert.deepEqual(file.marks, { R1C4: "46" });
    assert.deepEqual(notes, { R1C2: { corner: [1], centre: [2], colours: [3] } });
    await key("z");
    await key("Delete");
    assert.equal((await puzzle()).marks, undefined);
    await page.mouse.dblclick(...(await middle(1, 1)));
    assert.equal(await page.locator("[role=gridcell][aria-selected=true]").count(), 1);
    await key("Control+a");
    assert.equal(await page.locator("[role=gridcell][aria-selected=true]").count(), 81);
  });
});

describe("live", () => {
  test("a change that breaks the puzzle is named, and undone from there", async () => {
    await paste(await corpus("seeds/miracle.toml"));
    await verdict("unique");
    await page.locator("#board").focus();
    await go(1, 1);
    await page.keyboard.press("9");
    await verdict("none");
    assert.match(await shown(), /Given 9 in R1C1.*impossible/s);
    await page.getByRole("button", { name: "Undo this change" }).click();
    await verdict("unique");
    assert.equal((await puzzle()).grid[0], ".........");
  });

  test("undo and redo of everything", async () => {
    await take("thermometer");
    await drag([1, 1], [1, 2]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("8");
    const whole = await puzzle();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("[");
    assert.equal((await puzzle()).clues, undefined);
    await page.keyboard.press("Control+y");
    await page.keyboard.press("]");
    assert.deepEqual(await puzzle(), whole);
  });

  test("numbers of solutions, and where two solutions differ", async () => {
    await paste("12..\n34..\n2143\n43..");
    await verdict("several");
    await page.getByRole("tab", { name: "Candidates" }).click();
    await page.getByText("How many", { exact: true }).click();
    await page.waitForSelector(".candidate.one, .candidate.few, .candidate.many");
    await page.getByRole("button", { name: "Compare two solutions" }).click();
    assert.ok((await page.locator(".compared .differs").count()) >= 4);
  });

  test("nothing is asked again for what no solution depends on", async () => {
    await verdict("several");
    const answered = await page.locator(".verdict").innerText();
    await page.fill("input.title", "Another title");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.title === "Another title");
    assert.equal(await page.locator("[data-verdict=looking]").count(), 0);
    assert.equal(await page.locator(".verdict").innerText(), answered);
  });
});

describe("own rules", () => {
  test("an error is shown where it stands; a rule that can be read becomes a tool", async () => {
    await page.getByRole("button", { name: "Write your own rule" }).click();
    const dialog = page.locator("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("climb");
    await dialog.getByLabel("Constraint").fill("each adjacent (a, b) in cells:\n  b >> a");
    await dialog.locator(".formula-state.bad").waitFor();
    assert.match(await dialog.locator(".formula-state").innerText(), /Line 2, column \d/);
    assert.equal(await dialog.getByRole("button", { name: "Save the rule" }).isDisabled(), true);
    await dialog.getByLabel("Constraint").fill("each adjacent (a, b) in cells:\n  b > a");
    await dialog.locator(".formula-state.good").waitFor();
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await drag([1, 1], [1, 2], [1, 3]);
    const { clues, "own-rules": rules } = await puzzle();
    assert.deepEqual(clues, { climb: "R1C1 R1C2 R1C3" });
    assert.equal(rules.climb.shape, "line");
    await verdict("several");
    await page.waitForFunction(() => !document.querySelector("#board").textContent.startsWith("x"));
  });

  test("a new value for the same cell replaces the old one", async () => {
    const least = { shape: "cell", params: { value: "required" }, relation: "cells[1] >= value" };
    await paste(JSON.stringify({ size: 9, "own-rules": { least }, clues: { least: ["3: R1C1"] } }));
    await take("least");
    for (const value of ["5", "7"]) {
      await drag([1, 1]);
      await type(value);
    }
    assert.deepEqual((await puzzle()).clues, { least: { cells: "R1C1", value: 7 } });
  });
});

describe("drafts", () => {
  test("survive a reload; versions, copies and the file of all", async () => {
    await page.locator("#board").focus();
    await page.keyboard.press("4");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("6");
    await page.reload();
    await ready();
    assert.equal((await puzzle()).grid[0], "46.......");
    assert.equal(await page.locator(".digits .given").count(), 2);
    await page.getByRole("button", { name: "Drafts" }).click();
    await page.getByRole("button", { name: "Keep this version" }).click();
    await page.getByRole("button", { name: /Versions/ }).waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export all" }).click();
    const file = await (await saved).path();
    await page.locator("dialog input[type=file]").setInputFiles({ name: "d.json", mimeType: "application/json", buffer: await readFile(file) });
    await page.getByText("1 draft imported.").waitFor();
    assert.equal(await page.locator(".drafts > li").count(), 2);
  });
});

describe("for everyone", () => {
  for (const scheme of ["light", "dark"]) {
    test(`axe finds nothing (${scheme})`, async () => {
      await page.emulateMedia({ colorScheme: scheme });
      assert.deepEqual(await axe(page), []);
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click();
        assert.deepEqual(await axe(page), []);
      }
      for (const sheet of ["Open", "Drafts", "Settings"]) {
        await page.getByRole("button", { name: sheet, exact: true }).click();
        assert.deepEqual(await axe(page), [], sheet);
        await page.keyboard.press("Escape");
      }
    });
  }

  test("cells say what stands in them", async () => {
    await paste(await corpus("seeds/miracle.toml"));
    await verdict("unique");
    assert.match(await page.locator("#cell-R5C3").getAttribute("aria-label"), /^row 5, column 3, given 1/);
  });

  test("on a phone the panels stand under the board, and nothing is cut off", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [board, panel] = await Promise.all(["#board", ".panels"].map((part) => page.locator(part).boundingBox()));
    assert.ok(panel.y > board.y + board.height);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test("a line over a 16x16 grid is drawn without a slow frame of ours", async () => {
    await open();
    await page.selectOption("#new-size", "16");
    await page.getByRole("button", { name: "Start with an empty grid" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".hit").length === 256);
    // Turn candidates off, because the page would also render them, and this test is not about them.
    await page.getByRole("tab", { name: "Candidates" }).click();
    await page.getByText("Off", { exact: true }).click();
    await verdict("several");
    await take("thermometer");
    const before = await page.evaluate(() => document.querySelectorAll(".board *").length);
    await page.mouse.move(...(await middle(1, 1)));
    await page.mouse.down();
    await page.waitForSelector(".stroke circle", { state: "attached" });
    await page.waitForFunction(() => document.querySelector(".selected") === null);
    // While the stroke grows, only the stroke's own layer changes.
    await page.evaluate(() => {
      globalThis.changed = new Set();
      const watch = (records) => records.forEach(({ target }) => globalThis.changed.add(target.closest?.("svg > g")?.getAttribute("class") ?? target.nodeName));
      new MutationObserver(watch).observe(document.querySelector(".board"), { subtree: true, childList: true, attributes: true });
    });
    for (let column = 2; column <= 16; column++) await page.mouse.move(...(await middle(1, column)), { steps: 3 });
    const changed = await page.evaluate(() => [...globalThis.changed]);
    assert.ok(before > 256);
    assert.deepEqual(changed.filter((name) => !["stroke", "candidates", "picture"].includes(name) && !name.startsWith("candidates")), []);
    await page.mouse.up();
    assert.equal((await puzzle()).clues.thermometer.split(" ").length, 16);
  });
});

// Tests random sequences of a setter's actions. Each clue that ever appeared on the board must be in the puzzle or
// in its history, unless it was discarded with Escape, Delete or Undo.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { random } from "./random.mjs";
import { setter } from "./setter.mjs";
import { browser, site } from "./site.mjs";

const SEEDS = (process.env.CLUEWRIGHT_SEEDS ?? "2 3").split(" ").map(Number);
const STEPS = Number(process.env.CLUEWRIGHT_STEPS ?? 30);
/** Tools to draw with. About half of them request a value. */
const TOOLS = ["killer cage", "killer cage", "quadruple", "sandwich", "clone", "equality cage", "thermometer", "arrow"];

let served;
let opened;

before(async () => {
  served = await site();
  opened = await browser();
});

after(async () => {
  await opened?.close();
  await served?.close();
});

/** Returns the state of the page: the clues of the puzzle, and the cells and the typed value of the unfinished clue. */
const look = (page) =>
  page.evaluate(() => {
    const puzzle = JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle ?? {};
    const clues = Object.entries(puzzle.clues ?? {}).flatMap(([rule, entries]) => [entries].flat().map((entry) => JSON.stringify([rule, entry])));
    const form = document.querySelector(".values");
    if (form) {
      const inputs = [...form.querySelectorAll(".field input")];
      const isCells = (input) => input.closest("details") !== null;
      const cells = inputs.filter(isCells).map(({ value }) => value);
      const typed = inputs.filter((input) => !isCells(input)).map(({ value }) => value).join(" ");
      return { clues, inHand: { cells, typed } };
    }
    const rects = [...document.querySelectorAll(".stroke:not(.sketched) rect")];
    const name = (rect) => `R${Math.floor(Number(rect.getAttribute("y")) / 64) + 1}C${Math.floor(Number(rect.getAttribute("x")) / 64) + 1}`;
    return { clues, inHand: rects.length > 0 ? { cells: rects.map(name), typed: "" } : null };
  });

const digits = (text) => text.replace(/\D/g, "");

/** Returns `true` if a clue has all the cells and the value of the unfinished clue. */
function holds(clue, { cells, typed }) {
  const [, entry] = JSON.parse(clue);
  const { cells: _, copy, bulb, shaft, ...values } = typeof entry === "object" ? entry : {};
  const hasCells = cells.flatMap((text) => text.split(" ")).every((name) => name === "" || new RegExp(`\\b${name}\\b`).test(clue));
  return hasCells && (digits(typed) === "" || digits(JSON.stringify(values)).includes(digits(typed)));
}

const sameInHand = (a, b) => a !== null && b !== null && a.cells.every((name) => b.cells.includes(name)) && (a.typed === b.typed || digits(b.typed).includes(digits(a.typed)));

for (const seed of SEEDS) {
  test(`seed ${seed}`, { timeout: 120_000 }, async () => {
    const page = await opened.context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    const hand = setter(page);
    await hand.begin(served.address);
    const below = random(seed);
    const cell = () => [1 + below(9), 1 + below(9)];
    const near = ([row, column]) => [[row, column === 9 ? 8 : column + 1], [row === 9 ? 8 : row + 1, column]][below(2)];
    const stroke = () => {
      const first = cell();
      const second = near(first);
      return below(2) === 0 ? [first, second] : [first, second, near(second)];
    };
    const button = (name) => page.getByRole("button", { name, exact: true });
    // Afterwards the focus returns to the board, so that Enter does not press the button again.
    const press = async (name) => {
      if (!(await button(name).isEnabled())) return;
      await button(name).click();
      await page.locator("#board").focus();
    };
    const take = async () => {
      await page.locator("#tool-search").click();
      await page.keyboard.press("Control+A");
      await page.keyboard.type(TOOLS[below(TOOLS.length)]);
      await page.keyboard.press("Enter");
    };
    /** The actions, each with its weight and a flag that is true if it may discard the unfinished clue. */
    const actions = [
      ["take a tool", 4, take],
      ["draw", 9, () => hand.drag(...stroke())],
      ["click a cell", 3, () => hand.click(cell())],
      ["click a corner", 2, () => hand.click([4, 4], [5, 5])],
      ["click outside", 2, async () => hand.click([0, 1 + below(9)])],
      ["type", 7, () => page.keyboard.type(String(3 + below(14)))],
      ["Enter", 5, () => hand.press("Enter")],
      ["Shift+Enter", 1, () => hand.press("Shift+Enter")],
      ["Escape", 2, () => hand.press("Escape"), true],
      ["Delete", 1, () => hand.press("Delete"), true],
      ["Undo", 2, () => press("Undo"), true],
      ["Redo", 1, () => press("Redo")],
      [
        "pick and move",
        3,
        async () => {
          const at = cell();
          // Wait, because two quick clicks would be a double click.
          for (let i = 0; i < 2; i++) {
            await page.waitForTimeout(380);
            await hand.click(at);
          }
          await hand.press(["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"][below(4)]);
        },
      ],
      ["duplicate", 1, () => hand.press("Control+D")],
      [
        "copy and paste",
        1,
        async () => {
          await hand.press("Control+C");
          await hand.click(cell());
          await hand.press("Control+V");
        },
      ],
      [
        "reload",
        1,
        async () => {
          await page.reload();
          await hand.ready();
        },
      ],
      ["another mode", 1, () => page.getByRole("radio", { name: ["Given", "Corner", "Draw"][below(3)] }).click()],
      ["another tab", 1, () => page.getByRole("tab", { name: ["Puzzle", "Draw", "Candidates"][below(3)] }).click()],
    ];
    const bag = actions.flatMap((action) => Array.from({ length: action[1] }, () => action));
    const done = [];
    const seen = new Set();
    const discarded = new Set();
    let now = await look(page);
    for (let step = 0; step < STEPS; step++) {
      const hasTool = (await page.locator(".pad .accent").count()) > 0;
      const [name, , act, discards = false] = hasTool || below(4) === 0 ? bag[below(bag.length)] : actions[0];
      if (name === "take a tool" && (await page.locator("#tool-search").count()) === 0) await page.getByRole("tab", { name: "Draw" }).click();
      const before = await look(page);
      await act();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      now = await look(page);
      done.push(`${name}: ${JSON.stringify(now)}`);
      for (const clue of now.clues) seen.add(clue);
      if (name === "Undo") {
        for (const clue of before.clues) if (!now.clues.includes(clue)) discarded.add(clue);
        // Undo has removed the unfinished clue.
        if (before.inHand) {
          await press("Redo");
          now = await look(page);
          for (const clue of now.clues) seen.add(clue);
        }
      }
      if (before.inHand && (!discards || name === "Undo")) {
        const isKept = sameInHand(before.inHand, now.inHand) || now.clues.some((clue) => holds(clue, before.inHand));
        assert.ok(isKept, `seed ${seed}: ${JSON.stringify(before.inHand)} is lost after\n${done.join("\n")}`);
      }
    }
    // Undo everything. Clues that are no longer in the puzzle must be in the history.
    if (now.inHand) await hand.press("Escape");
    const found = new Set(now.clues);
    while (await button("Undo").isEnabled()) {
      await button("Undo").click();
      for (const clue of (await look(page)).clues) found.add(clue);
    }
    const lost = [...seen].filter((clue) => !found.has(clue) && !discarded.has(clue));
    assert.deepEqual(lost, [], `seed ${seed}:\n${done.join("\n")}`);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

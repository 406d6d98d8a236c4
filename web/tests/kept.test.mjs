// Tests that nothing a setter has drawn or typed is lost, regardless of the next action.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { beforeEachTest } from "./bench.mjs";

let page;
/** The setter's actions on a page with an empty grid. */
let hand;
beforeEachTest((fresh) => ({ page, hand } = fresh));

const undo = () => page.getByRole("button", { name: "Undo", exact: true }).click();
const redo = () => page.getByRole("button", { name: "Redo", exact: true }).click();
const cage = (cells, sum) => (sum === undefined ? cells : { cells, sum });

describe("a clue whose value is asked for", () => {
  test("is kept with its sum when the next one is drawn, and undo goes back step by step", async () => {
    await hand.take("killer cage");
    await hand.drag([5, 1], [5, 2]);
    await hand.type("8");
    await hand.drag([7, 1], [7, 2]);
    await hand.type("9");
    await hand.press("Enter");
    const [first, second] = [cage("R5C1 R5C2", 8), cage("R7C1 R7C2", 9)];
    assert.deepEqual(await hand.clues(), { "killer-cage": [first, second] });
    await hand.drawn("killer-cage", 2);
    await hand.press("Control+z");
    assert.deepEqual(await hand.clues(), { "killer-cage": first });
    await hand.press("Control+z");
    assert.equal(await hand.clues(), undefined);
    await hand.press("Control+y");
    await hand.press("Control+y");
    assert.deepEqual(await hand.clues(), { "killer-cage": [first, second] });
  });

  test("may be drawn as a shape first, with its sum later", async () => {
    await hand.take("killer cage");
    for (const row of [1, 3, 5]) await hand.drag([row, 1], [row, 2]);
    await hand.press("Enter");
    assert.deepEqual(await hand.clues(), { "killer-cage": ["R1C1 R1C2", "R3C1 R3C2", "R5C1 R5C2"] });
    await hand.click([3, 1]);
    await hand.type("7");
    await hand.click([5, 1]);
    await hand.type("12");
    await hand.press("Enter");
    assert.deepEqual(await hand.clues(), { "killer-cage": ["R1C1 R1C2", cage("R3C1 R3C2", 7), cage("R5C1 R5C2", 12)] });
  });

  const elsewhere = {
    "an empty cell": () => hand.click([9, 9]),
    "beside the board": () => page.mouse.click(5, 400),
    "a tab": () => page.getByRole("tab", { name: "Puzzle" }).click(),
    "another tool": () => page.locator(".tool-button").first().click(),
    "another mode": () => page.getByRole("radio", { name: "Corner" }).click(),
    "the title": () => page.locator("input.title").click(),
    "a digit of the pad": () => page.getByRole("button", { name: "Type 5" }).click(),
    "the list of drafts": () => page.getByRole("button", { name: "Drafts" }).click(),
  };
  for (const [name, click] of Object.entries(elsewhere)) {
    test(`is kept by a click on ${name}`, async () => {
      await hand.take("killer cage");
      await hand.drag([1, 1], [1, 2]);
      await hand.type("5");
      await click();
      assert.deepEqual(await hand.clues(), { "killer-cage": cage("R1C1 R1C2", 5) });
      assert.equal(await page.locator(".values").count(), 0);
    });
  }

  test("is discarded by Escape, and nothing else is", async () => {
    await hand.take("killer cage");
    await hand.drag([1, 1], [1, 2]);
    await hand.drag([3, 1], [3, 2]);
    await hand.type("5");
    await hand.press("Escape");
    await hand.press("Escape");
    assert.deepEqual(await hand.clues(), { "killer-cage": "R1C1 R1C2" });
  });

  test("is the change that Undo takes back, and Redo brings it", async () => {
    await hand.take("killer cage");
    await hand.drag([1, 1], [1, 2]);
    await hand.type("5");
    await hand.press("Enter");
    await hand.drag([3, 1], [3, 2]);
    await hand.type("6");
    await undo();
    assert.deepEqual(await hand.clues(), { "killer-cage": cage("R1C1 R1C2", 5) });
    await redo();
    assert.deepEqual(await hand.clues(), { "killer-cage": [cage("R1C1 R1C2", 5), cage("R3C1 R3C2", 6)] });
  });

  test("is kept in its own draft when another puzzle is opened", async () => {
    await hand.take("killer cage");
    await hand.drag([1, 1], [1, 2]);
    await hand.type("5");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Start with an empty grid" }).click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Drafts" }).click();
    await page.locator(".drafts .draft-title").last().click();
    assert.deepEqual(await hand.clues(), { "killer-cage": cage("R1C1 R1C2", 5) });
  });

  test("keeps a changed value when the setter goes on", async () => {
    await hand.take("killer cage");
    await hand.drag([1, 1], [1, 2]);
    await hand.type("5");
    await hand.press("Enter");
    await hand.click([1, 1]);
    await page.waitForSelector(".values");
    await hand.press("Control+A");
    await hand.type("7");
    await hand.drag([3, 1], [3, 2]);
    await hand.press("Escape");
    assert.deepEqual(await hand.clues(), { "killer-cage": cage("R1C1 R1C2", 7) });
  });

  test("without the value that it needs is left open", async () => {
    await hand.take("quadruple");
    await hand.click([1, 1], [2, 2]);
    await hand.click([4, 4], [5, 5]);
    await hand.type("12");
    await hand.press("Enter");
    assert.deepEqual(await hand.clues(), { quadruple: [{ cells: "R1C1", digits: "?" }, { cells: "R4C4", digits: [1, 2] }] });
    await hand.verdict("open");
    await hand.drawn("quadruple", 2);
  });
});

describe("a clue of several lists", () => {
  const start = async () => {
    await hand.take("clone");
    await hand.drag([1, 1], [1, 2]);
  };
  const unfinished = { clone: { cells: "R1C1 R1C2" } };

  test("is kept unfinished when another tool is taken", async () => {
    await start();
    await hand.take("thermometer");
    assert.deepEqual(await hand.clues(), unfinished);
  });

  test("is what Undo takes back and Redo brings", async () => {
    await start();
    await undo();
    assert.equal(await hand.clues(), undefined);
    await redo();
    assert.deepEqual(await hand.clues(), unfinished);
  });

  test("can be completed later", async () => {
    await start();
    await hand.take("thermometer");
    await hand.take("clone");
    await page.getByRole("button", { name: /Edit .*Clone/ }).click();
    await page.locator(".values summary").click();
    await page.locator(".values").getByLabel("Copy").fill("R5C5 R5C6");
    await hand.press("Enter");
    assert.deepEqual(await hand.clues(), { clone: { cells: "R1C1 R1C2", copy: "R5C5 R5C6" } });
  });
});

describe("Enter after a clue that needs no value", () => {
  const rules = {
    "an equality cage": ["equality cage", () => hand.drag([1, 1], [1, 2])],
    "a thermometer": ["thermometer", () => hand.drag([1, 1], [1, 2])],
    "an even cell": ["even", () => hand.click([4, 4])],
    "a white dot": ["white kropki", () => hand.click([3, 3], [3, 4])],
    "an arrow": ["arrow", () => hand.drag([5, 5], [5, 6])],
  };
  for (const [name, [tool, draw]] of Object.entries(rules)) {
    test(`adds nothing and takes nothing away: ${name}`, async () => {
      await hand.take(tool);
      await draw();
      const once = await hand.clues();
      assert.equal(Object.values(once).flat().length, 1);
      for (let i = 0; i < 3; i++) await hand.press("Enter");
      assert.deepEqual(await hand.clues(), once);
      assert.equal(await page.locator(".values").count(), 0);
    });
  }

  test("nor when it was drawn with the keyboard", async () => {
    await hand.take("equality cage");
    await page.locator("#board").focus();
    await hand.press("Shift+ArrowRight");
    for (let i = 0; i < 3; i++) await hand.press("Enter");
    assert.deepEqual(await hand.clues(), { "equality-cage": "R1C1 R1C2" });
  });
});

test("a second finger does not take the stroke from the first", async () => {
  await hand.take("thermometer");
  const [from, to, other] = await Promise.all([hand.middle(1, 1), hand.middle(1, 3), hand.middle(7, 7)]);
  await page.evaluate(([from, to, other]) => {
    const board = document.querySelector("svg.board-svg");
    board.setPointerCapture = () => {};
    const finger = (type, pointerId, [clientX, clientY]) => board.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY, pointerType: "touch", button: 0, bubbles: true, isPrimary: pointerId === 1 }));
    finger("pointerdown", 1, from);
    finger("pointermove", 1, to);
    finger("pointerdown", 2, other);
    finger("pointermove", 2, other);
    finger("pointerup", 2, other);
    finger("pointerup", 1, to);
  }, [from, to, other]);
  assert.deepEqual(await hand.clues(), { thermometer: "R1C1 R1C2 R1C3" });
});

describe("a text about the puzzle that is being typed", () => {
  const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const typeRules = async () => {
    await page.getByRole("tab", { name: "Puzzle" }).click();
    await page.getByLabel("Rules for solvers").click();
    await page.keyboard.type("Normal sudoku rules apply. ");
  };

  test("stays when a verdict arrives", async () => {
    await hand.paste(CLASSIC);
    await hand.verdict("unique");
    // The engine gets no messages about the next changes until the test lets them through.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      const held = [];
      Worker.prototype.postMessage = function (...message) {
        held.push(() => post.apply(this, message));
      };
      window.release = () => {
        Worker.prototype.postMessage = post;
        for (const send of held) send();
      };
    });
    await hand.click([1, 1]);
    await hand.press("Delete");
    await hand.press("5");
    await typeRules();
    await page.evaluate(() => window.release());
    await page.getByRole("button", { name: "Store the solution that was found" }).waitFor();
    await page.keyboard.type("Enjoy!");
    assert.equal(await page.getByLabel("Rules for solvers").inputValue(), "Normal sudoku rules apply. Enjoy!");
    await page.getByLabel("Author").click();
    assert.equal((await hand.puzzle()).rules, "Normal sudoku rules apply. Enjoy!");
  });

  test("is read when it is whole, and is one change", async () => {
    await page.getByRole("tab", { name: "Puzzle" }).click();
    await page.getByText("Letters, layers and formulas").click();
    await page.getByLabel("Layers: one extra unknown for each cell").click();
    await page.keyboard.type("water = 0-1");
    await page.getByLabel("Formulas").click();
    await page.keyboard.type("R1C1 < R1C2\nR2C1 < R2C2");
    await undo();
    assert.deepEqual(await hand.puzzle(), { size: 9, layers: { water: "0-1" } });
    await undo();
    assert.deepEqual(await hand.puzzle(), { size: 9 });
  });

  test("is kept when the page is closed, and when the setter undoes it", async () => {
    await typeRules();
    await page.reload();
    await hand.ready();
    assert.equal((await hand.puzzle()).rules, "Normal sudoku rules apply. ");
    await undo();
    assert.equal((await hand.puzzle()).rules, undefined);
    await redo();
    assert.equal((await hand.puzzle()).rules, "Normal sudoku rules apply. ");
  });

  test("is kept when the sheet that it stands in is closed", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    await page.locator("#publish-rules").fill("Be clever.");
    await hand.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal((await hand.puzzle()).rules, "Be clever.");
  });
});

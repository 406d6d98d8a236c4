// Tests drawn puzzles: the picture on the board, questions about it, answering and undoing answers, and links that
// preserve all of this.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { setter } from "./setter.mjs";
import { browser, site } from "./site.mjs";

let served;
let opened;
let page;
let user;
let complaints;

before(async () => {
  served = await site();
  opened = await browser();
});

after(async () => {
  await opened?.close();
  await served?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await opened.context.newPage();
  complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  user = setter(page);
  await user.begin(served.address);
});

const SOLUTION = "1234341221434321";
const BOXES = [0, 2].flatMap((row) => [0, 2].map((column) => [[row, column], [row, column + 1], [row + 1, column], [row + 1, column + 1]]));

/** Returns a 4x4 puzzle in SudokuPad's format, with one solution, four blank cells, and these drawings. */
function drawn(rules, lists = {}) {
  const cells = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => ([0, 1, 2, 4].includes(4 * row + column) ? {} : { value: SOLUTION[4 * row + column] })));
  return { cellSize: 50, metadata: { rules, title: "Drawn" }, cells, regions: BOXES, ...lists };
}

const line = (color, ...wayPoints) => ({ color, thickness: 10, wayPoints });
const green = line("#67f067", [0.5, 0.5], [1.5, 0.5]);
const orange = line("#f08000", [0.5, 0.5], [0.5, 2.5]);
const circle = { center: [2.5, 2.5], width: 0.7, height: 0.7, rounded: true, backgroundColor: "#ffffff", borderColor: "#000000" };

const paste = async (puzzle) => {
  await user.paste(JSON.stringify(puzzle));
  await page.waitForSelector(".questions, .readings");
};
const question = (name) => page.getByRole("group", { name, exact: true });
const answered = (quote) => page.locator(".reading", { hasText: quote }).waitFor();
const marked = () => page.locator(".highlight.open").count();
const parts = (texts) => (texts ?? []).map((text) => JSON.parse(text));

/** Asserts that two lists contain the same items in any order. */
const sameThings = (some, others) => {
  const sorted = (list) => list.map((item) => JSON.stringify(item)).sort();
  assert.deepEqual(sorted(some), sorted(others));
};

/** Returns an address of the page that contains the puzzle. */
async function link() {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const input = page.getByLabel("This page, for other setters");
  await page.waitForFunction(() => [...document.querySelectorAll(".link-row input")].some(({ value }) => value.includes("#p=")));
  const address = await input.inputValue();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  return address;
}

const fileIn = (address) => JSON.parse(inflateRawSync(Buffer.from(address.split("#p=")[1], "base64url")).toString());

describe("the picture", () => {
  test("lists are drawn in their order, below and above the clues", async () => {
    const arrow = { color: "#000000", thickness: 2, headLength: 0.3, wayPoints: [[3.5, 0.5], [3.5, 2.5]] };
    const box = { center: [1.5, 1.5], width: 1, height: 1, backgroundColor: "#cfcfcf" };
    const cage = { cells: [[2, 0], [2, 1]], value: "odd sum", outlineC: "#ff0000" };
    await paste(drawn("Normal sudoku rules apply.", { lines: [green, orange], arrows: [arrow], underlays: [box], overlays: [circle], cages: [cage] }));
    await page.waitForSelector('.picture [data-layer="drawn-over"]');
    const order = await page.$$eval('.picture [data-layer="drawn-under"] :is(rect, polyline)', (shapes) => shapes.map((shape) => shape.localName));
    assert.deepEqual(order, ["rect", "polyline", "polyline", "polyline", "polyline"]);
    assert.equal(await page.locator('.picture [data-layer="drawn-over"] path').getAttribute("stroke"), "#ff0000");
    assert.equal(await page.locator('.picture [data-layer="drawn-over"] text').textContent(), "odd sum");
    const layers = await page.$$eval(".picture > g", (groups) => groups.map((group) => group.dataset.layer));
    assert.ok(layers.indexOf("drawn-under") < layers.indexOf("grid") && layers.indexOf("grid") < layers.indexOf("drawn-over"));
  });

  test("a drawing that is read is drawn by its clue alone", async () => {
    await paste(drawn("Normal sudoku rules apply. Orange lines contain a set of consecutive digits in any order.", { lines: [orange] }));
    await user.drawn("renban");
    assert.equal(await page.locator('.picture [data-layer="drawn-under"] polyline').count(), 0);
  });

  test("hostile texts stay texts, and colours that are none are ignored", async () => {
    const text = "<img src=x onerror=\"document.title='hit'\"></text><script>document.title='hit'</script>";
    const hostile = [
      { ...circle, text, color: "url(javascript:alert(1))" },
      { ...circle, center: [1.5, 2.5], backgroundColor: 'red" onload="document.title=\'hit\'', borderColor: "url(#x)" },
      { center: [1e300, "x"], width: 1, height: 1, backgroundColor: "#000000" },
      { center: [0.5, 3.5], width: 0.5, height: 0.5, backgroundColor: "blau", borderColor: "#12" },
    ];
    await paste(drawn(`Normal sudoku rules apply. ${text}`, { overlays: hostile, lines: [line("expression(alert(1))", [0.5, 0.5], [0.5, 3.5]), line("#67f067")] }));
    await page.waitForSelector('.picture [data-layer="drawn-over"]');
    assert.equal(await page.locator('.picture [data-layer="drawn-over"] text').first().textContent(), text);
    assert.notEqual(await page.title(), "hit");
    assert.equal(await page.locator("main img, main script").count(), 0);
    const values = await page.$$eval(".picture *", (nodes) => nodes.flatMap((node) => [...node.attributes].map(({ name, value }) => `${name}=${value}`)));
    assert.deepEqual(values.filter((value) => /^on|url\(|blau|expression|#12$/.test(value)), []);
    assert.deepEqual(complaints, []);
  });
});

describe("questions", () => {
  test("each group is asked once, with three likely rules, and shown on the grid", async () => {
    await paste(drawn("Normal sudoku rules apply.", { lines: [green, line("#67f067", [3.5, 1.5], [3.5, 3.5]), orange] }));
    await user.verdict("unchecked");
    const asked = question("Green line × 2");
    assert.equal(await asked.locator(".answers .button").count(), 4);
    assert.equal(await asked.locator(".answers .button").last().innerText(), "No rule");
    await page.mouse.move(2, 2);
    assert.equal(await marked(), 0);
    await asked.hover();
    assert.equal(await marked(), 5);
    await page.mouse.move(2, 2);
    assert.equal(await marked(), 0);
    await asked.locator(".answers .button").nth(1).focus();
    assert.equal(await marked(), 5);
    await page.locator("#board").focus();
    assert.equal(await marked(), 0);
    await asked.locator(".question-name").click();
    await page.mouse.move(2, 2);
    assert.equal(await marked(), 5, "a tap keeps it");
  });

  test("an answer becomes clues, is listed, and can be undone", async () => {
    await paste(drawn("Normal sudoku rules apply.", { lines: [green, orange] }));
    await question("Green line").getByRole("button", { name: "German whisper line", exact: true }).click();
    await answered("Green line");
    assert.deepEqual(Object.keys(await user.clues()), ["german-whisper"]);
    assert.equal(await question("Green line").count(), 0);
    await page.reload();
    await page.locator(".reading", { hasText: "German whisper line" }).waitFor();
    await question("Orange line").getByRole("button", { name: "No rule" }).click();
    await answered("Orange line");
    assert.equal((await user.puzzle()).unread?.filter(({ kind }) => kind !== "doubt").length ?? 0, 0);
    await page.getByRole("button", { name: "Undo this reading: green line" }).click();
    await question("Green line").waitFor();
    assert.equal(await user.clues(), undefined);
    await page.getByRole("button", { name: "Undo this reading: orange line" }).click();
    await question("Orange line").waitFor();
    assert.equal(await page.locator(".reading").count(), 0);
    assert.deepEqual(complaints, []);
  });

  test("the last answer leads to a verdict, and Ctrl+Z takes it back as well", async () => {
    await paste(drawn("Normal sudoku rules apply.", { lines: [orange] }));
    await question("Orange line").locator("input").fill("renban");
    await question("Orange line").locator(".found, .answers").getByRole("button", { name: "Renban line", exact: true }).click();
    await user.verdict("unique");
    await page.locator("#board").focus();
    await page.keyboard.press("Control+z");
    await question("Orange line").waitFor();
    await user.verdict("unchecked");
  });

  test("an answer that does not fit changes nothing and says so", async () => {
    const puzzle = drawn("Normal sudoku rules apply.", { lines: [orange] });
    puzzle.metadata.solution = SOLUTION;
    puzzle.metadata.rules = "Normal sudoku rules apply. Every digit is a friend of its box.";
    puzzle.cells[2][0] = {};
    puzzle.cells[3][0] = {};
    puzzle.cells[2][2] = {};
    puzzle.cells[3][2] = {};
    await paste(puzzle);
    const before = await user.puzzle();
    await question("Orange line").locator("input").fill("palindrome");
    await question("Orange line").locator(".found, .answers").getByRole("button", { name: "Palindrome", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "cannot be read as Palindrome" }).waitFor();
    assert.deepEqual(await user.puzzle(), before);
  });

  test("a sentence can be no rule, or one of the whole grid", async () => {
    const sentence = "Cells of one colour in different boxes are never alike";
    await paste(drawn(`Normal sudoku rules apply. ${sentence}.`));
    await user.verdict("unchecked");
    const asked = question(sentence);
    await asked.locator("input").fill("disjoint");
    await asked.locator(".found, .answers").getByRole("button", { name: "Disjoint groups", exact: true }).click();
    await user.verdict("unique");
    assert.deepEqual(Object.keys(await user.clues()), ["disjoint-groups"]);
    await page.getByRole("button", { name: `Undo this reading: ${sentence}` }).click();
    await asked.getByRole("button", { name: "No rule" }).click();
    await user.verdict("unique");
    assert.equal(await user.clues(), undefined);
  });

  test("answers leave alone what was drawn in between", async () => {
    await paste(drawn("Normal sudoku rules apply.", { lines: [green, orange] }));
    await user.take("thermometer");
    await user.drag([4, 1], [4, 2]);
    await page.getByRole("tab", { name: /^Puzzle/ }).click();
    await question("Green line").getByRole("button", { name: "No rule" }).click();
    await answered("Green line");
    assert.deepEqual(await user.clues(), { thermometer: "R4C1 R4C2" });
  });
});

describe("a shared link", () => {
  const text = { center: [3.5, 3.5], text: "<b>hello</b>", fontSize: 20 };

  test("keeps every element, sentence and answer of a SudokuPad puzzle", async () => {
    const lists = { lines: [green, green, orange], underlays: [{ ...circle, center: [1.5, 1.5] }], overlays: [circle, text] };
    await paste(drawn("Normal sudoku rules apply. Once there was a fox.", lists));
    await question("Orange line").getByRole("button", { name: "No rule" }).click();
    await answered("Orange line");
    const file = fileIn(await link());
    const source = Object.entries(lists).flatMap(([layer, items]) => items.map((item) => ({ layer, item })));
    sameThings(parts(file.elements).map(({ layer, item }) => ({ layer, item })), source);
    assert.deepEqual(parts(file.sentences).map(({ text }) => text), ["Normal sudoku rules apply", "Once there was a fox"]);
    assert.deepEqual(JSON.parse(file.import).answers, ["orange line = decoration"]);
    await reopened(file);
  });

  test("keeps every element, sentence and answer of an f-puzzles puzzle", async () => {
    const grid = [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => ([0, 1, 2, 4].includes(4 * row + column) ? {} : { value: Number(SOLUTION[4 * row + column]), given: true })));
    const items = {
      line: [{ lines: [["R1C1", "R1C2", "R1C3"]], outlineC: "#f08000", width: 0.2 }],
      circle: [{ cells: ["R3C3"], baseC: "#ffffff", outlineC: "#000000", width: 0.7, height: 0.7 }, { cells: ["R3C3"], baseC: "#ffffff", outlineC: "#000000", width: 0.7, height: 0.7 }],
      rectangle: [{ cells: ["R4C4"], baseC: "#ff0000", outlineC: "#000000", width: 0.5, height: 0.5 }],
      text: [{ cells: ["R2C3"], value: "<i>a</i>", fontC: "#000000", size: 0.5 }],
    };
    await paste({ size: 4, grid, ruleset: "Normal sudoku rules apply. Once there was a fox.", ...items });
    const before = await user.puzzle();
    const counts = parts(before.elements).map(({ layer }) => layer).sort();
    assert.deepEqual(counts, ["lines", "overlays", "overlays", "overlays", "overlays"]);
    await question("Orange line").getByRole("button", { name: "No rule" }).click();
    await answered("Orange line");
    const file = fileIn(await link());
    const items_ = (texts) => parts(texts).map(({ layer, item }) => ({ layer, item }));
    sameThings(items_(file.elements), items_(before.elements));
    assert.ok(items_(file.elements).some(({ item }) => item.text === "<i>a</i>"));
    assert.deepEqual(parts(file.sentences).length, 2);
    await reopened(file);
  });

  /** Opens the link on a separate page. Checks that it has the same puzzle with the same questions and readings. */
  async function reopened(file) {
    const address = await link();
    const listed = await page.locator(".reading").allInnerTexts();
    const asked = await page.locator(".question").count();
    const other = await opened.context.newPage();
    await other.goto(address);
    await other.waitForSelector(".readings");
    await other.waitForFunction(() => localStorage.getItem("cluewright.desk") !== null);
    assert.deepEqual(await other.locator(".reading").allInnerTexts(), listed);
    assert.equal(await other.locator(".question").count(), asked);
    const kept = await setter(other).puzzle();
    assert.deepEqual(kept.elements, file.elements);
    assert.deepEqual(kept.import, file.import);
    await other.getByRole("button", { name: "Undo this reading: orange line" }).click();
    await other.getByRole("group", { name: "Orange line", exact: true }).waitFor();
    await other.close();
  }
});

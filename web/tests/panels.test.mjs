// Tests the tabs Why and Blame and the dialog Share. `CLUEWRIGHT_PAGE` is the address of a running page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";
import { read } from "../study/reader.mjs";
import { axe } from "./axe.mjs";
import { browser, site } from "./site.mjs";

const text = (name) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

let served;
let opened;
let page;

before(async () => {
  served = process.env.CLUEWRIGHT_PAGE ? { address: process.env.CLUEWRIGHT_PAGE, close: async () => {} } : await site();
  opened = await browser();
});

after(async () => {
  await opened?.close();
  await served?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await opened.context.newPage();
  await page.addInitScript(() => localStorage.clear());
  await page.goto(served.address);
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector(".verdict:not([data-verdict=looking])", { timeout: 30_000 });
});

/**
 * Pastes a puzzle and waits until it is on the desk. Waiting for the verdict is not enough, because the empty grid also
 * has the verdict "several".
 */
const paste = async (text) => {
  const before = await page.evaluate(() => localStorage.getItem("cluewright.desk"));
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, text);
  await page.waitForFunction((before) => localStorage.getItem("cluewright.desk") !== before, before);
};
const tellAs = (name) => page.locator(".why .choice label").filter({ hasText: name }).click();
const givens = () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle.grid?.join("").replace(/\D/g, "").length ?? 0);
const verdict = (wanted) => page.waitForSelector(`[data-verdict=${wanted}]`, { timeout: 30_000 });

/** Holds all questions back, so that the engine gets them only when the page calls `release`. */
const holdQuestions = () =>
  page.evaluate(() => {
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

/** Types a given, and undoes it before the engine can answer. */
async function changeMind() {
  await holdQuestions();
  await page.locator("#cell-R1C3").click();
  await page.keyboard.press("3");
  await page.waitForSelector(".panel .spinner");
  await page.keyboard.press("Control+z");
  await page.evaluate(() => window.release());
}

test("a story or a diagnosis comes back if an edit is undone before its answer arrives", async () => {
  await paste("12.4341.2143.321");
  await verdict("unique");
  for (const tab of ["why", "blame"]) {
    await page.click(`#tab-${tab}`);
    await page.waitForFunction((tab) => document.querySelector(`.${tab}`) && !document.querySelector(".panel .spinner"), tab, { timeout: 60_000 });
    const before = await page.innerText(`.${tab}`);
    await changeMind();
    await page.waitForFunction(() => !document.querySelector(".panel .spinner"), null, { timeout: 20_000 });
    assert.equal(await page.innerText(`.${tab}`), before);
  }
});

test("a hint about an earlier grid is dropped", async () => {
  await paste("12.4341.2143.321");
  await verdict("unique");
  await page.click("#tab-why");
  await page.waitForFunction(() => !document.querySelector(".panel .spinner"), null, { timeout: 60_000 });
  await holdQuestions();
  await page.getByRole("button", { name: "Where", exact: true }).click();
  await page.getByRole("radio", { name: "Digit", exact: true }).click();
  await page.locator("#cell-R1C3").click();
  await page.keyboard.press("3");
  await page.evaluate(() => window.release());
  await page.waitForTimeout(1000);
  assert.equal(await page.innerText(".hint-text"), "");
});

test("the story ends with the solved grid, and goes back to the givens", async () => {
  const found = await read(page, await text("corpus/seeds/mentats-diversion.toml"));
  assert.equal(found.verdict, "unique");
  assert.ok(found.rating > 2);
  assert.match(found.solved, /^Solved/);
  assert.equal(found.digits, 81);
  await page.click("#tab-why");
  await tellAs("Every step");
  await page.getByRole("button", { name: "To the start" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".highlights .candidate.sole").length === 0);
  await page.getByRole("button", { name: "One step forward" }).click();
  assert.match(await page.innerText(".why .sentence"), new RegExp(`^Step 2 of ${found.sentences.length}`));
  await page.getByRole("button", { name: "Break-in", exact: true }).click();
  assert.ok((await page.locator(".highlights .highlight").count()) > 0);
  assert.equal(await page.locator('.why .steps li[aria-current="step"] .badge').innerText(), "Break-in");
});

test("a sentence of the story shows its steps, and the break-in is a click away", async () => {
  await paste(await text("corpus/seeds/mentats-diversion.toml"));
  await verdict("unique");
  await page.click("#tab-why");
  const sentences = page.locator(".telling button");
  await sentences.first().waitFor({ timeout: 60_000 });
  const current = page.locator('.telling button[aria-current="step"]');
  const step = async () => Number(await page.locator(".why .track input").inputValue());
  assert.equal(await current.innerText(), await sentences.first().innerText());

  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], colorScheme);
  }

  const middle = Math.floor((await sentences.count()) / 2);
  await sentences.nth(middle).click();
  assert.equal(await current.innerText(), await sentences.nth(middle).innerText());
  const before = await step();
  assert.ok(before > 0);
  assert.ok((await page.locator(".highlights .highlight").count()) > 0);
  await page.getByRole("button", { name: "One sentence forward" }).click();
  assert.equal(await current.innerText(), await sentences.nth(middle + 1).innerText());
  assert.ok((await step()) >= before);

  await page.getByRole("button", { name: "Break-in", exact: true }).click();
  assert.match(await current.innerText(), /break-in/i);
  assert.equal(await page.locator(".telling button.turn[aria-current]").count(), 1);
  const there = await step();
  await tellAs("Every step");
  assert.equal(await step(), there);
  assert.equal(await page.locator('.why .steps li[aria-current="step"] .badge').innerText(), "Break-in");

  await tellAs("Story");
  await page.getByRole("button", { name: "To the end" }).click();
  assert.equal(await current.count(), 0);
  const given = await givens();
  await page.waitForFunction((given) => document.querySelectorAll(".highlights .candidate.sole").length + given === 81, given);
});

test("a clue that holds others is named, shown where it stands, and can be taken away", async () => {
  await paste('size = 4\n[clues]\nany-of = { thermometer = "R1C1-R1C3", all-of = { odd = "R2C1", even = "R2C2" } }\n');
  await verdict("several");
  await page.click("#tab-draw");
  const clue = page.locator(".clue-list li");
  assert.match(await clue.innerText(), /Thermometer R1C1-R1C3 or \(Odd.* R2C1 and Even.* R2C2\)/);
  await clue.hover();
  assert.equal(await page.locator(".stroke rect").count(), 5);
  await clue.getByRole("button", { name: /^Remove/ }).click();
  assert.equal(await clue.count(), 0);
});

test("clues are combined, nested and taken apart", async () => {
  await paste('size = 4\n[clues]\nthermometer = "R1C1-R1C3"\nodd = ["R2C1", "R4C4"]\neven = "R2C2"\n');
  await verdict("several");
  await page.click("#tab-draw");
  const clues = () => page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle.clues);
  const combine = async (chosen, how) => {
    await page.getByRole("button", { name: "Combine" }).click();
    for (const name of chosen) await page.getByRole("checkbox", { name }).check();
    await page.getByRole("button", { name: how, exact: true }).click();
  };
  const before = await clues();
  await combine([/Odd.*R2C1/, /Even/], "all of");
  await combine([/Thermometer/, /all of/], "either … or");
  assert.deepEqual(await clues(), { odd: "R4C4", "any-of": { thermometer: "R1C1-R1C3", "all-of": { odd: "R2C1", even: "R2C2" } } });
  await verdict("several");
  await page.getByRole("button", { name: "Split" }).click();
  await page.getByRole("button", { name: "Split" }).click();
  const after = await clues();
  assert.deepEqual({ ...after, odd: [...after.odd].sort() }, { ...before, odd: [...before.odd].sort() });
});

test("the sum of a cage hides no candidate", async () => {
  await paste('size = 4\n[clues]\nkiller-cage = "5: R1C1 R1C2"\n');
  await verdict("several");
  await page.waitForSelector(".candidate.low");
  const [sum, highest] = await page.evaluate(() => [
    document.querySelector('.picture text[text-anchor="start"]').getBoundingClientRect(),
    [...document.querySelectorAll(".candidate.low")].map((node) => node.getBoundingClientRect()).sort((a, b) => a.top - b.top)[0],
  ]);
  assert.ok(highest.top + highest.height / 2 > sum.bottom - 3, `${highest.top} ${sum.bottom}`);
});

test("an empty grid offers examples", async () => {
  assert.equal(await page.locator(".candidate").count(), 0);
  await page.locator(".beginning").getByRole("button", { name: "Spoons" }).click();
  await verdict("unique");
  assert.equal(await page.locator(".beginning").count(), 0);
});

test("hints come in three strengths, from the digits that are typed", async () => {
  await paste(await text("corpus/seeds/miracle.toml"));
  await verdict("unique");
  await page.click("#tab-why");
  const said = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForFunction(() => /\w/.test(document.querySelector(".hint-text").textContent) && !/^Looking/.test(document.querySelector(".hint-text").textContent), null, { timeout: 60_000 });
    return page.innerText(".hint-text");
  };
  const where = await said("Where");
  assert.match(where, /^Look at /);
  const technique = await said("Technique");
  assert.ok(technique.endsWith(where.replace("Look", "look")), technique);
  assert.match(await said("Whole step"), /\d\.\d .*R\d+C\d+/);
});

test("a hint is near the digit that was typed last", async () => {
  await paste(await text("corpus/variants/killer-cage.toml"));
  await verdict("unique");
  const type = async (cell, digit) => {
    await page.getByRole("radio", { name: "Digit", exact: true }).click();
    await page.locator(`#cell-${cell}`).click();
    await page.keyboard.press(digit);
  };
  const hint = async () => {
    await page.click("#tab-why");
    await page.getByRole("button", { name: "Where", exact: true }).click();
    await page.waitForFunction(() => /look at/i.test(document.querySelector(".hint-text").textContent), null, { timeout: 60_000 });
    return page.innerText(".hint-text");
  };
  await type("R9C9", "8");
  await type("R6C1", "1");
  assert.equal(await hint(), "Look at the 14 cage at R7C1");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => !document.querySelector(".hint-text").textContent);
  assert.equal(await hint(), "Look at the 14 cage at R7C5");
});

test("a conflict is shown in red, and its repair is a button", async () => {
  await paste(await text("tests/cli/typo.toml"));
  await verdict("none");
  await page.click("#tab-blame");
  await page.waitForSelector(".blame h3", { timeout: 60_000 });
  assert.match(await page.innerText(".blame h3 >> nth=0"), /No solution: these \d+ clues contradict each other/);
  assert.ok((await page.locator(".highlights .highlight.blame").count()) > 5);
  await page.getByRole("button", { name: /^Apply: The 19 cage at R1C4 becomes the 18 cage/ }).click();
  await verdict("unique");
  await page.keyboard.press("Control+z");
  await verdict("none");
});

test("open cells are shown, and a given that settles them is a button", async () => {
  await paste("12.4341.2143....");
  await verdict("several").catch(() => verdict("unique"));
  await paste("12..34..21..43..");
  await verdict("several");
  await page.click("#tab-blame");
  await page.waitForSelector(".blame h3", { timeout: 60_000 });
  assert.ok((await page.locator(".highlights .highlight.undetermined").count()) > 1);
  await page.getByRole("button", { name: /^Apply: Give / }).first().click();
  await page.waitForFunction(() => document.querySelector(".verdict").dataset.verdict === "unique", null, { timeout: 30_000 });
});

test("a proposal that is applied late does not revert an edit", async () => {
  await paste("12..34..21..43..");
  await page.click("#tab-blame");
  const proposal = page.getByRole("button", { name: /^Apply: Give / }).first();
  await proposal.waitFor({ timeout: 60_000 });
  await holdQuestions();
  await proposal.click();
  await page.fill("input.title", "Mine");
  await page.keyboard.press("Enter");
  await page.evaluate(() => window.release());
  await page.getByText("the proposal was not applied").waitFor();
  const { puzzle } = await page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document);
  assert.deepEqual([puzzle.title, await givens()], ["Mine", 8]);
});

test("redundant clues are removed by their buttons", async () => {
  await paste("12.4341.2143.321");
  await verdict("unique");
  await page.click("#tab-blame");
  await page.waitForSelector(".blame .proposals .apply", { timeout: 60_000 });
  const before = await page.locator(".blame .proposals .apply").count();
  await page.locator(".blame .proposals .apply").first().click();
  await verdict("unique");
  await page.waitForFunction((before) => document.querySelectorAll(".blame .proposals .apply").length < before, before, { timeout: 60_000 });
});

test("a clue that makes the puzzle unique is found, and carried out", async () => {
  await paste('size = 4\ngrid = ["12..", "34..", "....", "...."]\n[clues]\nblack-dot = "R3C1 R4C1"\n');
  await verdict("several");
  await page.click("#tab-improve");
  await page.getByRole("button", { name: "Look for clues" }).click();
  const first = page.locator(".assist .proposals li").first();
  await first.waitFor({ timeout: 60_000 });
  assert.match(await first.innerText(), /R\dC\d/);
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axe(page), [], colorScheme);
  }
  await first.getByRole("button", { name: /^Apply: / }).click();
  await verdict("unique");
});

test("a unique puzzle is made easier, and loses what it does not need", async () => {
  await paste(await text("corpus/variants/skyscraper.toml"));
  await verdict("unique");
  await page.click("#tab-improve");
  await page.getByRole("button", { name: "Easier by 0.5" }).click();
  await page.locator(".assist .proposals li").first().waitFor({ timeout: 60_000 });
  assert.match(await page.innerText(".assist"), /shift its rating from 2\.7/);

  await paste("12.4341.2143.321");
  await verdict("unique");
  await page.getByRole("button", { name: "Find redundant clues" }).click();
  await page.locator(".assist").getByText(/clues can be removed together/).waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /^Use it: redundant clues/ }).click();
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle.grid.join("").replace(/\D/g, "").length < 8);
  await verdict("unique");
});

test("open values are drawn as ?, and filled so that the puzzle is unique", async () => {
  await paste('{ "size": 4, "grid": ["1...", "....", "....", "...4"], "clues": { "killer-cage": ["?: R1C2 R1C3", "?: R2C1 R3C1", "?: R2C3 R2C4", "?: R4C1 R4C2"] } }');
  await verdict("open");
  await page.waitForFunction(() => [...document.querySelectorAll(".picture text")].filter(({ textContent }) => textContent === "?").length === 4);
  await page.click("#tab-improve");
  await page.getByRole("button", { name: "Fill in" }).click();
  await page.getByRole("button", { name: "Use it: Filling 1" }).click({ timeout: 60_000 });
  await verdict("unique");
  await page.keyboard.press("Control+z");
  await verdict("open");
});

test("a new puzzle of a rule is made", async () => {
  await page.click("#tab-improve");
  await page.locator(".assist details select").selectOption("thermometer");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByRole("button", { name: "Use it: a generated puzzle" }).click({ timeout: 60_000 });
  await verdict("unique");
  assert.ok((await page.evaluate(() => JSON.parse(localStorage.getItem("cluewright.desk")).document.puzzle.clues.thermometer.length)) > 1);
});

test("what is taken away opens again", async () => {
  await paste(await text("corpus/seeds/miracle.toml"));
  await verdict("unique");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = (label) => page.getByLabel(label, { exact: true });
  await page.waitForFunction(() => [...document.querySelectorAll(".link-row input")].every(({ value }) => value !== "") , null, { timeout: 30_000 });
  const address = await link("This page, for other setters").inputValue();
  assert.match(await link("SudokuPad").inputValue(), /^https:\/\/sudokupad\.app\//);
  assert.match(await link("f-puzzles").inputValue(), /^https:\/\/f-puzzles\.com\/\?load=/);
  assert.match(await link("Interactive Sudoku Solver").inputValue(), /^https:\/\/sigh\.github\.io\//);

  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  assert.match((await saved("SVG")).toString(), /^<svg/);
  assert.equal((await saved("PNG")).toString("latin1", 1, 4), "PNG");
  assert.match((await saved("Puzzle file")).toString(), /anti-knight = true/);
  assert.equal(JSON.parse(await saved("Grade as JSON")).verdict, "unique");

  await page.close();
  page = await opened.context.newPage();
  await page.goto(address);
  await verdict("unique");
});

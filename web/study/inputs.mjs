// Counts the inputs that a setter needs to draw one clue for each of twenty rules: choosing the tool (from the tiles or
// by its name), presses and drags of the pointer, and keys. Choosing the tool counts as one input.
//
//   node study/inputs.mjs
import { setter } from "../tests/setter.mjs";
import { browser, site } from "../tests/site.mjs";

const LINE = [[5, 5], [4, 5], [3, 6], [3, 7]];
const CELLS = [[2, 2], [2, 3], [3, 2]];
const EDGE = [[4, 4], [4, 5]];
const CORNER = [[4, 4], [5, 5]];
const drag = (cells, keys = "") => ({ drag: cells, keys });
const click = (cells, keys = "") => ({ click: cells, keys });
const RULES = {
  "killer-cage": drag(CELLS, "12\n"),
  "thermometer": drag(LINE),
  "white-dot": click(EDGE),
  "black-dot": click(EDGE),
  "x": click(EDGE),
  "v": click(EDGE),
  "arrow": drag(LINE),
  "german-whisper": drag(LINE),
  "renban": drag(LINE),
  "palindrome": drag(LINE),
  "region-sum-line": drag(LINE),
  "between-line": drag(LINE),
  "quadruple": click(CORNER, "12\n"),
  "little-killer": click([[0, 3]], "17\n"),
  "sandwich": click([[0, 5]], "8\n"),
  "x-sum": click([[0, 4]], "20\n"),
  "skyscraper": click([[3, 0]], "4\n"),
  "even": click([[6, 6]]),
  "odd": click([[6, 6]]),
  "anti-knight": null,
};

const served = await site();
const { context, close } = await browser();
const page = await context.newPage();
const hand = setter(page);
await hand.begin(served.address);
console.log("| rule | the tool | pointer | keys | all |\n| --- | --- | ---: | ---: | ---: |");
for (const [rule, clue] of Object.entries(RULES)) {
  const before = JSON.stringify(await hand.clues());
  const title = rule.replaceAll("-", " ");
  const tile = page.locator(".tool-button", { hasText: new RegExp(title.split(" ")[0], "i") }).first();
  const isTile = await tile.isVisible();
  await hand.take(title);
  let [pointer, keys] = [0, 0];
  if (clue) {
    await (clue.drag ? hand.drag(...clue.drag) : hand.click(...clue.click));
    pointer = 1;
    if (clue.keys !== "") await page.locator(".values").waitFor();
    for (const key of clue.keys) await page.keyboard.press(key === "\n" ? "Enter" : key);
    keys = clue.keys.length;
  }
  await page.waitForFunction((before) => JSON.stringify(JSON.parse(localStorage.getItem("cluewright.desk"))?.document.puzzle.clues) !== before, before, { timeout: 5000 });
  if (clue) await hand.press("Escape");
  console.log(`| ${rule} | ${isTile ? "a tile" : "its name"} | ${pointer} | ${keys} | ${1 + pointer + keys} |`);
}
await close();
await served.close();

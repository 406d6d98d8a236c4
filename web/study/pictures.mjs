// Creates the pictures of README.md and docs/PAGE.md. Look at each picture before committing it.
//
//   node study/pictures.mjs [page,page-setting,page-publishing,solve]
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { cells } from "../tests/drawer.mjs";
import { setter } from "../tests/setter.mjs";
import { browser, site } from "../tests/site.mjs";

const wanted = process.argv[2]?.split(",");
const seed = (name) => readFile(new URL(`../../corpus/seeds/${name}.toml`, import.meta.url), "utf8");
const PUBLIC = "https://cluewright.github.io/cluewright/";

const served = await site();

async function picture(name, height, text, key, show) {
  if (wanted && !wanted.includes(name)) return;
  const { context, close } = await browser({ viewport: { width: 1280, height }, serviceWorkers: "block" });
  const page = await context.newPage();
  // The links in the picture should lead to the public page.
  await context.route(`${PUBLIC}**`, async (route) => route.fulfill({ response: await route.fetch({ url: route.request().url().replace(PUBLIC, served.address) }) }));
  await page.goto(`${PUBLIC}#${key}=${deflateRawSync(text).toString("base64url")}`);
  const hand = setter(page);
  if (key === "p") await hand.verdict("unique");
  await page.waitForSelector(".picture *");
  await show(page, hand);
  await page.waitForTimeout(800);
  await page.screenshot({ path: fileURLToPath(new URL(`../../docs/${name}.png`, import.meta.url)) });
  await close();
}

const again = (page) => page.waitForTimeout(380);

/** Returns a puzzle as SudokuPad stores it: a picture, and rules in words. */
async function drawn() {
  const text = await readFile(new URL("../../corpus/generated/german-whisper-and-renban.toml", import.meta.url), "utf8");
  const grid = [.../grid = """(.*?)"""/s.exec(text)[1].replace(/[^\d.]/g, "")];
  const nine = (make) => Array.from({ length: 9 }, (_, i) => make(i));
  const linesOf = (rule, color) => JSON.parse(new RegExp(`^${rule} = (.*)$`, "m").exec(text)[1]).map((line) => ({ color, thickness: 10, wayPoints: cells(line).map(([row, column]) => [row - 0.5, column - 0.5]) }));
  return JSON.stringify({
    cellSize: 50,
    metadata: {
      title: "Green and purple",
      author: "Cluewright",
      rules: "Normal sudoku rules apply. Neighbouring digits along a green line differ by at least 5. Digits on a purple line are consecutive digits in any order.",
      solution: /solution = "(\d+)"/.exec(text)[1],
    },
    cells: nine((row) => nine((column) => (grid[9 * row + column] === "." ? {} : { value: grid[9 * row + column] }))),
    regions: nine((box) => nine((i) => [3 * Math.floor(box / 3) + Math.floor(i / 3), 3 * (box % 3) + (i % 3)])),
    lines: [...linesOf("german-whisper", "#67f067"), ...linesOf("renban", "#f067f0")],
  });
}

await picture("page", 800, await drawn(), "p", (page) => page.waitForSelector(".readings"));

await picture("page-setting", 800, await seed("mentats-diversion"), "p", async (page, hand) => {
  await hand.take("drawn line");
  await hand.drag([1, 1], [1, 2], [2, 3]);
  await hand.take("cell colour");
  await hand.drag([5, 4], [5, 6]);
  for (let i = 0; i < 3; i++) await hand.press("Escape");
  await hand.press("z");
  for (let i = 0; i < 2; i++) {
    await again(page);
    await hand.click([4, 1]);
  }
});

await picture("page-publishing", 800, await seed("mentats-diversion"), "p", async (page) => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll(".link-row").length > 3 && ![...document.querySelectorAll(".left-out")].some(({ textContent }) => /Making/.test(textContent)));
});

await picture("solve", 860, await seed("spoons"), "s", async (page, hand) => {
  const type = async (cell, ...keys) => {
    await again(page);
    await hand.click(cell);
    for (const key of keys) await hand.press(key);
  };
  await type([1, 1], "2");
  await type([1, 2], "3");
  await type([1, 3], "1");
  await type([2, 1], "8");
  await type([3, 1], "3");
  await type([9, 8], "9");
  await type([9, 9], "9");
  await type([5, 5], "Shift+Digit1", "Shift+Digit2");
  await type([5, 6], "Control+Digit4", "Control+Digit5");
  await type([6, 6], "Control+Shift+Digit2", "Control+Shift+Digit7");
  await type([6, 7], "Control+Shift+Digit5");
  await page.getByRole("radio", { name: "Pen" }).click();
  await hand.drag([7, 1], [7, 2], [7, 3], [8, 4], [9, 4]);
  await hand.press("2");
  await hand.drag([3.5, 5.5], [3.5, 7.5], [5.5, 7.5]);
  await hand.click([8, 7]);
  await hand.click([7, 7]);
  await hand.click([7, 7]);
  await hand.press("z");
  await hand.click([4, 4]);
  await page.waitForSelector(".conflicts rect");
});

await served.close();

// Opens puzzles in headless Chromium, and compares the results on the page with those of the command.
//
//   node study/study.mjs [--first N] [--file ctc_rated_dev.jsonl] [--no-story]
//
// The puzzles are those of a file in the folder CLUEWRIGHT_DATA, or otherwise twenty puzzles of corpus/. The
// command is CLUEWRIGHT_COMMAND, or the first one found in target/release and target/debug. Without a command, the
// page is only compared with the verdicts that are recorded in corpus/.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { browser, site } from "../tests/site.mjs";
import { ours, theirs } from "./puzzles.mjs";
import { read } from "./reader.mjs";

const { values } = parseArgs({ options: { first: { type: "string" }, file: { type: "string", default: "ctc_rated_dev.jsonl" }, "no-story": { type: "boolean" } } });
const data = process.env.CLUEWRIGHT_DATA;
const all = data ? await theirs(data, values.file) : await ours();
const puzzles = all.slice(0, Number(values.first ?? all.length));
const built = ["release", "debug"].map((profile) => fileURLToPath(new URL(`../../target/${profile}/cluewright`, import.meta.url)));
const command = process.env.CLUEWRIGHT_COMMAND ?? built.find(existsSync);
const run = promisify(execFile);

/** Returns the answer of the command as JSON. */
async function told(text) {
  const asked = run(command, ["grade", "--explain", "all", "--json", "--quiet", "-"], { maxBuffer: 1 << 28 });
  asked.child.stdin.end(text);
  const { stdout } = await asked.catch((failed) => failed);
  return JSON.parse(stdout);
}

const served = await site();
const { context, close } = await browser();
let page;
const fresh = async () => {
  await page?.close();
  page = await context.newPage();
  const begin = Date.now();
  await page.goto(served.address);
  await page.waitForSelector("[data-ready]");
  await page.waitForSelector(".verdict:not([data-verdict=looking])", { timeout: 60_000 });
  return Date.now() - begin;
};
console.log(`first verdict ${await fresh()} ms after navigation`);

// Grading some puzzles takes minutes, also on the command line.
const patience = data ? 60_000 : 5_000;
const differences = [];
const unfinished = [];
const times = { verdict: [], candidates: [], story: [], slowest: [] };
for (const { id, text, ...expected } of puzzles) {
  const differ = (what, page, other) => {
    differences.push(id);
    console.log(`${id}: ${what} ${JSON.stringify(page)} on the page, ${JSON.stringify(other)} ${command ? "by the command" : "in the corpus"}`);
  };
  try {
    const found = await read(page, text, { story: !values["no-story"], storyPatience: patience });
    for (const [what, value] of Object.entries(found.times)) times[what].push(value);
    if (found.unfinished) unfinished.push(id);
    if (expected.verdict && found.verdict !== expected.verdict) differ("verdict", found.verdict, expected.verdict);
    if (found.sentences && !/^Solved/.test(found.solved ?? "")) differ("the end of the story", found.solved, "Solved.");
    if (!command || found.unfinished) continue;
    const graded = await told(text);
    if (found.verdict !== graded.verdict) differ("verdict", found.verdict, graded.verdict);
    if (found.rating === undefined) continue;
    if (found.rating !== graded.rating) differ("rating", found.rating, graded.rating);
    const sentences = graded.path.map(({ text }) => text);
    const step = sentences.findIndex((sentence, i) => sentence !== found.sentences[i]);
    if (step >= 0 || sentences.length !== found.sentences.length) differ(`step ${step + 1}`, found.sentences[step], sentences[step]);
  } catch (error) {
    differ("no answer", error.message.split("\n")[0], "one");
    await fresh();
  }
}

const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]?.toFixed(0);
for (const [what, list] of Object.entries(times)) {
  const sorted = list.toSorted((a, b) => a - b);
  const name = { verdict: "verdict", candidates: "true candidates", story: "story", slowest: "longest task of the page" }[what];
  console.log(`${name}: median ${share(sorted, 0.5)} ms, 90th percentile ${share(sorted, 0.9)} ms, most ${share(sorted, 1)} ms (${sorted.length})`);
}
if (unfinished.length > 0) console.log(`no story within ${patience / 1000} s: ${unfinished.join(", ")}`);
console.log(`${puzzles.length} puzzles, ${new Set(differences).size} differ`);
await close();
await served.close();
process.exitCode = differences.length > 0 ? 1 : 0;

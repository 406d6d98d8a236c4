// Compares answers of the WebAssembly engine with those of the command. The engine is built with other flags, with
// shorter rule files and for one thread, and none of that may change an answer.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { load } from "./bundle.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const corpus = `${root}corpus/`;
const { engineHere } = await load("src/engine/here.ts");
const engine = engineHere(await WebAssembly.compile(await readFile(new URL("../dist/cluewright.wasm", import.meta.url))));

/** The command, as `cargo test` builds it. Naming a test target as well makes Cargo choose the same settings and features. */
let binary;

before(async () => {
  const { stdout } = await run("cargo", ["build", "--locked", "--profile", "test", "--bin", "cluewright", "--test", "formats", "--message-format", "json"], { cwd: root, maxBuffer: 1 << 26 });
  const built = stdout.trim().split("\n").map((line) => JSON.parse(line));
  ({ executable: binary } = built.find(({ target, executable }) => executable && target.name === "cluewright"));
});

/** Returns what the command prints, whatever its exit code is. */
const command = async (...args) => JSON.parse((await run(binary, [...args, "--json"], { maxBuffer: 1 << 26 }).catch((failed) => failed)).stdout);

/** Returns the paths of `n` puzzles of a folder, spread evenly, whose names contain `part`. */
async function sample(folder, part, n) {
  const files = (await readdir(corpus + folder)).filter((file) => file.endsWith(".toml") && file.includes(part)).sort();
  return Array.from({ length: n }, (_, i) => `${corpus}${folder}/${files[Math.floor((i * files.length) / n)]}`);
}

/** Returns a value with rounded numbers, because the last digit of logarithms depends on the machine. */
const rounded = (value) => JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "number" ? Number(part.toPrecision(9)) : part)));

/** Asserts that the engine and the command agree on all keys that both state, `main` among them. */
async function compare(paths, request, main, ...options) {
  for (const path of paths) {
    const answer = rounded(await engine.ask({ ...request, puzzle: await readFile(path, "utf8") }));
    const printed = rounded(await command(request.ask, path, ...options));
    const both = Object.keys(answer).filter((key) => key in printed);
    assert.ok(both.includes(main), `${path}: ${JSON.stringify(answer).slice(0, 300)}`);
    for (const key of both) assert.deepEqual(answer[key], printed[key], `${key} of ${path}`);
  }
}

const DRAFT = `size = 4
grid = ["1...", "....", "....", "...4"]
[clues]
killer-cage = ["?: R1C2 R1C3", "?: R2C1 R3C1", "?: R2C3 R2C4", "?: R4C1 R4C2"]
`;

test("suggested clues", async () => compare(["4x4", "quadruple"].map((of) => `${corpus}broken/${of}-dropped-given.toml`), { ask: "suggest" }, "suggestions"));
test("fillings of a draft", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cluewright-"));
  try {
    await writeFile(join(folder, "draft.toml"), DRAFT);
    await compare([join(folder, "draft.toml")], { ask: "fill", all: true }, "puzzles", "--all");
  } finally {
    await rm(folder, { recursive: true });
  }
});
test("conflicts", async () => compare(await sample("broken", "added", 4), { ask: "diagnose" }, "conflicts"));
test("explained paths", async () => compare(await sample("variants", "", 5), { ask: "grade", story: true }, "story", "--explain"));
test("redundant clues", async () => compare(await sample("variants", "", 3), { ask: "minimise" }, "removed"));

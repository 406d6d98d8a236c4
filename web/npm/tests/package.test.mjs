// Tests the npm package in the way users get it: packed, installed in an empty folder, and imported in Node, by
// TypeScript and in a browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "../../tests/site.mjs";

const home = fileURLToPath(new URL("..", import.meta.url));
let folder;

const run = (...command) => execFileSync(command[0], command.slice(1), { cwd: folder, encoding: "utf8" });

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "cluewright-npm-"));
  const [{ filename }] = JSON.parse(run("npm", "pack", "--json", "--silent", home));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "private": true }');
  run("npm", "install", "--silent", "--no-audit", "--no-fund", "--offline", join(folder, filename));
});

after(() => rm(folder, { recursive: true, force: true }));

test("Node imports it and gets an answer", async () => {
  const program = `
    import { createEngine } from "cluewright";
    const answer = await createEngine().ask({ ask: "check", puzzle: "12.4341.2143.321" });
    console.log(answer.verdict);
  `;
  await writeFile(join(folder, "program.js"), program);
  assert.equal(run("node", "program.js").trim(), "unique");
});

test("TypeScript knows its types", async () => {
  const program = `
    import { createEngine, isRefused, type contract } from "cluewright";
    import { CluewrightBoard } from "cluewright/board";
    const answer = await createEngine().ask({ ask: "grade", puzzle: "" });
    export const rating: number | null | undefined = isRefused(answer) || !("rating" in answer) ? null : answer.rating;
    export const digits: Map<number, string> = new CluewrightBoard().digits;
    export const verdict: contract.Verdict = "unique";
    // @ts-expect-error There is no such question.
    await createEngine().ask({ ask: "nothing", puzzle: "" });
  `;
  await writeFile(join(folder, "program.ts"), program);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
  run(join(home, "../node_modules/.bin/tsc"), ...options, "program.ts");
});

test("a page shows, plays and checks a puzzle", async () => {
  const installed = join(folder, "node_modules/cluewright");
  await cp(join(home, "example"), join(installed, "example"), { recursive: true });
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const type = types[extname(request.url)];
    if (!type) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type });
    createReadStream(join(installed, request.url)).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened = await browser();
  try {
    const page = await opened.context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/example/index.html`);
    const status = page.locator("cluewright-board [role=status]");
    const tells = (text) => status.filter({ hasText: text }).waitFor({ timeout: 60_000 });
    await tells("one solution");
    await page.waitForFunction(() => /^\d/.test(document.querySelector("output").textContent), undefined, { timeout: 60_000 });

    await page.locator("cluewright-board svg").focus();
    const solution = "4321123434122143";
    for (const [cell, digit] of [...solution].entries()) {
      await page.keyboard.press(cell === 0 ? "9" : digit);
      await page.keyboard.press("ArrowRight");
      if (cell % 4 === 3) for (const key of ["ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    }
    await tells("1 wrong");
    await page.locator("cluewright-board svg").click({ position: { x: 45, y: 45 } });
    await page.keyboard.press(solution[0]);
    await tells("solved");
    assert.deepEqual(errors, []);
  } finally {
    await opened.close();
    server.closeAllConnections();
    server.close();
  }
});

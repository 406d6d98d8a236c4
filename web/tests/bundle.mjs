// Bundles modules of the page for tests in Node, because the tests cannot import TypeScript.
import { build } from "esbuild";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../", import.meta.url));

/** Returns the code of a module of the page for a browser, together with everything that it imports. */
export async function bundled(path) {
  const { outputFiles } = await build({ absWorkingDir: web, entryPoints: [path], bundle: true, format: "esm", target: "es2022", write: false, logLevel: "warning" });
  return outputFiles[0].text;
}

/** Imports a module of the page by its path in `web/`. */
export async function load(path) {
  const folder = await mkdtemp(join(tmpdir(), "cluewright-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "module.mjs");
  await build({ absWorkingDir: web, entryPoints: [path], bundle: true, format: "esm", target: "node20", outfile, logLevel: "warning" });
  return import(outfile);
}

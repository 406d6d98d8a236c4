// Builds the page into dist/. With --check, it builds into a temporary folder and compares dist/ with that folder; with
// --watch, it rebuilds after each change.
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

const settings = (outdir) => ({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", worker: "src/engine/worker.ts" },
  outdir,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome110", "firefox110", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".toml": "text" },
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});

async function buildInto(outdir) {
  await mkdir(outdir, { recursive: true });
  await build(settings(outdir));
  await cp(join(here, "static"), outdir, { recursive: true });
  await buildServiceWorker(outdir);
}

// The service worker caches all other files, under a name that changes if any of them changes. It is a classic
// script, because only classic scripts can import a file that may be missing, such as the one from the engine's
// build.
async function buildServiceWorker(outdir) {
  const files = (await made(outdir)).filter((name) => name !== "sw.js");
  // Servers serve index.html at the address of its folder, and some serve it only there.
  const kept = files.filter((name) => name !== "index.html");
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(await readFile(join(outdir, name)));
  const version = hash.digest("hex").slice(0, 12);
  await build({
    ...settings(outdir),
    entryPoints: { sw: "src/offline/sw.ts" },
    format: "iife",
    define: { FILES: JSON.stringify(kept), VERSION: JSON.stringify(version) },
  });
}

// A full build also puts the engine into dist/, but the engine is never committed.
const ENGINE = ["cluewright.wasm", "engine-version.js"];
const made = async (folder) => (await readdir(folder)).filter((name) => !ENGINE.includes(name)).sort();

async function check() {
  const aside = await mkdtemp(join(tmpdir(), "cluewright-page-"));
  try {
    await buildInto(aside);
    const [fresh, kept] = [await made(aside), await made(join(here, "dist"))];
    const stale = new Set(fresh.filter((name) => !kept.includes(name)).concat(kept.filter((name) => !fresh.includes(name))));
    for (const name of fresh.filter((name) => kept.includes(name))) {
      const [a, b] = await Promise.all([aside, join(here, "dist")].map((folder) => readFile(join(folder, name))));
      if (!a.equals(b)) stale.add(name);
    }
    if (stale.size > 0) {
      console.error(`web/dist is stale (${[...stale].join(", ")}): run \`npm run build\` in web/`);
      process.exitCode = 1;
    }
  } finally {
    await rm(aside, { recursive: true });
  }
}

const dist = join(here, "dist");
if (process.argv.includes("--check")) {
  await check();
} else if (process.argv.includes("--watch")) {
  await buildInto(dist);
  await (await context(settings(dist))).watch();
} else {
  await buildInto(dist);
}

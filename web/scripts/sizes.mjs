// Prints the compressed sizes of the site's files, and fails if one exceeds the promised size.
import { readFile, readdir } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const dist = new URL("../dist/", import.meta.url);
// The engine's limit allows for the code that reads drawings, rules texts and the links of two more tools: a tenth
// of the engine.
const limits = [
  { what: "engine (.wasm)", is: (name) => name.endsWith(".wasm"), limit: 1_300_000 },
  { what: "page (.js, .css, .html)", is: (name) => /\.(js|css|html)$/.test(name), limit: 120_000 },
];

const names = await readdir(dist);
for (const { what, is, limit } of limits) {
  let [raw, sent] = [0, 0];
  for (const name of names.filter(is)) {
    const bytes = await readFile(new URL(name, dist));
    raw += bytes.length;
    sent += brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
  }
  console.log(`${what}: ${raw} bytes, ${sent} after Brotli, of ${limit}`);
  if (sent > limit) {
    console.error(`the ${what} is larger than promised`);
    process.exitCode = 1;
  }
}

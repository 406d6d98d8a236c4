// Bundles the modules of the package into dist/.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const settings = {
  absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  logLevel: "warning",
};
// With splitting, the board and the engine share one copy of the modules that both of them use.
await build({ ...settings, entryPoints: ["src/index.ts", "src/board.ts"], splitting: true });
await build({ ...settings, entryPoints: { worker: "../src/engine/worker.ts" } });
await build({ ...settings, entryPoints: ["src/node.ts"], platform: "node" });

/** Starts the engine in a web page. */
import type { Engine } from "../../src/engine/engine.ts";
import { engineInWorkers } from "../../src/engine/workers.ts";

export * from "../../src/engine/engine.ts";
/** The types of questions and answers, which docs/JSON.md describes. */
export type * as contract from "../../src/engine/contract.ts";

/** Starts an engine in workers of the page. It loads `cluewright.wasm` and `worker.js`, which are next to this module. */
export function createEngine(): Engine {
  const wasm = new URL("./cluewright.wasm", import.meta.url);
  const worker = new URL("./worker.js", import.meta.url);
  return engineInWorkers(wasm.href, worker.href);
}

/** Starts the engine in Node. */
import { readFileSync } from "node:fs";
import type { Engine } from "../../src/engine/engine.ts";
import { engineHere } from "../../src/engine/here.ts";

export * from "../../src/engine/engine.ts";

/** Starts an engine in the calling thread, which is blocked while a question is answered. */
export function createEngine(): Engine {
  return engineHere(new WebAssembly.Module(readFileSync(new URL("./cluewright.wasm", import.meta.url))));
}

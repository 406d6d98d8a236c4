// Keeps one of all functions of the engine that are the same: the linker does not, and they are a sixtieth of it.
import { readFile, writeFile } from "node:fs/promises";
import binaryen from "binaryen";

const engine = new URL("../dist/cluewright.wasm", import.meta.url);
// What rustc's WebAssembly uses: nothing newer may be written.
const { BulkMemory, BulkMemoryOpt, MutableGlobals, NontrappingFPToInt, SIMD128, SignExt } = binaryen.Features;

const folded = binaryen.readBinary(await readFile(engine));
folded.setFeatures(BulkMemory | BulkMemoryOpt | MutableGlobals | NontrappingFPToInt | SIMD128 | SignExt);
folded.runPasses(["duplicate-function-elimination"]);
if (!folded.validate()) throw new Error("the engine that is written would not be valid");
await writeFile(engine, folded.emitBinary());

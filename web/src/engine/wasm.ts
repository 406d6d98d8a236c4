// Calls the functions of `web/engine/src/lib.rs` from JavaScript. This module runs in workers, in pages and in
// Node.
import { EngineLost, type Progress } from "./engine.ts";

/** An engine in the calling thread. */
export interface Instance {
  /**
   * Answers a request; both the request and the answer are JSON. `tell` receives the progress. If it returns true,
   * the question ends, and the answer contains the results so far.
   *
   * @throws EngineLost if the engine breaks down; the instance must not be used afterwards.
   */
  answer(request: string, tell?: (progress: Progress) => boolean | void): string;
  /** Returns the memory that the engine has allocated, in bytes. WebAssembly never gives memory back. */
  memory(): number;
}

interface Doors {
  memory: WebAssembly.Memory;
  start(): void;
  room(length: number): number;
  ask(): number;
  answer_length(): number;
}

/** Starts an engine. */
export async function start(module: WebAssembly.Module): Promise<Instance> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let listener: ((progress: Progress) => boolean | void) | undefined;
  // WebAssembly returns signed numbers, so addresses from 2 GiB on would be negative without the shift.
  const read = (at: number, length: number) => decoder.decode(new Uint8Array(doors.memory.buffer, at >>> 0, length >>> 0));
  // `read` is called only while an export runs. `doors` has its value by then, although it is declared below.
  const host = {
    now: () => performance.now(),
    tell: (at: number, length: number) => (listener?.(JSON.parse(read(at, length))) ? 1 : 0),
  };
  const instance = await WebAssembly.instantiate(module, { host });
  const doors = instance.exports as unknown as Doors;
  doors.start();
  return {
    answer(request, tell) {
      listener = tell;
      try {
        const bytes = encoder.encode(request);
        // Any call may move the engine's memory, so a view of the memory must be created after the call.
        const room = doors.room(bytes.length);
        new Uint8Array(doors.memory.buffer, room >>> 0, bytes.length).set(bytes);
        const answer = doors.ask();
        return read(answer, doors.answer_length());
      } catch (error) {
        throw new EngineLost(`the engine broke down: ${String(error)}`);
      } finally {
        listener = undefined;
      }
    },
    memory: () => doors.memory.buffer.byteLength,
  };
}

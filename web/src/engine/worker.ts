// The script of a worker that runs an engine. The worker first receives the compiled module, and then questions.
/// <reference lib="webworker" />
import type { Progress } from "./engine.ts";
import { type Instance, start } from "./wasm.ts";

/** Messages to a worker. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; request: string };

/**
 * Messages from a worker. Answers stay text until the page needs them, because parsing text is faster than cloning an
 * object.
 */
export type FromWorker =
  | { id: number; progress: Progress }
  | { id: number; answer: string; memory: number }
  | { id: number; lost: string };

declare const self: DedicatedWorkerGlobalScope;

let engine: Promise<Instance> | undefined;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    engine = start(data.module);
    // Every question reports the failure itself. Without a handler here, there would also be an unhandled
    // rejection.
    engine.catch(() => undefined);
    return;
  }
  const { id, request } = data;
  const send = (message: FromWorker) => self.postMessage(message);
  try {
    if (!engine) throw new Error("a question came before the engine");
    const instance = await engine;
    const answer = instance.answer(request, (progress) => send({ id, progress }));
    send({ id, answer, memory: instance.memory() });
  } catch (error) {
    send({ id, lost: error instanceof Error ? error.message : String(error) });
  }
};

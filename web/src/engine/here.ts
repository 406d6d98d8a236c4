// Runs the engine in the calling thread, for tests and studies in Node. The page never uses this host.
import { EngineLost, type Answer, type Ask, type AskFor, type Asking, type Engine } from "./engine.ts";
import { start, type Instance } from "./wasm.ts";

export { EngineLost, start };

/**
 * Starts an engine in the calling thread. A question blocks the thread, so only `onProgress` can abort its
 * signal in the meantime.
 */
export function engineHere(module: WebAssembly.Module): Engine {
  let instance: Promise<Instance> | undefined;
  return {
    host: "here",
    async ask<Q extends Ask>(request: AskFor<Q>, { signal, onProgress }: Asking = {}): Promise<Answer<Q>> {
      const engine = await (instance ??= start(module));
      signal?.throwIfAborted();
      try {
        const text = engine.answer(JSON.stringify(request), (progress) => {
          onProgress?.(progress);
          return signal?.aborted ?? false;
        });
        // An aborted call returns the results so far, but the promise must reject, as it does with other hosts.
        signal?.throwIfAborted();
        return JSON.parse(text) as Answer<Q>;
      } catch (error) {
        if (error instanceof EngineLost) instance = undefined;
        throw error;
      }
    },
    close() {
      instance = undefined;
    },
  };
}

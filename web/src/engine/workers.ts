// Runs the engine in workers of the page. A question is cancelled by ending its worker.
import type { Engine } from "./engine.ts";
import type { Job } from "./job.ts";
import { Pool, type Foreman, type Hand } from "./pool.ts";
import type { FromWorker, ToWorker } from "./worker.ts";

/**
 * Maximum memory of an idle worker, in bytes. A worker that has allocated more is replaced, because WebAssembly
 * never gives memory back.
 */
const MEMORY_KEPT = 256 << 20;

/**
 * Starts an engine in workers. `wasm` and `script` are the addresses of the compiled engine and of the worker's
 * script.
 */
export function engineInWorkers(wasm: string, script: string): Engine {
  let module: Promise<WebAssembly.Module> | undefined;
  // If compiling fails, the next question tries again.
  const compiled = (): Promise<WebAssembly.Module> =>
    (module ??= compile(wasm).catch((error: Error) => {
      module = undefined;
      throw new Error(`the engine could not be loaded: ${error.message}`);
    }));
  // Fetch and compile the engine while the page is still being built.
  compiled().catch(() => undefined);
  return new Pool({
    host: "worker",
    hire: async (foreman) => new WorkerHand(await compiled(), script, foreman),
    // One processor stays free for the page itself. Regardless of the processors, at least two and at most four
    // searches run.
    searches: Math.min(4, Math.max(2, navigator.hardwareConcurrency - 1)),
    keepSpare: true,
  });
}

class WorkerHand implements Hand {
  readonly #worker: Worker;
  readonly #jobs = new Map<number, Job>();
  #memory = 0;

  constructor(module: WebAssembly.Module, script: string, foreman: Foreman) {
    this.#worker = new Worker(script, { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const job = this.#jobs.get(data.id);
      if ("progress" in data) return job?.tell(data.progress);
      if ("lost" in data) return foreman.lost(this, data.lost);
      this.#jobs.delete(data.id);
      this.#memory = data.memory;
      job?.answer(JSON.parse(data.answer));
      foreman.done(this);
    };
    this.#worker.onerror = (event) => {
      // The question reports the failure. Otherwise the browser would also report it as an error of the page.
      event.preventDefault();
      foreman.lost(this, `the engine's worker broke down: ${event.message || "it could not be started"}`);
    };
    this.#send({ module });
  }

  give(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#send({ id: job.id, request: JSON.stringify(job.request) });
  }

  // The engine's call blocks the worker, which would read a message only after the search. So the worker is ended
  // instead.
  drop(): boolean {
    this.#worker.terminate();
    return false;
  }

  isWorn(): boolean {
    return this.#memory > MEMORY_KEPT;
  }

  end(why: string): void {
    this.#worker.terminate();
    for (const job of this.#jobs.values()) job.lose(why);
    this.#jobs.clear();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} gives ${response.status}`);
  // Streaming compilation needs the right content type. Without it, the engine is compiled after the download, which
  // is slower.
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// Chooses the host that answers the page's questions.
import type { Engine } from "./engine.ts";
import { engineOfServer } from "./server.ts";
import { engineInWorkers } from "./workers.ts";

export { engineInWorkers, engineOfServer };

/**
 * Uses the engine of the program that serves the page if the page contains `<meta name="cluewright-ask"
 * content="/ask">`, and otherwise an engine in workers. `?engine=worker` and `?engine=server` override this choice.
 */
export function createEngine(): Engine {
  const wanted = new URLSearchParams(location.search).get("engine");
  const served = document.querySelector<HTMLMetaElement>('meta[name="cluewright-ask"]')?.content;
  const path = wanted === "worker" ? undefined : wanted === "server" ? (served ?? "ask") : served;
  if (path !== undefined) {
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return engineOfServer(address.href);
  }
  return engineInWorkers("cluewright.wasm", "worker.js");
}

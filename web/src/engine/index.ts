// Which host answers the page's questions.
import { EngineLost, type Answer, type Ask, type AskFor, type Asking, type Engine } from "./engine.ts";

/** The engine of the host that served the page. */
export function createEngine(): Engine {
  return {
    async ask<Q extends Ask>(request: AskFor<Q>, { signal }: Asking = {}): Promise<Answer<Q>> {
      let response: Response;
      try {
        response = await fetch("ask", { method: "POST", body: JSON.stringify(request), signal: signal ?? null });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw new EngineLost(String(error));
      }
      return (await response.json()) as Answer<Q>;
    },
    close() {},
  };
}

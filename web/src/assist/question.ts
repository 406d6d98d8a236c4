// Sends the engine one question at a time, when a button is pressed.
import { useEffect, useRef, useState } from "preact/hooks";
import { isRefused, isUnchecked, type Answer, type Ask, type AskFor, type Engine, type NotChecked, type Progress, type Refused } from "../engine/engine.ts";
import { refusalText } from "../parts/refusal.ts";
import { words } from "../words.ts";

export type Found<Q extends Ask> = { kind: "idle" } | { kind: "working"; progress: Progress | null } | { kind: "not"; why: string } | { kind: "answered"; answer: Exclude<Answer<Q>, Refused | NotChecked> };

export interface Question<Q extends Ask> {
  found: Found<Q>;
  ask(request: AskFor<Q>): void;
  stop(): void;
}

/** Prepares a question about a puzzle. Its answer is dropped when `about` changes. */
export function useQuestion<Q extends Ask>(engine: Engine, about: unknown): Question<Q> {
  const [found, setFound] = useState<Found<Q>>({ kind: "idle" });
  const asking = useRef<AbortController | null>(null);
  const stop = () => {
    asking.current?.abort();
    setFound({ kind: "idle" });
  };
  useEffect(() => {
    setFound({ kind: "idle" });
    return () => asking.current?.abort();
  }, [about]);
  const ask = async (request: AskFor<Q>) => {
    asking.current?.abort();
    const current = new AbortController();
    asking.current = current;
    // An aborted question still rejects its promise. The rejection must not replace the outcome of the newer
    // question.
    const tell = (found: Found<Q>) => current.signal.aborted || setFound(found);
    tell({ kind: "working", progress: null });
    try {
      const answer = await engine.ask<Q>(request, { signal: current.signal, onProgress: (progress) => tell({ kind: "working", progress }) });
      if (isRefused(answer)) tell({ kind: "not", why: refusalText(answer.error) });
      else if (isUnchecked(answer)) tell({ kind: "not", why: words.why.unchecked });
      else tell({ kind: "answered", answer: answer as Exclude<Answer<Q>, Refused | NotChecked> });
    } catch (error) {
      tell({ kind: "not", why: (error as Error).message });
    }
  };
  return { found, ask: (request) => void ask(request), stop };
}

// Shows the outcome of a question: its progress, its answer, or the reason why there is no answer.
import type { ComponentChildren } from "preact";
import type { Ask } from "../engine/engine.ts";
import { words } from "../words.ts";
import type { Question } from "./question.ts";

export function Outcome<Q extends Ask>({ question, children }: { question: Question<Q>; children: (answer: Extract<Question<Q>["found"], { kind: "answered" }>["answer"]) => ComponentChildren }) {
  const { found, stop } = question;
  switch (found.kind) {
    case "idle":
      return null;
    case "working":
      return (
        <p class="row muted" role="status">
          <span class="spinner" />
          <span class="grow">{found.progress ? words.why.doing(found.progress.doing, found.progress.done, found.progress.of ?? null) : words.assist.working}</span>
          <button type="button" class="button small" onClick={stop}>
            {words.assist.stop}
          </button>
        </p>
      );
    case "not":
      return <p class="note-box">{found.why}</p>;
    case "answered":
      return <div role="status">{children(found.answer)}</div>;
  }
}

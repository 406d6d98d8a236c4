// Proposals: what can be done to the puzzle, each shown on the board while it is pointed at, and carried out by a button.
import type { ComponentChildren } from "preact";
import type { Edit, Named } from "../engine/contract.ts";
import type { Highlights } from "../page.ts";
import { words } from "../words.ts";
import "./proposals.css";

export interface Parts {
  /** Shows something on the board; null shows what is shown usually. */
  show(highlights: Highlights | null): void;
  carryOut(edits: Edit[], label: string): Promise<void>;
}

export const blamed = (clues: Named[]): Highlights => ({ clues: clues.map(({ rule, cells }) => ({ rule, cells, kind: "blame" })) });

export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack tight part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Words that show on the board what they are about while they are pointed at. */
export function Hover({ on, show, children }: { on: Highlights; show: Parts["show"]; children: ComponentChildren }) {
  return (
    <span class="grow" onPointerEnter={() => show(on)} onPointerLeave={() => show(null)}>
      {children}
    </span>
  );
}

interface ProposalProps extends Parts {
  edits: Edit[];
  label: string;
  note?: string;
  on: Highlights;
}

export function Proposal({ edits, label, note, on, show, carryOut }: ProposalProps) {
  return (
    <li>
      <Hover on={on} show={show}>
        {label}
        {note && <span class="muted"> · {note}</span>}
      </Hover>
      {edits.length > 0 && (
        <Button edits={edits} label={label} on={on} show={show} carryOut={carryOut}>
          {words.blame.apply}
        </Button>
      )}
    </li>
  );
}

export function Button({ edits, label, on, show, carryOut, children }: ProposalProps & { children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="button small"
      aria-label={words.blame.applyWhat(label)}
      title={label}
      onPointerEnter={() => show(on)}
      onPointerLeave={() => show(null)}
      onFocus={() => show(on)}
      onBlur={() => show(null)}
      onClick={() => void carryOut(edits, label)}
    >
      {children}
    </button>
  );
}

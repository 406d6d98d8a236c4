// Lists proposals, which are changes to the puzzle. A proposal is shown on the board while it is pointed at, focused or
// tapped, and has a button that applies it.
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Edit, Named } from "../engine/contract.ts";
import type { Highlights } from "../page.ts";
import { parseCells, nameOf } from "../puzzle/cells.ts";
import { readClue, type Clue } from "../puzzle/clue.ts";
import type { ClueForm } from "../puzzle/file.ts";
import type { Book } from "../puzzle/rule.ts";
import { words } from "../words.ts";
import "./proposals.css";

export interface Parts {
  /** Shows highlights on the board; null restores the usual ones. */
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

/**
 * Shows a label that highlights its subject on the board while it is pointed at or focused. A tap highlights the
 * subject until the next tap. Lifting a finger also counts as leaving the label, so only a mouse ends the highlight by
 * leaving.
 */
export function Hover({ on, show, children }: { on: Highlights; show: Parts["show"]; children: ComponentChildren }) {
  const [pinned, setPinned] = useState(false);
  return (
    <button
      type="button"
      class="grow hover"
      aria-pressed={pinned}
      onPointerEnter={(event) => event.pointerType === "mouse" && show(on)}
      onPointerLeave={(event) => event.pointerType === "mouse" && !pinned && show(null)}
      onFocus={() => show(on)}
      onBlur={() => (setPinned(false), show(null))}
      onClick={(event) => {
        event.currentTarget.focus();
        setPinned(!pinned);
        show(pinned ? null : on);
      }}
    >
      {children}
    </button>
  );
}

interface ProposalProps extends Parts {
  edits: Edit[];
  label: string;
  note?: string;
  /** All cells of the proposal, if the label does not name them. */
  cells?: string[];
  on: Highlights;
}

/** Maximum number of cells to list by name. A longer list ends with the number of remaining cells. */
const MOST_NAMED = 12;
const listed = (cells: string[]): string => (cells.length <= MOST_NAMED ? cells.join(" ") : `${cells.slice(0, MOST_NAMED).join(" ")} … (${cells.length})`);

export function Proposal({ edits, label, note, cells = [], on, show, carryOut }: ProposalProps) {
  const unnamed = cells.some((cell) => !label.includes(cell)) ? listed(cells) : null;
  return (
    <li>
      <Hover on={on} show={show}>
        {label}
        {note && <span class="muted"> · {note}</span>}
        {unnamed && <span class="muted cells-named">{unnamed}</span>}
      </Hover>
      {edits.length > 0 && (
        <Button edits={edits} label={label} on={on} show={show} carryOut={carryOut}>
          {words.proposals.apply}
        </Button>
      )}
    </li>
  );
}

export function Button({ edits, label, on, show, carryOut, children }: ProposalProps & { children: ComponentChildren }) {
  return (
    <button
      type="button"
      class="button small apply"
      aria-label={words.proposals.applyWhat(label)}
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

/** A proposal as an entry of a list. */
export interface Item extends Omit<ProposalProps, keyof Parts> {
  /** The heading under which the proposal is collapsed. */
  kind: string;
  /** True if the proposal comes before all others. */
  isFirst?: boolean;
}

/** Maximum number of proposals with `isFirst` that are not collapsed. */
const FIRST = 4;
/** Maximum number of other proposals that are not collapsed. */
const MORE = 3;

/** Shows the most important proposals, and all others collapsed by kind. Each proposal is shown only once. */
export function ProposalList({ items, show, carryOut }: Parts & { items: Item[] }) {
  const { shown, folded } = useMemo(() => {
    const seen = new Set<string>();
    const fresh = items.filter(({ edits, label }) => {
      const key = edits.length > 0 ? JSON.stringify(edits) : label;
      return !seen.has(key) && seen.add(key);
    });
    const first = fresh.filter(({ isFirst }) => isFirst).slice(0, FIRST);
    const shown = [...first, ...fresh.filter((item) => !item.isFirst).slice(0, MORE)];
    const folded = new Map<string, Item[]>();
    for (const item of fresh) if (!shown.includes(item)) folded.set(item.kind, [...(folded.get(item.kind) ?? []), item]);
    return { shown, folded };
  }, [items]);
  const list = (some: Item[]) => (
    <ul class="proposals">
      {some.map((item) => (
        <Proposal key={`${item.label} ${JSON.stringify(item.edits)}`} {...item} show={show} carryOut={carryOut} />
      ))}
    </ul>
  );
  return (
    <>
      {list(shown)}
      {[...folded].map(([kind, some]) => (
        <Folded key={kind} title={words.proposals.folded(kind, some.length)}>
          {() => list(some)}
        </Folded>
      ))}
    </>
  );
}

/** Shows a heading whose contents are rendered only when it is opened. */
export function Folded({ title, children }: { title: string; children: () => ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children()}
    </details>
  );
}

/** Returns the clues that edits put into the puzzle, to be sketched on the board. */
export function sketchesOf(edits: Edit[], book: Book): Clue[] {
  return edits.flatMap((edit) => {
    const rule = edit.op === "remove" ? undefined : book.get(edit.rule);
    // The clue is not in the puzzle yet, so it does not have an index.
    return rule && edit.op !== "remove" ? [readClue(rule, -1, edit.new as ClueForm)] : [];
  });
}

/** Returns the cells of the clues that edits put into the puzzle. */
export const cellsOfEdits = (edits: Edit[], book: Book): string[] =>
  sketchesOf(edits, book).flatMap(({ slots }) => slots.flatMap(({ text }) => parseCells(text).map(nameOf)));

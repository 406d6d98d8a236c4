// Stores this tab's undo history so that it survives a reload. Each state is stored as its difference from the next
// state.
import type { Document } from "../puzzle/document.ts";
import type { Entry, History } from "../puzzle/history.ts";
import { soundDocument } from "../puzzle/sound.ts";

const KEY = "cluewright.history";
const VERSION = 1;

/** Maximum number of changes to keep for undo, and also for redo. */
const MOST = 200;

/**
 * A text as its difference from another text: the lengths of the common start and end, and the characters in between.
 */
type Difference = [start: number, end: number, text: string];

interface KeptEntry {
  label: string;
  id: number;
  change: Difference;
}

interface KeptHistory {
  version: number;
  draft: string;
  now: { label: string; id: number; state: string };
  /** The states before the current one, the newest first. */
  past: KeptEntry[];
  future: KeptEntry[];
}

function differenceOf(text: string, from: string): Difference {
  const most = Math.min(text.length, from.length);
  let start = 0;
  while (start < most && text[start] === from[start]) start++;
  let end = 0;
  // The common end must not overlap the common start, because characters would then count twice.
  while (end < most - start && text[text.length - 1 - end] === from[from.length - 1 - end]) end++;
  return [start, end, text.slice(start, text.length - end)];
}

const applied = ([start, end, text]: Difference, from: string): string => from.slice(0, start) + text + from.slice(from.length - end);

/**
 * The texts of documents. Documents never change, so each is converted only once, although every change stores the
 * history.
 */
const texts = new WeakMap<Document, string>();

function textOf(document: Document): string {
  const text = texts.get(document) ?? JSON.stringify(document);
  texts.set(document, text);
  return text;
}

/** The differences between neighbouring states. They stay the same while the history grows. */
const differences = new WeakMap<Document, { from: Document; change: Difference }>();

function changeOf(state: Document, from: Document): Difference {
  const before = differences.get(state);
  if (before?.from === from) return before.change;
  const change = differenceOf(textOf(state), textOf(from));
  differences.set(state, { from, change });
  return change;
}

function keptEntries(entries: readonly Entry<Document>[], now: Document): KeptEntry[] {
  let from = now;
  return entries.slice(0, MOST).map(({ state, label, id }) => {
    const change = changeOf(state, from);
    from = state;
    return { label, id, change };
  });
}

/** Stores the history of the draft on the desk. */
export function keepHistory(draft: string, { past, now, future }: History<Document>): void {
  const kept: KeptHistory = {
    version: VERSION,
    draft,
    now: { label: now.label, id: now.id, state: textOf(now.state) },
    past: keptEntries([...past].reverse(), now.state),
    future: keptEntries(future, now.state),
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // If there is no room for the history, it is dropped. The puzzle itself is still kept.
    forgetHistory();
  }
}

function forgetHistory(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // The browser blocks storage, so there is no stored history to remove.
  }
}

function readEntries(kept: KeptEntry[], now: string): Entry<Document>[] {
  let from = now;
  const entries: Entry<Document>[] = [];
  for (const { label, id, change } of kept) {
    from = applied(change, from);
    const state = soundDocument(JSON.parse(from));
    // Each state is a difference from the previous one in the list, so the states after a damaged one cannot be read
    // either.
    if (!state || typeof label !== "string" || typeof id !== "number") break;
    entries.push({ state, label, id });
  }
  return entries;
}

/**
 * Returns the history that ends in a document of a draft; null if no history was kept, or if it ends in another
 * document.
 */
export function keptHistory(draft: string, document: Document): History<Document> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as KeptHistory | null;
    if (kept?.version !== VERSION || kept.draft !== draft || kept.now.state !== JSON.stringify(document)) return null;
    const { label, id, state } = kept.now;
    return { past: readEntries(kept.past, state).reverse(), now: { state: document, label, id }, future: readEntries(kept.future, state) };
  } catch {
    return null;
  }
}

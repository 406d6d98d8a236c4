// Implements undo and redo. The history contains every state of the document, with the name of the change that led
// to it.

export interface Entry<T> {
  state: T;
  /** The name of the change for users. The first entry's label describes the origin of the document. */
  label: string;
  /** A number that identifies the entry. Later changes have higher numbers. */
  id: number;
}

export interface History<T> {
  past: readonly Entry<T>[];
  now: Entry<T>;
  future: readonly Entry<T>[];
}

// Maximum number of entries. Every entry refers to a whole document.
const MOST = 500;

export const begin = <T>(state: T, label: string): History<T> => ({ past: [], now: { state, label, id: 0 }, future: [] });

export function change<T>(history: History<T>, state: T, label: string): History<T> {
  if (Object.is(state, history.now.state)) return history;
  const past = [...history.past, history.now].slice(-MOST);
  // Undone changes count too, so that no id is used twice: the verdicts are stored by id.
  const newest = Math.max(history.now.id, ...history.future.map(({ id }) => id));
  return { past, now: { state, label, id: newest + 1 }, future: [] };
}

export function undo<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1);
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future };
}

export function redo<T>({ past, now, future }: History<T>): History<T> {
  const next = future[0];
  return next ? { past: [...past, now], now: next, future: future.slice(1) } : { past, now, future };
}

/**
 * Returns the history as it was before the change `id`, unless that change is already undone. Ids grow with time,
 * so later changes are undone too.
 */
export function undoTo<T>(history: History<T>, id: number): History<T> {
  let state = history;
  while (state.now.id >= id && state.past.length > 0) state = undo(state);
  return state;
}

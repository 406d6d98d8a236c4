// A value that components can watch. Each component selects the part that it needs, and is rendered again only when
// that part changes.
import { useEffect, useState } from "preact/hooks";

export class Store<T> {
  #value: T;
  #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    // The set is copied, because iterating over a set also visits listeners that are added during the iteration.
    for (const listener of [...this.#listeners]) listener(value);
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value));
  }

  watch(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S;
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  const pick = (value: T) => (select ? select(value) : value);
  const [part, setPart] = useState(() => pick(store.value));
  useEffect(() => {
    // The part is passed as the result of a function. Otherwise Preact would call a part that is itself a function.
    const refresh = (value: T) => setPart(() => pick(value));
    // The value may have changed between the first rendering and this effect.
    refresh(store.value);
    return store.watch(refresh);
  }, [store]);
  return part;
}

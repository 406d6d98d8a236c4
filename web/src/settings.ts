// The setter's preferences, which the browser stores.
import { Store } from "./store.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  /** True to use colours that people with red-green colour blindness can distinguish. */
  colourBlind: boolean;
  /**
   * The display of true candidates: none, only the digits, or each digit with the number of solutions that contain
   * it, up to a cap.
   */
  candidates: "off" | "plain" | "counts";
  cap: 2 | 8 | 100;
  /** True if typed digits count as givens. */
  withEntries: boolean;
  favourites: string[];
  /**
   * Settings of solve mode: `true` to mark conflicts, to show the clock, to outline digits, and to place the keys on
   * the left.
   */
  conflicts: boolean;
  clock: boolean;
  outlines: boolean;
  leftHanded: boolean;
}

const USUAL: Settings = {
  theme: "system",
  colourBlind: false,
  candidates: "plain",
  cap: 8,
  withEntries: false,
  favourites: ["thermometer", "killer-cage", "arrow", "german-whisper", "renban", "white-dot", "black-dot", "quadruple"],
  conflicts: true,
  clock: true,
  outlines: false,
  leftHanded: false,
};

const KEY = "cluewright.settings";

const isBoolean = (value: unknown) => typeof value === "boolean";

const ALLOWED: { [K in keyof Settings]: (value: unknown) => boolean } = {
  theme: (value) => ["system", "light", "dark"].includes(value as string),
  colourBlind: isBoolean,
  candidates: (value) => ["off", "plain", "counts"].includes(value as string),
  cap: (value) => [2, 8, 100].includes(value as number),
  withEntries: isBoolean,
  favourites: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
  conflicts: isBoolean,
  clock: isBoolean,
  outlines: isBoolean,
  leftHanded: isBoolean,
};

/** Reads the stored settings. Damaged settings get their default values. */
function read(): Settings {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object);
    // Each setting is checked separately, so that a damaged one does not reset the others.
    const sound = kept.filter(([key, value]) => ALLOWED[key as keyof Settings]?.(value));
    return { ...USUAL, ...Object.fromEntries(sound) };
  } catch {
    return USUAL;
  }
}

export const settings = new Store<Settings>(read());

/**
 * The setter's own choices while the answers are hidden. These choices are stored, so that a reload does not lose them.
 */
let own: Partial<Settings> | null = null;

settings.watch((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...value, ...own }));
  } catch {
    // If the browser cannot store the settings, they are lost when the page is closed.
  }
});

export function choose(change: Partial<Settings>): void {
  // A choice made while the answers are hidden must not be reverted when the answers are shown again.
  if (own) own = Object.fromEntries(Object.entries(own).filter(([key]) => !(key in change)));
  settings.update((value) => ({ ...value, ...change }));
}

/** Hides everything that would reveal the solution, without changing the stored settings. */
export function hideAnswers(): void {
  const { candidates, withEntries } = settings.value;
  // A second call must not mistake the settings that hide the answers for the setter's own.
  own ??= { candidates, withEntries };
  settings.update((value) => ({ ...value, candidates: "off", withEntries: false }));
}

/** Restores the setter's choices after {@link hideAnswers}. */
export function showAnswers(): void {
  const before = own;
  own = null;
  if (before) settings.update((value) => ({ ...value, ...before }));
}

function dress({ theme, colourBlind }: Settings): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  root.dataset["palette"] = colourBlind ? "safe" : "usual";
}

dress(settings.value);
settings.watch(dress);

// What the setter chose, kept in the browser.
import { Store } from "./store.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  /** Colours that people who see red and green alike can tell apart. */
  colourBlind: boolean;
  /** Which true candidates are shown: none, whether they stand in a solution, or how many up to a cap. */
  candidates: "off" | "plain" | "counts";
  cap: 2 | 8 | 100;
  /** Whether typed digits count as givens. */
  withEntries: boolean;
  favourites: string[];
}

const USUAL: Settings = {
  theme: "system",
  colourBlind: false,
  candidates: "plain",
  cap: 8,
  withEntries: false,
  favourites: ["thermometer", "killer-cage", "arrow", "german-whisper", "renban", "white-dot", "black-dot", "quadruple"],
};

const KEY = "cluewright.settings";

const ALLOWED: { [K in keyof Settings]: (value: unknown) => boolean } = {
  theme: (value) => ["system", "light", "dark"].includes(value as string),
  colourBlind: (value) => typeof value === "boolean",
  candidates: (value) => ["off", "plain", "counts"].includes(value as string),
  cap: (value) => [2, 8, 100].includes(value as number),
  withEntries: (value) => typeof value === "boolean",
  favourites: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
};

/** The settings that are kept; the usual ones in place of those that are damaged. */
function read(): Settings {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object);
    const sound = kept.filter(([key, value]) => ALLOWED[key as keyof Settings]?.(value));
    return { ...USUAL, ...Object.fromEntries(sound) };
  } catch {
    return USUAL;
  }
}

export const settings = new Store<Settings>(read());

settings.watch((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still works until it is closed.
  }
});

export const choose = (change: Partial<Settings>): void => settings.update((value) => ({ ...value, ...change }));

function dress({ theme, colourBlind }: Settings): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  root.dataset["palette"] = colourBlind ? "safe" : "usual";
}

dress(settings.value);
settings.watch(dress);

// Stores the desk so that it survives a reload or a crash. Session storage has each tab's own desk. Local storage has
// the desk that was last changed, for new tabs.
import type { Document } from "../puzzle/document.ts";
import { soundDocument } from "../puzzle/sound.ts";

const KEY = "cluewright.desk";
const VERSION = 1;

export interface KeptDesk {
  /** The draft that the desk belongs to. */
  draft: string;
  /** The document; null if the storage had no room for it, so that only the draft contains it. */
  document: Document | null;
  /**
   * The time at which the draft stored the state on which the document is based; null if it never did, undefined if the
   * time is unknown.
   */
  base: number | null | undefined;
  /** True if the draft contains this document. */
  saved: boolean;
}

/** A text that is not a desk, with the key under which it is kept. */
export interface Damaged {
  key: string;
  text: string;
}

function parsed(text: string): KeptDesk | null {
  try {
    const { version, draft, document, base, saved } = JSON.parse(text) as Record<string, unknown>;
    const sound = document === null ? null : soundDocument(document);
    const isKnown = version === undefined || version === VERSION;
    if (!isKnown || typeof draft !== "string" || (document !== null && sound === null)) return null;
    return { draft, document: sound, base: typeof base === "number" || base === null ? base : undefined, saved: saved === true };
  } catch {
    return null;
  }
}

function textIn(storage: Storage): string | null {
  try {
    return storage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Moves a text that cannot be read to a separate key, so that nothing overwrites it. */
function setAside(storage: Storage, text: string): Damaged {
  const key = `${KEY}.damaged.${new Date().toISOString()}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    // The text is still in memory, so the old entry is removed first to make room for the new one.
    storage.removeItem(KEY);
    (local ?? storage).setItem(key, text);
  } catch {
    // If this fails as well, the page still offers the text as a file.
  }
  return { key, text };
}

/** Returns a storage if the browser allows access to it, otherwise null. */
function allowed(storage: () => Storage): Storage | null {
  try {
    return storage();
  } catch {
    return null;
  }
}

/** The text that this tab last read from or wrote to local storage. */
let own: string | null = null;

const [session, local] = [allowed(() => sessionStorage), allowed(() => localStorage)];

/** The storages that the browser allows. Session storage comes first, because this tab's own desk takes precedence. */
const storages = (): Storage[] => [session, local].filter((storage) => storage !== null);

/**
 * Returns this tab's desk or, if there is none, the desk that any tab changed last. Also returns the texts that could
 * not be read. If local storage was cleared, this tab's desk is dropped too, because clearing is meant to remove the
 * desk too.
 */
export function keptDesk(): { desk: KeptDesk | null; damaged: Damaged[] } {
  const texts = storages().flatMap((storage) => {
    const text = textIn(storage);
    return text === null ? [] : [{ storage, text }];
  });
  // If the two storages differ, another tab has written to local storage since, so the text there is not this tab's
  // own.
  own = texts.every(({ text }) => text === texts[0]?.text) ? (texts[0]?.text ?? null) : null;
  const damaged: Damaged[] = [];
  if (local && texts.every(({ storage }) => storage !== local)) return { desk: null, damaged };
  let desk: KeptDesk | null = null;
  for (const { storage, text } of texts) {
    const read = parsed(text);
    // Both storages usually hold the same text. If it is damaged, it is set aside only once.
    if (read === null && damaged.some((other) => other.text === text)) storage.removeItem(KEY);
    else if (read === null) damaged.push(setAside(storage, text));
    desk ??= read;
  }
  return { desk, damaged };
}

/**
 * Returns this tab's stored puzzle, or the puzzle that was changed last, as a file. If it is damaged, returns the
 * stored text.
 */
export function keptPuzzle(): string {
  const text = storages().map(textIn).find((text) => text !== null) ?? "";
  return JSON.stringify(parsed(text)?.document?.puzzle) ?? text;
}

/** Moves the stored desk to a separate key, because the page cannot show it. */
export const setDeskAside = (): void => {
  for (const storage of storages()) {
    const text = textIn(storage);
    if (text !== null) setAside(storage, text);
  }
};

function write(storage: Storage, desk: KeptDesk): void {
  // If the desk does not fit, the stored desk is removed, because it would otherwise be mistaken for the newest
  // one.
  for (const kept of [desk, { ...desk, document: null }]) {
    try {
      const text = JSON.stringify({ version: VERSION, ...kept });
      storage.setItem(KEY, text);
      if (storage === local) own = text;
      return;
    } catch {
      storage.removeItem(KEY);
    }
  }
}

/** Prefix of the keys under which desks of other tabs are stored until a draft contains them. */
const UNSAVED = `${KEY}.unsaved.`;

/**
 * Stores this tab's desk. If local storage has the desk of another tab that no draft contains yet, moves that desk to a
 * separate key first.
 */
export function keepDesk(desk: KeptDesk): void {
  const text = local && textIn(local);
  const other = text !== null && text !== own ? parsed(text) : null;
  try {
    if (local && text !== null && other?.document && !other.saved) local.setItem(UNSAVED + other.draft, text);
  } catch {
    // If there is no room for both desks, the newest one is kept.
  }
  storages().forEach((storage) => write(storage, desk));
}

/** Returns the desks that {@link keepDesk} has moved, each with a function to call once a draft contains it. */
export function unsavedDesks(): { desk: KeptDesk; forget: () => void }[] {
  const keys = Object.keys(local ?? {}).filter((key) => key.startsWith(UNSAVED));
  return keys.flatMap((key) => {
    const desk = parsed(local?.getItem(key) ?? "");
    return desk ? [{ desk, forget: () => local?.removeItem(key) }] : [];
  });
}

/** Updates the stored desk after its draft was stored, unless the stored desk belongs to another draft. */
export function keepSaved(desk: KeptDesk): void {
  for (const storage of storages()) {
    const text = textIn(storage);
    if (text !== null && parsed(text)?.draft === desk.draft) write(storage, desk);
  }
}

// Stores the document on the desk in two places: immediately, in browser storage that survives a crash; and a moment after
// each change, in the draft.
//
// Tabs share the drafts. Each draft records the time at which it was stored, and a tab overwrites only the state on
// which its document is based. If another tab has stored the draft since then, the document becomes a separate draft,
// so that neither of them is lost.
import type { Desk } from "../desk.ts";
import { emptyDocument, logicOf, textOf, type Document } from "../puzzle/document.ts";
import { soundDocument } from "../puzzle/sound.ts";
import { saveFile } from "../parts/save.ts";
import { Store } from "../store.ts";
import { words } from "../words.ts";
import { keepDesk, keepSaved, keptDesk, unsavedDesks, type Damaged } from "./kept-desk.ts";
import { keepHistory, keptHistory } from "./kept-history.ts";
import { draftOf, updateDraft, type Draft } from "./store.ts";

/** Delay before a change is stored in the draft, in milliseconds, so that several quick changes are stored only once. */
const SOON = 400;
/** Time in milliseconds after which a new version is kept. */
const LONG = 5 * 60 * 1000;
/** Time to wait for the database, in milliseconds. A database that does not answer must not keep the page from starting. */
const PATIENCE = 3000;

/** A draft that is or was on the desk. */
interface Open {
  id: string;
  /** The time at which the document's base state was stored; null if it was never stored. */
  base: number | null;
  document: Document;
  /** The document as it was when it was last stored in the draft. */
  stored: Document | null;
}

const same = (a: Document, b: Document): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Keeper {
  /** The error of the last attempt to keep the draft. */
  readonly trouble = new Store<string | null>(null);
  #desk: Desk;
  /** Identifies the draft and the puzzle for which a version has been kept or is being kept. */
  #versioned = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #open: Open;
  /** Runs the writes one after another, because each must see the versions that the previous one stored. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#open = { id: desk.draft.value, base: null, document: desk.document, stored: desk.document };
    desk.history.watch(() => this.#follow());
    desk.watcher.live.watch(({ looking, result }) => {
      if (!looking && result?.verdict === "unique") void this.#versionIfNew();
    });
    addEventListener("pagehide", () => {
      // Clues and texts that are still being entered would otherwise be lost when the page closes.
      desk.settle();
      void this.keep();
    });
    // Phones may end a hidden page without sending another event.
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void this.keep());
  }

  /** Restores this tab's desk or, if there is none, the desk that was last changed in any tab. */
  async resume(): Promise<void> {
    const { desk: kept, damaged } = keptDesk();
    for (const one of damaged) this.#complain(one);
    if (!kept) return;
    const waited = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE));
    const draft = await Promise.race([draftOf(kept.draft), waited]).catch(() => undefined);
    const stored = draft && soundDocument(draft.document);
    if (!kept.document) {
      if (draft && stored) this.openDraft(draft, stored, words.history.version);
      return;
    }
    const isCurrent = !draft || (stored && (kept.base === undefined || kept.base === draft.at));
    if (isCurrent) this.#put(kept.document, words.history.version, { id: kept.draft, base: draft?.at ?? null, stored: stored && same(stored, kept.document) ? kept.document : null });
    // The draft once contained this desk, so opening the newer state of the draft loses nothing. Otherwise both the desk
    // and the draft are kept.
    else if (stored && (kept.saved || same(stored, kept.document))) this.openDraft(draft, stored, words.history.version);
    else this.#fork(kept.document);
  }

  /** Puts a draft or one of its versions on the desk. */
  openDraft(draft: Draft, document: Document, label: string): void {
    this.#put(document, label, { id: draft.id, base: draft.at, stored: draft.document === document ? document : null });
  }

  #put(document: Document, label: string, { id, base, stored }: Omit<Open, "document">): void {
    this.#desk.settle();
    // The open draft must change first. Otherwise `#follow`, which the history calls, would treat the document as a new
    // draft.
    this.#leave({ id, base, document, stored });
    this.#desk.open(document, label, id, keptHistory(id, document) ?? undefined);
  }

  /** Stores the last draft before another draft takes its place. If that fails, offers to save it as a file. */
  #leave(next: Open): void {
    const left = this.#open;
    void this.#write(left).then((isStored) => isStored || this.#offer(left.document));
    this.#open = next;
  }

  #offer(document: Document): void {
    const action = { label: words.drafts.saveLeft, run: () => saveFile("cluewright-puzzle.json", textOf(document), "application/json") };
    this.#desk.notice.set({ text: words.drafts.leftUnkept(document.puzzle.title ?? words.untitled), tone: "bad", action });
  }

  /** Puts a document on the desk as a new draft, because another tab has changed its old draft. */
  #fork(document: Document): void {
    this.#put(document, words.history.version, { id: crypto.randomUUID(), base: null, stored: null });
    this.#desk.notice.set({ text: words.drafts.forked, tone: "warn" });
  }

  #complain({ key, text }: Damaged): void {
    const action = { label: words.drafts.saveDamaged, run: () => saveFile("cluewright-damaged.json", text, "application/json") };
    this.#desk.notice.set({ text: words.drafts.damaged(key), tone: "warn", action });
  }

  #follow(): void {
    const { document } = this.#desk;
    const id = this.#desk.draft.value;
    if (id !== this.#open.id) this.#leave({ id, base: null, document, stored: null });
    this.#open.document = document;
    this.#keepDesk(keepDesk);
    this.#rescue();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(), SOON);
  }

  /** Stores the work of other tabs that were closed before they could store it. */
  #rescue(): void {
    for (const { desk, forget } of unsavedDesks()) {
      const { draft, base, document } = desk;
      if (document) void this.#write({ id: draft, base: base ?? null, document, stored: null }).then((isStored) => isStored && forget());
    }
  }

  #keepDesk(keep: typeof keepDesk): void {
    const { id, base, document, stored } = this.#open;
    keep({ draft: id, document, base, saved: document === stored });
  }

  get #verdict(): string | null {
    const { looking, result } = this.#desk.watcher.live.value;
    return looking ? null : (result?.verdict ?? null);
  }

  /** Stores the draft now. With a `label`, also stores it as a version of that name. */
  keep(label?: string): Promise<boolean> {
    clearTimeout(this.#timer);
    keepHistory(this.#desk.draft.value, this.#desk.history.value);
    return this.#write(this.#open, label);
  }

  /** Stores a draft. Returns `false` if that fails. */
  #write(open: Open, label?: string): Promise<boolean> {
    const complain = (error: unknown): boolean => {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      this.trouble.set(isFull ? words.drafts.full : words.drafts.unkept);
      return false;
    };
    const writing = this.#writing.then(() => this.#store(open, label)).then(() => true, complain);
    this.#writing = writing;
    return writing;
  }

  async #store(open: Open, label?: string): Promise<void> {
    const { document, base } = open;
    // An empty grid is not stored, because each visit to the page begins with one.
    if (!label && (document === open.stored || same(document, emptyDocument()))) return;
    // The live verdict is about the document on the desk, so a draft that is no longer there has none.
    const verdict = open === this.#open ? this.#verdict : null;
    const stored = await updateDraft(open.id, (before) => {
      if (before && before.at !== base && !same(before.document, document)) return null;
      return changed(before, { id: open.id, document, verdict }, label);
    });
    if (!stored) return this.#overtaken(open, label);
    open.base = stored.at;
    open.stored = document;
    this.trouble.set(null);
    if (open === this.#open) this.#keepDesk(keepSaved);
  }

  /** Makes the document a separate draft, because another tab has stored a newer state of the draft. */
  #overtaken(open: Open, label?: string): Promise<void> {
    const isOnDesk = open === this.#open;
    // The object is changed in place, because writes that are still waiting refer to it and must go to the new draft
    // too.
    Object.assign(open, { id: crypto.randomUUID(), base: null, stored: null });
    if (isOnDesk) {
      this.#desk.draft.set(open.id);
      this.#keepDesk(keepDesk);
    }
    this.#desk.notice.set({ text: words.drafts.forked, tone: "warn" });
    return this.#store(open, label);
  }

  /** Keeps a version when the puzzle becomes unique, so that the setter can return to it. */
  async #versionIfNew(): Promise<void> {
    const logic = logicOf(this.#desk.document, true);
    const key = `${this.#desk.draft.value} ${logic}`;
    if (key === this.#versioned) return;
    this.#versioned = key;
    const draft = await draftOf(this.#desk.draft.value).catch(() => undefined);
    if (draft?.versions.some((version) => version.verdict === "unique" && logicOf(version.document, true) === logic)) return;
    // The puzzle may have changed while the database was being read, so the verdict is checked again.
    if (this.#verdict === "unique") await this.keep(words.verdict.unique);
  }
}

/**
 * Returns the draft with a new document. It also gets a new version if `label` is given or the last version is old.
 */
function changed(before: Draft | undefined, now: Pick<Draft, "id" | "document" | "verdict">, label?: string): Draft {
  const versions = Array.isArray(before?.versions) ? before.versions : [];
  // Tabs compare these times, so the new time must exceed that of the previous state even if the clock was set back.
  const at = Math.max(Date.now(), (before?.at ?? 0) + 1);
  const isLong = at - (versions[0]?.at ?? before?.at ?? at) > LONG;
  const named = label ?? (isLong ? words.history.version : undefined);
  const version = named === undefined ? [] : [{ at, label: named, verdict: now.verdict, document: now.document }];
  return { ...now, at, versions: [...version, ...versions] };
}

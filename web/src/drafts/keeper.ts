// Keeps what is on the desk: soon after each change in the draft, and at once in a place that outlives a crash.
import type { Desk } from "../desk.ts";
import { emptyDocument, logicOf, type Document } from "../puzzle/document.ts";
import { Store } from "../store.ts";
import { words } from "../words.ts";
import { draftOf, keepDraft, type Version } from "./store.ts";

const LAST = "cluewright.desk";
const SOON = 400;
/** A version of its own is kept after so much work. */
const LONG = 5 * 60 * 1000;

interface Last {
  draft: string;
  document: Document;
}

export class Keeper {
  /** What went wrong when the draft was kept last. */
  readonly trouble = new Store<string | null>(null);
  #desk: Desk;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #kept: Document;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#kept = desk.document;
    desk.history.watch(() => this.#soon());
    desk.watcher.live.watch(({ looking, result }) => {
      if (!looking && result?.verdict === "unique") void this.#versionIfNew();
    });
    addEventListener("pagehide", () => void this.keep());
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void this.keep());
  }

  /** What was on the desk when the page was left. */
  static last(): Last | null {
    try {
      const last = JSON.parse(localStorage.getItem(LAST) ?? "null") as Last | null;
      return last && typeof last.draft === "string" && typeof last.document?.puzzle === "object" ? last : null;
    } catch {
      return null;
    }
  }

  #soon(): void {
    clearTimeout(this.#timer);
    try {
      const last: Last = { draft: this.#desk.draft.value, document: this.#desk.document };
      localStorage.setItem(LAST, JSON.stringify(last));
    } catch {
      // The draft below is kept in another place.
    }
    this.#timer = setTimeout(() => void this.keep(), SOON);
  }

  get #verdict(): string | null {
    const { looking, result } = this.#desk.watcher.live.value;
    return looking ? null : (result?.verdict ?? null);
  }

  /** Keeps the draft now, with a version where `label` says so. */
  async keep(label?: string): Promise<void> {
    clearTimeout(this.#timer);
    const { document } = this.#desk;
    const id = this.#desk.draft.value;
    if (!label && (document === this.#kept || JSON.stringify(document) === JSON.stringify(emptyDocument()))) return;
    this.#kept = document;
    try {
      const before = await draftOf(id);
      const versions = before?.versions ?? [];
      const now = Date.now();
      const newest = versions[0];
      const said = label ?? (now - (newest?.at ?? before?.at ?? now) > LONG ? words.history.version : undefined);
      const version: Version | null = said ? { at: now, label: said, verdict: this.#verdict, document } : null;
      await keepDraft({ id, at: now, verdict: this.#verdict, document, versions: version ? [version, ...versions] : versions });
      this.trouble.set(null);
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      this.trouble.set(full ? words.drafts.full : words.drafts.unkept);
    }
  }

  /** A puzzle that has become unique is a version to go back to. */
  async #versionIfNew(): Promise<void> {
    const draft = await draftOf(this.#desk.draft.value).catch(() => undefined);
    const logic = logicOf(this.#desk.document, true);
    if (draft?.versions.some((version) => version.verdict === "unique" && logicOf(version.document, true) === logic)) return;
    if (this.#verdict === "unique") await this.keep(words.verdict.unique);
  }
}

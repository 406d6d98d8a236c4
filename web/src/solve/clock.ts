// Runs the clock of a solve, which stops while the page is hidden.
import { Store } from "../store.ts";

const KEY = "cluewright.clock";

/**
 * Returns the seconds that this tab has counted. The tab stores them more often than the document does, because the
 * document stores them only with a change.
 */
function kept(draft: string): number {
  try {
    const { draft: of, seconds } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as { draft?: unknown; seconds?: unknown };
    return of === draft && typeof seconds === "number" && Number.isFinite(seconds) ? seconds : 0;
  } catch {
    return 0;
  }
}

export class Clock {
  readonly seconds = new Store(0);
  #draft = "";
  #before = 0;
  /** The time at which the clock was started; null while it is stopped. */
  #since: number | null = null;
  #runs = false;

  constructor() {
    // The clock ticks twice per second, so that a late tick does not skip a second.
    setInterval(() => this.#tick(), 500);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#runs && this.#start()));
    // The document stores the time only with a change, so a reload would lose the time since the last one.
    addEventListener("pagehide", () => this.#keep());
  }

  /** Sets the clock for a draft to the time stored in its document or by this tab, whichever is later. */
  set(draft: string, seconds: number): void {
    this.#stop();
    // `#stop` has stored the time of the previous draft under that draft's id, so the id may change only now.
    this.#draft = draft;
    this.#before = Math.max(seconds, kept(draft));
    this.seconds.set(Math.floor(this.#before));
    if (this.#runs) this.#start();
  }

  reset(): void {
    this.#before = 0;
    if (this.#since !== null) this.#since = performance.now();
    this.#keep();
  }

  run(runs: boolean): void {
    this.#runs = runs;
    if (runs && !document.hidden) this.#start();
    else this.#stop();
  }

  #start(): void {
    this.#since ??= performance.now();
  }

  #stop(): void {
    this.#before = this.#now;
    this.#since = null;
    this.#tick();
    this.#keep();
  }

  get #now(): number {
    return this.#before + (this.#since === null ? 0 : (performance.now() - this.#since) / 1000);
  }

  #tick(): void {
    this.seconds.set(Math.floor(this.#now));
  }

  #keep(): void {
    if (this.#draft === "") return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ draft: this.#draft, seconds: Math.floor(this.#now) }));
    } catch {
      // If session storage is unavailable, the document still contains the elapsed time as of its last change.
    }
  }
}

/** Formats a time as `4:05` or `1:02:03`. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

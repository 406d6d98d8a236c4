// Distributes questions among workers of the page or connections to a server. A worker or connection is called a hand
// here.
import { isQuick, type Answer, type Ask, type AskFor, type Asking, type Engine } from "./engine.ts";
import { Job } from "./job.ts";

/** A worker or connection that answers either quick questions, one after another, or one search. */
export interface Hand {
  give(job: Job): void;
  /** Ends a question whose answer is no longer needed. Returns true if this hand can take the next question. */
  drop(job: Job): boolean;
  /** Returns true if the hand still works but should be replaced. */
  isWorn(): boolean;
  /** Ends the hand and all its questions. The reason is written for users. */
  end(why: string): void;
}

/** Receives the results of the hands. */
export interface Foreman {
  /** Called when a hand has answered a question. */
  done(hand: Hand): void;
  /** Called when a hand has failed, with the reason why its questions are lost. */
  lost(hand: Hand, why: string): void;
}

export interface PoolOptions {
  host: Engine["host"];
  hire(foreman: Foreman): Promise<Hand>;
  /** Maximum number of searches that run at once; other searches wait. */
  searches: number;
  /** True if a spare hand should be kept ready while a search runs, in case the search is cancelled. */
  keepSpare: boolean;
}

/**
 * Delay in milliseconds before a spare hand is started. Without the delay, starting it would slow down short
 * searches.
 */
const SPARE_AFTER = 150;

/** An engine that uses several hands: one for quick questions, and one for each search. */
export class Pool implements Engine {
  readonly host;
  readonly #options: PoolOptions;
  #desk: Promise<Hand> | undefined;
  #spare: Hand | undefined;
  #hiring = false;
  readonly #busy = new Map<Hand, Job>();
  #starting = 0;
  #waiting: Job[] = [];
  #ids = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.host = options.host;
  }

  ask<Q extends Ask>(request: AskFor<Q>, asking: Asking = {}): Promise<Answer<Q>> {
    const typed = new Job<Q>(++this.#ids, request, asking);
    // The pool treats all questions in the same way; only the caller needs the type of the answer.
    const job = typed as unknown as Job;
    if (this.#closed) job.lose(CLOSED);
    else if (isQuick(request)) void this.#quick(job);
    else {
      this.#waiting.push(job);
      void this.#search();
    }
    return typed.answered;
  }

  close(): void {
    this.#closed = true;
    void this.#desk?.then((hand) => hand.end(CLOSED));
    this.#spare?.end(CLOSED);
    for (const hand of this.#busy.keys()) hand.end(CLOSED);
    for (const job of this.#waiting) job.lose(CLOSED);
    this.#waiting = [];
    this.#busy.clear();
  }

  async #quick(job: Job): Promise<void> {
    try {
      // The promise is stored before it settles, so that questions which arrive in the meantime do not start further
      // hands.
      const hand = await (this.#desk ??= this.#hire());
      if (!job.done) hand.give(job);
    } catch (error) {
      // The failed start is forgotten, so that the next question can try again.
      this.#desk = undefined;
      job.lose(reason(error));
    }
  }

  /** Starts as many waiting searches as may run at once. */
  async #search(): Promise<void> {
    while (!this.#closed && this.#busy.size + this.#starting < this.#options.searches) {
      // Questions that were cancelled while they waited are still in the list, so they are removed here.
      this.#waiting = this.#waiting.filter((job) => !job.done);
      const job = this.#waiting.shift();
      if (!job) return;
      // Hands that are still starting count too; otherwise more searches than allowed could run.
      this.#starting++;
      try {
        const hand = this.#takeSpare() ?? (await this.#hire());
        // The question may have been cancelled while its hand was starting.
        if (job.done) this.#rest(hand);
        else this.#give(hand, job);
      } catch (error) {
        job.lose(reason(error));
      } finally {
        this.#starting--;
      }
    }
  }

  #give(hand: Hand, job: Job): void {
    this.#busy.set(hand, job);
    job.whenAborted = () => {
      this.#busy.delete(hand);
      if (hand.drop(job)) this.#rest(hand);
      // The hand has ended with its question, so another hand is started for the next question.
      else void this.#keepSpare();
      void this.#search();
    };
    hand.give(job);
    // If the search has ended by then, its own hand is the spare one, so no other hand is started.
    if (this.#options.keepSpare) setTimeout(() => this.#busy.size > 0 && void this.#keepSpare(), SPARE_AFTER);
  }

  #takeSpare(): Hand | undefined {
    const hand = this.#spare;
    this.#spare = undefined;
    return hand;
  }

  async #keepSpare(): Promise<void> {
    if (this.#closed || this.#spare || this.#hiring || !this.#options.keepSpare) return;
    this.#hiring = true;
    try {
      this.#rest(await this.#hire());
    } catch {
      // The error is not reported here, because the next question reports it.
    } finally {
      this.#hiring = false;
    }
  }

  /**
   * Keeps an idle hand as the spare one. Ends it if there is already a spare hand, if the pool is closed or if the
   * hand should be replaced.
   */
  #rest(hand: Hand): void {
    if (this.#spare || this.#closed || hand.isWorn()) hand.end(CLOSED);
    else this.#spare = hand;
  }

  #hire(): Promise<Hand> {
    return this.#options.hire({
      done: (hand) => {
        // The hand for quick questions is never in `busy`. It keeps running.
        if (!this.#busy.delete(hand)) return;
        this.#rest(hand);
        void this.#search();
      },
      lost: (hand, why) => {
        hand.end(why);
        this.#busy.delete(hand);
        if (this.#spare === hand) this.#spare = undefined;
        void this.#desk?.then((desk) => {
          if (desk === hand) this.#desk = undefined;
        });
        // The lost hand makes room for a waiting search.
        void this.#search();
      },
    });
  }
}

const CLOSED = "the engine was closed";

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

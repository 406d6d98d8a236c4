// A question in progress, for any host.
import { EngineLost, type Answer, type Ask, type AskFor, type Asking, type Progress } from "./engine.ts";

/** A question with the promise of its answer. Only the first outcome counts; later messages are ignored. */
export class Job<Q extends Ask = Ask> {
  readonly answered: Promise<Answer<Q>>;
  /** Called when the caller cancels the question. */
  whenAborted: (() => void) | undefined;
  #resolve!: (answer: Answer<Q>) => void;
  #reject!: (error: unknown) => void;
  #done = false;
  readonly #asking: Asking;

  constructor(
    readonly id: number,
    readonly request: AskFor<Q>,
    asking: Asking = {},
  ) {
    this.#asking = asking;
    this.answered = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A signal that has already been aborted does not fire an event.
    if (asking.signal?.aborted) this.#abort();
    else asking.signal?.addEventListener("abort", this.#abort);
  }

  get done(): boolean {
    return this.#done;
  }

  tell(progress: Progress): void {
    if (!this.#done) this.#asking.onProgress?.(progress);
  }

  answer(answer: Answer<Q>): void {
    this.#end(() => this.#resolve(answer));
  }

  /** Ends the question without an answer. The reason is written for users. */
  lose(why: string): void {
    this.#end(() => this.#reject(new EngineLost(why)));
  }

  readonly #abort = (): void => {
    this.#end(() => this.#reject(this.#asking.signal?.reason));
    this.whenAborted?.();
  };

  #end(last: () => void): void {
    if (this.#done) return;
    this.#done = true;
    // Other questions may share the signal, which may be aborted later. A listener that stayed would then end
    // another question of the same hand.
    this.#asking.signal?.removeEventListener("abort", this.#abort);
    last();
  }
}

// Uses the engine of the program that serves the page. Each connection works on one search. Quick questions have a
// separate connection.
import type { Answer, Ask, AskFor, Engine, Progress } from "./engine.ts";
import type { Job } from "./job.ts";
import { Pool, type Foreman, type Hand } from "./pool.ts";

/** Messages to the server. */
type ToServer = { id: number; request: AskFor<Ask> } | { id: number; cancel: true };

/** Messages from the server. */
type FromServer =
  | { id: number; progress: Progress }
  | { id: number; cancelled: true }
  | { id: number | null; answer: Answer<Ask> };

const BROKEN = "the connection to `cluewright serve` broke: is it still running?";

/** Connects to an engine through WebSockets at this address. */
export function engineOfServer(address: string): Engine {
  return new Pool({
    host: "server",
    hire: (foreman) => connect(address, foreman),
    // Each search already uses all processors of the server.
    searches: 2,
    // Cancelling a search does not end its connection, so no spare connection is needed.
    keepSpare: false,
  });
}

function connect(address: string, foreman: Foreman): Promise<Hand> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.onopen = () => resolve(new SocketHand(socket, foreman));
    socket.onclose = () => reject(new Error(BROKEN));
  });
}

class SocketHand implements Hand {
  readonly #socket: WebSocket;
  readonly #jobs = new Map<number, Job>();

  constructor(socket: WebSocket, foreman: Foreman) {
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as FromServer;
      if (message.id === null) return;
      const job = this.#jobs.get(message.id);
      if ("progress" in message) return job?.tell(message.progress);
      // The answer to a dropped question is ignored. The connection may already be working on another question.
      if (!this.#jobs.delete(message.id)) return;
      if ("answer" in message) job?.answer(message.answer);
      else job?.lose("the server gave the question up for another one");
      foreman.done(this);
    };
    socket.onclose = ({ reason }) => foreman.lost(this, reason || BROKEN);
  }

  give(job: Job): void {
    this.#jobs.set(job.id, job);
    this.#send({ id: job.id, request: job.request });
  }

  drop(job: Job): boolean {
    this.#jobs.delete(job.id);
    this.#send({ id: job.id, cancel: true });
    return this.#socket.readyState === WebSocket.OPEN;
  }

  isWorn(): boolean {
    return this.#socket.readyState !== WebSocket.OPEN;
  }

  end(why: string): void {
    // Closing the connection on purpose must not be reported as a loss.
    this.#socket.onclose = null;
    this.#socket.close();
    for (const job of this.#jobs.values()) job.lose(why);
    this.#jobs.clear();
  }

  #send(message: ToServer): void {
    // If the connection is closed, the message is dropped, because `onclose` reports that its question is lost.
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

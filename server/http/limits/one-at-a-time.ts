import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Pipelined requests that may wait on one connection. Browsers do not pipeline. */
export const mostAhead = 100;
/** Pipelined requests that may wait on all connections together. Each takes some kilobytes. */
const mostAheadInAll = 5_000;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Calls `listener` with a pipelined request only after the previous reply on the connection is finished. Node alone
 * would begin every request that it finds in one read, and buffer all their replies until the client reads them. A
 * connection on which too many requests would wait is destroyed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Queue>();
  const inAll = { waiting: 0 };
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const queue = queues.get(socket);
    if (!queue) queues.set(socket, new Queue(socket, outgoing, listener, inAll));
    else if (!queue.begins(incoming, outgoing)) return;
    listener(incoming, outgoing);
  };
}

/** The requests of one connection. While one of them waits, its socket is paused. */
class Queue {
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #inAll: { waiting: number };
  readonly #waiting: Exchange[] = [];
  #current: ServerResponse;

  constructor(socket: Socket, first: ServerResponse, listener: RequestListener, inAll: { waiting: number }) {
    this.#socket = socket;
    this.#current = first;
    this.#listener = listener;
    this.#inAll = inAll;
  }

  /** Returns true if this request can begin at once; otherwise it waits. */
  begins(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const begins = this.#current.closed && this.#waiting.length === 0;
    if (begins) this.#current = outgoing;
    else if (!this.#socket.destroyed) this.#wait([incoming, outgoing]);
    return begins;
  }

  #wait(exchange: Exchange): void {
    if (this.#waiting.length === mostAhead || this.#inAll.waiting === mostAheadInAll) {
      this.#socket.destroy();
      return;
    }
    this.#inAll.waiting += 1;
    if (this.#waiting.push(exchange) > 1) return;
    this.#socket.on("resume", this.#pause).once("close", this.#finish);
    this.#pause();
    this.#current.once("close", this.#goOnSoon);
  }

  /** Pauses the socket; also each time that Node resumes it, as Node does at the end of each request. */
  readonly #pause = (): void => void this.#socket.pause();

  /** Waits a turn of the event loop, so that a connection with fast replies does not starve the others. */
  readonly #goOnSoon = (): void => void setImmediate(this.#goOn);

  readonly #goOn = (): void => {
    const next = this.#socket.writable ? this.#waiting.shift() : undefined;
    if (next) {
      this.#inAll.waiting -= 1;
      [, this.#current] = next;
    }
    if (next && this.#waiting.length > 0) this.#current.once("close", this.#goOnSoon);
    else this.#finish();
    if (next) this.#listener(...next);
  };

  readonly #finish = (): void => {
    this.#inAll.waiting -= this.#waiting.length;
    this.#waiting.length = 0;
    this.#socket.off("resume", this.#pause).off("close", this.#finish);
    this.#socket.resume();
  };
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClientAddress } from "../../http/request/client-address.ts";
import { Fault } from "../../../catalogue/fault.ts";
import type { EventBuffer } from "./event-buffer.ts";
import { beginEvent, farewell, heartbeat, reloadEvent } from "./stream-events.ts";

/** Open streams of one address. A browser needs one; more come from people who share an address, or from a program. */
const mostOfAddress = 100;
const mostOfProcess = 10_000;
/** Bytes queued for a slow client. */
const mostWaitingBytes = 262_144;
/** Listeners that are written to in one turn of the event loop: some milliseconds of work. */
const listenersPerTurn = 256;
const comeAgainAtLeastSeconds = 30;
const comeAgainAtMostSeconds = 90;

export type ChangeStreamParts = Readonly<{
  recent: EventBuffer;
  addressOf: ClientAddress;
  /** At most half of a connection's idle timeout. */
  heartbeatMs: number;
  /** Called with each heartbeat, in case the notice of a change was lost. */
  onHeartbeat: () => void;
  /** When it aborts, all streams end, and later ones end at once: the client comes back to the process that goes on. */
  closing: AbortSignal | undefined;
  /** Called with the number of open streams whenever it changes. */
  observe: (open: number) => void;
}>;

/** `position` is the number of the last change that was sent. */
type Listener = { readonly outgoing: ServerResponse; position: number; age: number };

/**
 * Sends every change to all listeners, each at its own pace. A listener that stops reading gets nothing more: its
 * connection ends by the idle timeout, or when the next event has left the buffer.
 */
export class ChangeStream {
  readonly #parts: ChangeStreamParts;
  readonly #listeners = new Set<Listener>();
  readonly #openOf = new Map<string, number>();
  #open = 0;
  #beating: NodeJS.Timeout | undefined;
  #isSending = false;

  constructor(parts: ChangeStreamParts) {
    this.#parts = parts;
    parts.recent.watch(() => this.tell());
    parts.closing?.addEventListener("abort", () => this.#endAll());
  }

  get isHeard(): boolean {
    return this.#open > 0;
  }

  /** Throws a `too-many-streams` fault if the server, or this client's address, has too many streams open. */
  assertRoom(incoming: IncomingMessage): void {
    const { addressOf } = this.#parts;
    const ofAddress = this.#openOf.get(addressOf(incoming) ?? "") ?? 0;
    const hasRoom = ofAddress < mostOfAddress && this.#open < mostOfProcess;
    if (hasRoom) return;
    const seconds = Math.round(between(comeAgainAtLeastSeconds, comeAgainAtMostSeconds));
    throw new Fault("too-many-streams", { seconds });
  }

  /**
   * Reserves a stream for a client. Call the result with the reply to start the stream, from the change after
   * `position` on. Throws as `assertRoom` does.
   */
  authorise(incoming: IncomingMessage, position: number): (outgoing: ServerResponse) => void {
    this.assertRoom(incoming);
    const { socket } = incoming;
    const address = this.#parts.addressOf(incoming) ?? "";
    const { age } = this.#parts.recent;
    this.#count(address, 1);
    const release = () => this.#count(address, -1);
    return (outgoing) => {
      if (socket.destroyed || outgoing.destroyed) release();
      else this.#listen({ outgoing, position, age }, socket, release);
    };
  }

  /** Sends the new changes to all listeners. If it is already sending, that run sends them too. */
  tell(): void {
    if (!this.#isSending) void this.#sendAll();
  }

  #count(address: string, more: 1 | -1): void {
    const ofAddress = (this.#openOf.get(address) ?? 0) + more;
    if (ofAddress === 0) this.#openOf.delete(address);
    else this.#openOf.set(address, ofAddress);
    this.#open += more;
    this.#parts.observe(this.#open);
    if (this.#open > 0) this.#beating ??= setInterval(() => void this.#beat(), this.#parts.heartbeatMs).unref();
    else {
      clearInterval(this.#beating);
      this.#beating = undefined;
    }
  }

  #listen(listener: Listener, socket: Socket, release: () => void): void {
    const { outgoing } = listener;
    this.#listeners.add(listener);
    socket.once("close", () => {
      this.#listeners.delete(listener);
      release();
    });
    outgoing.on("drain", () => this.#send(listener));
    outgoing.write(beginEvent(listener.position));
    this.#send(listener);
    if (this.#parts.closing?.aborted) this.#end(listener);
  }

  async #sendAll(): Promise<void> {
    const { recent } = this.#parts;
    this.#isSending = true;
    let sent: Readonly<{ newest: number; age: number }>;
    do {
      sent = { newest: recent.newest, age: recent.age };
      await this.#forAll((listener) => this.#send(listener));
    } while (sent.newest !== recent.newest || sent.age !== recent.age);
    this.#isSending = false;
  }

  async #beat(): Promise<void> {
    this.#parts.onHeartbeat();
    // A client that reads nothing gets no heartbeat, which would reset the timeout that ends its connection.
    await this.#forAll(({ outgoing }) => {
      if (!outgoing.writableEnded && outgoing.writableLength === 0) outgoing.write(heartbeat);
    });
  }

  async #forAll(act: (listener: Listener) => void): Promise<void> {
    let count = 0;
    for (const listener of this.#listeners) {
      act(listener);
      count += 1;
      if (count % listenersPerTurn === 0) await nextTurn();
    }
  }

  /** Sends events until the listener has them all, or too many bytes wait for it. */
  #send(listener: Listener): void {
    const { recent } = this.#parts;
    const { outgoing } = listener;
    if (outgoing.writableEnded) return;
    if (listener.age !== recent.age || !recent.reaches(listener.position)) {
      if (outgoing.writableLength > mostWaitingBytes) {
        outgoing.destroy(); // the client reconnects and gets the same event
        return;
      }
      listener.age = recent.age;
      listener.position = recent.newest;
      outgoing.write(reloadEvent(recent.newest));
    }
    while (outgoing.writableLength <= mostWaitingBytes) {
      const event = recent.at(listener.position + 1);
      if (!event) return;
      outgoing.write(event.bytes);
      listener.position = event.number;
    }
  }

  #endAll(): void {
    clearInterval(this.#beating);
    for (const listener of this.#listeners) this.#end(listener);
  }

  #end({ outgoing }: Listener): void {
    if (!outgoing.writableEnded) outgoing.end(farewell());
  }
}

function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

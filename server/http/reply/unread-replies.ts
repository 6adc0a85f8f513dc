import type { ServerResponse } from "node:http";

/** Bytes of replies that all clients together may leave unread. */
const mostUnreadBytes = 32_000_000;

type Part = Readonly<{ byteLength: number }>;
type UnreadReply = Readonly<{ outgoing: ServerResponse; parts: readonly Part[] }>;

/**
 * Limits the bytes of replies that clients have not read yet. Beyond `mostBytes` and one reply more, it destroys the
 * connections whose replies have waited longest. Bytes that several replies share count once.
 */
export class UnreadReplies {
  readonly #mostBytes: number;
  /** Oldest first. */
  readonly #replies = new Set<UnreadReply>();
  readonly #holders = new Map<Part, number>();
  #bytes = 0;

  constructor(mostBytes = mostUnreadBytes) {
    this.#mostBytes = mostBytes;
  }

  /** Call it with each reply right after sending it, and with the parts of its body. */
  note(outgoing: ServerResponse, body: string | readonly Uint8Array[]): void {
    if (outgoing.writableLength === 0 || outgoing.closed) return;
    const parts = typeof body === "string" ? [{ byteLength: Buffer.byteLength(body) }] : body;
    const reply: UnreadReply = { outgoing, parts };
    this.#replies.add(reply);
    for (const part of parts) this.#hold(part);
    outgoing.once("close", () => this.#release(reply));
    if (this.#bytes > this.#mostBytes) this.#giveUp(this.#mostBytes + sizeOf(reply));
  }

  #giveUp(mostBytes: number): void {
    for (const oldest of this.#replies) {
      if (this.#bytes <= mostBytes) return;
      this.#release(oldest);
      oldest.outgoing.destroy();
    }
  }

  #hold(part: Part): void {
    const holders = this.#holders.get(part) ?? 0;
    if (holders === 0) this.#bytes += part.byteLength;
    this.#holders.set(part, holders + 1);
  }

  #release(reply: UnreadReply): void {
    if (!this.#replies.delete(reply)) return;
    for (const part of reply.parts) {
      const holders = (this.#holders.get(part) ?? 0) - 1;
      if (holders > 0) this.#holders.set(part, holders);
      else {
        this.#holders.delete(part);
        this.#bytes -= part.byteLength;
      }
    }
  }
}

function sizeOf({ parts }: UnreadReply): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

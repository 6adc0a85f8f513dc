/** What each reply of a kind must be: as long as the first, which was read whole, with the same status line. */
export type Expected = Readonly<{ bytes: number; start: Buffer }>;

/** Counts the bytes of one connection's replies, at a small part of what parsing them would cost. */
export class ReplyCounter {
  #received = 0;

  /** Takes received bytes; true if they end the reply. Throws if it begins in another way, or is longer. */
  push(bytes: Buffer, { bytes: expected, start }: Expected): boolean {
    if (
      this.#received === 0 &&
      bytes.compare(start, 0, Math.min(start.length, bytes.length), 0, Math.min(start.length, bytes.length)) !== 0
    )
      throw new Error(`A reply began with ${bytes.toString("latin1", 0, start.length)}`);
    this.#received += bytes.length;
    if (this.#received > expected)
      throw new Error(`A reply was longer than the first, by ${this.#received - expected} bytes.`);
    if (this.#received < expected) return false;
    this.#received = 0;
    return true;
  }
}

import type { Readable } from "node:stream";

/** Reads frames from a stream: each is its length in four bytes, the lowest first, and that many bytes. */
export class FrameReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next frame. Throws if it is longer than `bytesAtMost`, or if the stream ends before the frame does. */
  async read(bytesAtMost: number): Promise<Buffer> {
    const length = (await this.#take(4)).readUInt32LE(0);
    if (length > bytesAtMost) throw new RangeError(`A frame of ${length} bytes is too long.`);
    return this.#take(length);
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    for (let taken = this.#rest.length; taken < length;) {
      const next = await this.#chunks.next();
      if (next.done) throw new RangeError("The stream ended within a frame.");
      parts.push(next.value);
      taken += next.value.length;
    }
    const bytes = Buffer.concat(parts);
    this.#rest = bytes.subarray(length);
    return bytes.subarray(0, length);
  }
}

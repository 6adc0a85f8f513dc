import { closeSync, read } from "node:fs";
import { dlopen } from "node:ffi";
import { promisify } from "node:util";
import { unixAddress } from "../server/operate/send-datagram.ts";

const mostBytes = 4_096;

/** A datagram socket of Linux at a path, to which a program sends its state as to a service manager. */
export class DatagramSocket implements Disposable {
  readonly #descriptor: number;

  constructor(path: string) {
    using library = dlopen(null, {
      socket: { arguments: ["i32", "i32", "i32"], return: "i32" },
      bind: { arguments: ["i32", "buffer", "u32"], return: "i32" },
    });
    const { socket, bind } = library.functions;
    const address = unixAddress(path);
    this.#descriptor = socket(1, 2, 0);
    if (bind(this.#descriptor, address, address.byteLength) !== 0) throw new Error(`${path} cannot be bound.`);
  }

  /** Resolves to the next text that was sent. */
  async next(): Promise<string> {
    const { bytesRead, buffer } = await promisify(read)(this.#descriptor, Buffer.alloc(mostBytes), 0, mostBytes, null);
    return buffer.toString("utf8", 0, bytesRead);
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

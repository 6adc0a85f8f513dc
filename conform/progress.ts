import type { WriteStream } from "node:tty";

/** One line that is written over again and again, where a person looks on. */
export class Progress {
  readonly #output: Pick<WriteStream, "isTTY" | "write">;

  constructor(output: Pick<WriteStream, "isTTY" | "write">) {
    this.#output = output;
  }

  /** Puts `text` in the place of what was shown; nothing where nobody looks on. */
  show(text: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K${text}`);
  }

  /** A line that stays, wherever the output leads. */
  writeLine(text: string): void {
    this.show("");
    this.#output.write(`${text}\n`);
  }
}

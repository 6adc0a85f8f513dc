import type { WriteStream } from "node:tty";

/** One line on a terminal that is overwritten again and again. */
export class Progress {
  readonly #output: Pick<WriteStream, "isTTY" | "write">;

  constructor(output: Pick<WriteStream, "isTTY" | "write">) {
    this.#output = output;
  }

  /** Replaces the line by `text`. Does nothing if the output is not a terminal. */
  show(text: string): void {
    if (this.#output.isTTY) this.#output.write(`\r\u001b[K${text}`);
  }

  /** Writes a line that stays, on any output. */
  writeLine(text: string): void {
    this.show("");
    this.#output.write(`${text}\n`);
  }
}

/** Shows the current step on one line. Without a terminal, prints a line at most every half a minute. */
export class Progress {
  readonly #out = process.stderr;
  readonly #started = performance.now();
  #toldAt = -Infinity;

  tell(words: string): void {
    const seconds = Math.round((performance.now() - this.#started) / 1_000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (this.#out.isTTY) this.#out.write(`\r\u001b[K${`${time} ${words}`.slice(0, this.#out.columns - 1)}`);
    else if (seconds - this.#toldAt >= 30) {
      this.#toldAt = seconds;
      this.#out.write(`${time} ${words}\n`);
    }
  }

  /** Clears the line, so that other lines can follow. */
  clear(): void {
    if (this.#out.isTTY) this.#out.write("\r\u001b[K");
  }
}

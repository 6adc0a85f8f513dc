// Shows the progress of long work: on a terminal in one line that it rewrites, elsewhere in a few plain lines.

export class Progress {
  readonly #label: string;
  readonly #started = performance.now();
  readonly #ticking: NodeJS.Timeout | undefined;
  #step = "";
  #fraction: number | undefined;
  #counting = performance.now();
  #printed = "";

  constructor(label: string, step: string) {
    this.#label = label;
    this.#ticking = process.stdout.isTTY ? setInterval(() => this.#show(), 1_000) : undefined;
    this.say(step);
  }

  /** Shows the current step, and the fraction of it that is done. Leave the fraction out if it is unknown. */
  say(step: string, fraction?: number): void {
    if (step !== this.#step) this.#counting = performance.now();
    this.#step = step;
    this.#fraction = fraction;
    this.#show();
  }

  end(outcome: string): void {
    clearInterval(this.#ticking);
    this.#print(`${this.#label}  ${outcome} (${clock(performance.now() - this.#started)})`);
    if (process.stdout.isTTY) process.stdout.write("\n");
  }

  #show(): void {
    const elapsed = clock(performance.now() - this.#started);
    const parts = [this.#label, this.#step];
    if (process.stdout.isTTY) {
      if (this.#fraction) parts.push(`${Math.floor(100 * this.#fraction)} %`);
      parts.push(elapsed);
      if (this.#fraction && this.#fraction > 0.02) parts.push(`${clock(this.#remaining(this.#fraction))} to go`);
    } else if (this.#fraction && this.#fraction >= 0.25) {
      parts.push(`${25 * Math.floor(4 * this.#fraction)} %`);
    }
    this.#print(parts.join("  "));
  }

  #remaining(fraction: number): number {
    return ((performance.now() - this.#counting) * (1 - fraction)) / fraction;
  }

  #print(line: string): void {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}`);
    else if (line !== this.#printed) console.log(line);
    this.#printed = line;
  }
}

export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

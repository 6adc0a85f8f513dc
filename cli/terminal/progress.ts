import { stderr } from "node:process";
import { interruptible } from "./interruption.ts";

const width = 24;
const everyMs = 100;

/** A progress bar on standard error, if that is a terminal. */
export class Progress {
  readonly #title: string;
  #drawnAtMs = 0;

  constructor(title: string) {
    this.#title = title;
  }

  readonly report = (done: number, all: number): void => {
    const now = performance.now();
    if (!stderr.isTTY || now - this.#drawnAtMs < everyMs) return;
    this.#drawnAtMs = now;
    const share = all === 0 ? 1 : Math.min(1, done / all);
    const full = Math.round(share * width);
    const bar = "█".repeat(full) + "░".repeat(width - full);
    stderr.write(`\r${this.#title} ${bar} ${Math.floor(share * 100)} %`);
  };

  /** Removes the bar. */
  readonly end = (): void => {
    if (this.#drawnAtMs > 0) stderr.write("\r\u001b[2K");
  };
}

/**
 * How work reports its progress and notices that it is to stop. `endProgress` removes the bar early, for a question.
 */
export type ProgressOptions = Readonly<{
  signal: AbortSignal;
  onProgress: (done: number, all: number) => void;
  endProgress: () => void;
}>;

/** Runs work that Ctrl-C may stop, under a progress bar. */
export function withProgress<T>(title: string, work: (options: ProgressOptions) => Promise<T>): Promise<T> {
  const { report: onProgress, end: endProgress } = new Progress(title);
  return interruptible((signal) => work({ signal, onProgress, endProgress })).finally(endProgress);
}

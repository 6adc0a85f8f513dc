/** What writers were told: the numbers of the rows that were acknowledged, and when each was. */
export class Acknowledgements {
  readonly numbers: number[] = [];
  readonly #times: number[] = [];
  #next: number;

  /** Rows are numbered from `first` on. */
  constructor(first: number) {
    this.#next = first;
  }

  takeNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  note(number: number, atMs: number): void {
    this.numbers.push(number);
    this.#times.push(atMs);
  }

  /** The longest time without an acknowledgement between two moments. */
  longestPauseMs(fromMs: number, toMs: number): number {
    const moments = [fromMs, ...this.#times.filter((time) => time > fromMs && time < toMs), toMs];
    return Math.max(...moments.slice(1).map((moment, place) => moment - (moments[place] ?? moment)));
  }
}

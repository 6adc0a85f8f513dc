/** What a writer was told: the numbers of the rows that were acknowledged. */
export class Acknowledgements {
  readonly numbers: number[] = [];
  #next: number;

  /** Rows are numbered from `first` on. */
  constructor(first: number) {
    this.#next = first;
  }

  takeNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  note(number: number): void {
    this.numbers.push(number);
  }
}

/** A rule that does not hold: which call showed it, what it should have shown, and what it showed. */
export class Unmet extends Error {
  override readonly name = "Unmet";
  /** A method and a path. */
  readonly call: string;
  readonly expected: string;
  readonly got: string;

  constructor(call: string, expected: string, got: string) {
    super(`${call}: expected ${expected}; got ${got}`);
    this.call = call;
    this.expected = expected;
    this.got = got;
  }
}

/** What a rule looks for did not come up during the run, so nothing can be said about it. */
export class Unseen extends Error {
  override readonly name = "Unseen";
}

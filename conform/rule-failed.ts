/** A request as a report shows it. */
export type RequestSummary = Readonly<{
  /** The method and the path. */
  call: string;
  /** Its own headers and its body, shortened; empty where it has neither. */
  sent: string;
}>;

/** A rule that does not hold: which request showed it, what it should have shown, and what it showed. */
export class RuleFailed extends Error {
  override readonly name = "RuleFailed";
  readonly call: string;
  readonly sent: string;
  readonly expected: string;
  readonly got: string;

  constructor({ call, sent }: RequestSummary, expected: string, got: string) {
    super(`${call}: expected ${expected}; got ${got}`);
    this.call = call;
    this.sent = sent;
    this.expected = expected;
    this.got = got;
  }
}

/** What a rule looks for did not come up during the run, so nothing can be said about it. The message says why. */
export class RuleNotObserved extends Error {
  override readonly name = "RuleNotObserved";
}

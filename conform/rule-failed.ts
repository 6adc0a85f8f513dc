/** A request as shown in reports. */
export type RequestSummary = Readonly<{
  /** The method and the path. */
  call: string;
  /** Its own headers and its body, shortened; empty if it has neither. */
  sent: string;
}>;

/** A rule that does not hold: the request that showed it, what was expected, and what came. */
export class RuleFailed extends Error {
  override readonly name: string = "RuleFailed";
  readonly call: string;
  readonly sent: string;
  readonly expected: string;
  readonly got: string;

  constructor({ call, sent }: RequestSummary, expected: string, got: string, cause?: unknown) {
    super(`${call}: expected ${expected}; got ${got}`, { cause });
    this.call = call;
    this.sent = sent;
    this.expected = expected;
    this.got = got;
  }
}

/** Nothing happened during the run that could show whether the rule holds. The message says what was missing. */
export class RuleNotObserved extends Error {}

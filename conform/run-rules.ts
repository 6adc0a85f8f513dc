import { OwnCoffees, type Remains } from "./own-coffees.ts";
import { NoReply, ProductClient, type ProductClientParts } from "./product-client.ts";
import type { Rule } from "./rule.ts";
import { RuleFailed, RuleNotObserved, type RequestSummary } from "./rule-failed.ts";
import { Visitor } from "./visitor.ts";

/**
 * The result of a rule; `why` explains it. "unseen": nothing could show whether it holds. "not tried": the rule is
 * risky, the run ended before it, or there was no list.
 */
export type Outcome =
  | Readonly<{ outcome: "holds" }>
  | Readonly<{ outcome: "unseen" | "not tried"; why: string }>
  | (Readonly<{ outcome: "fails"; expected: string; got: string }> & RequestSummary);

export type RuleResult = Readonly<{ rule: Rule }> & Outcome;

export type Run = Remains &
  Readonly<{
    results: readonly RuleResult[];
    /** Part of the name of each coffee that the run added. */
    mark: string;
    isRisky: boolean;
    isInterrupted: boolean;
    /** The last request before the server ended for good. */
    endedAfter?: RequestSummary;
  }>;

export type RunParts = Readonly<{
  client: ProductClientParts;
  rules: readonly Rule[];
  /** Whether to check the risky rules. */
  isRisky?: boolean;
  /** When it aborts, no rule makes a further call, and the run's coffees are deleted within `cleanUpMs`. */
  signal?: AbortSignal;
  cleanUpMs?: number;
  /** How long to wait for a server that has ended to be started again. */
  restartWaitMs?: number;
  /** Called before each rule. */
  onRule?: (rule: Rule, place: number) => void;
  /** Called before the wait for a restart, with the request after which the server ended. */
  onEnd?: (request: RequestSummary) => void;
  /** The coffees that the run has added so far. */
  own?: OwnCoffees;
}>;

/**
 * Checks the rules one after the other, deletes every coffee that it added, and returns the results. The run ends early
 * if the signal aborts, or if the server ends and is not started again. If the first rule fails, no other is tried.
 * Rejects with `NoReply` if the server cannot be reached at the start.
 */
export async function runRules({
  client,
  rules,
  isRisky = false,
  signal,
  cleanUpMs = 30_000,
  restartWaitMs = 15_000,
  onRule = () => {},
  onEnd = () => {},
  own = new OwnCoffees(),
}: RunParts): Promise<Run> {
  const deadline = new AbortController();
  signal?.addEventListener("abort", () => setTimeout(() => deadline.abort(), cleanUpMs).unref());
  const visitor = new Visitor(new ProductClient({ ...client, deadline: deadline.signal }), own, signal);
  const results: RuleResult[] = [];
  let endedAfter: RequestSummary | undefined;
  const whyNotTried = ({ risk }: Rule): string | undefined => {
    if (endedAfter) return "the server stopped answering before it";
    if (signal?.aborted) return "the run was interrupted";
    if (results[0]?.outcome === "fails") return "there is no list";
    return risk === undefined || isRisky ? undefined : `risky: it sends ${risk}`;
  };
  /** If the server has ended, waits for it, and returns the result of the rule that was being checked. */
  const lookAtServer = async (): Promise<Outcome | undefined> => {
    const end = await visitor.awaitServer(restartWaitMs, onEnd);
    if (!end || signal?.aborted) return undefined;
    const { after, secondsAway } = end;
    if (secondsAway === undefined) endedAfter = after;
    const isBack = secondsAway === undefined ? "is not back" : `answered again ${secondsAway.toFixed(1)} s later`;
    return {
      outcome: "fails",
      ...after,
      expected: "a server that goes on",
      got: `it stopped answering, and ${isBack}`,
    };
  };
  const tryRule = async (rule: Rule): Promise<Outcome> => {
    const outcome = await checkRule(rule, visitor, signal);
    const endOutcome = await lookAtServer();
    if (!endedAfter) await visitor.deleteOwnCoffees();
    return endOutcome ?? (await lookAtServer()) ?? outcome;
  };
  let remains = own.remainsWithoutList;
  try {
    await recordForeignCoffees(visitor, own, signal);
    for (const [place, rule] of rules.entries()) {
      const why = whyNotTried(rule);
      if (why === undefined) onRule(rule, place);
      results.push({ rule, ...(why === undefined ? await tryRule(rule) : { outcome: "not tried", why }) });
    }
  } finally {
    remains = endedAfter ? own.remainsWithoutList : await visitor.cleanUp();
  }
  const isInterrupted = signal?.aborted === true;
  return { results, ...remains, mark: own.mark, isRisky, isInterrupted, ...(endedAfter && { endedAfter }) };
}

/** Any answer will do; the rules judge it. */
async function recordForeignCoffees(visitor: Visitor, own: OwnCoffees, signal: AbortSignal | undefined): Promise<void> {
  try {
    own.excludeAll(await visitor.list());
  } catch (error) {
    const isAnswered = error instanceof RuleFailed && !(error instanceof NoReply);
    if (!isAnswered && !signal?.aborted) throw error;
  }
}

async function checkRule(rule: Rule, visitor: Visitor, signal: AbortSignal | undefined): Promise<Outcome> {
  try {
    await rule.check(visitor);
    return { outcome: "holds" };
  } catch (error) {
    if (signal?.aborted) return { outcome: "not tried", why: "the run was interrupted" };
    if (error instanceof RuleNotObserved) return { outcome: "unseen", why: error.message };
    if (!(error instanceof RuleFailed)) throw error;
    const { call, sent, expected, got } = error;
    return { outcome: "fails", call, sent, expected, got };
  }
}

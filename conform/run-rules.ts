import { NoReply, ProductClient, type ProductClientParts } from "./product-client.ts";
import type { Rule } from "./rule.ts";
import { Unmet, Unseen } from "./unmet.ts";
import { Visitor } from "./visitor.ts";

/**
 * What came of a rule. "unseen": nothing came up that would tell. "not tried": the run ended before it, or there was no list.
 */
export type Outcome =
  | Readonly<{ outcome: "holds" | "unseen" | "not tried" }>
  | Readonly<{ outcome: "fails"; call: string; expected: string; got: string }>;

export type RuleResult = Readonly<{ rule: Rule }> & Outcome;

export type Run = Readonly<{
  results: readonly RuleResult[];
  /** Ids of coffees that the run added and could not delete. */
  left: readonly string[];
  isInterrupted: boolean;
}>;

export type RunParts = Readonly<{
  client: ProductClientParts;
  rules: readonly Rule[];
  /** Hears of each rule before it is tried. */
  onRule?: (rule: Rule, place: number) => void;
}>;

/**
 * Tries the rules one after the other, deletes every coffee that it added, and tells what it saw. An aborted signal ends
 * it before the next call; the coffees are deleted all the same. Where the first rule fails, no other is tried. Rejects
 * with `NoReply` where the server cannot be reached at the start.
 */
export async function runRules({ client: parts, rules, onRule = () => {} }: RunParts): Promise<Run> {
  const { signal, ...unstoppable } = parts;
  const visitor = new Visitor(new ProductClient(parts), new ProductClient(unstoppable));
  const results: RuleResult[] = [];
  let left: readonly string[] = [];
  try {
    await arrive(visitor, signal);
    for (const [place, rule] of rules.entries()) {
      const isOver = signal?.aborted === true || results[0]?.outcome === "fails";
      if (!isOver) onRule(rule, place);
      results.push({ rule, ...(isOver ? { outcome: "not tried" } : await tryRule(rule, visitor, signal)) });
    }
  } finally {
    left = await visitor.leave();
  }
  return { results, left, isInterrupted: signal?.aborted === true };
}

/** Any answer will do: what it is worth is for the rules to say. */
async function arrive(visitor: Visitor, signal: AbortSignal | undefined): Promise<void> {
  try {
    await visitor.arrive();
  } catch (error) {
    if (!(error instanceof Unmet) && !signal?.aborted) throw error;
  }
}

async function tryRule(rule: Rule, visitor: Visitor, signal: AbortSignal | undefined): Promise<Outcome> {
  try {
    await rule.check(visitor);
    return { outcome: "holds" };
  } catch (error) {
    if (signal?.aborted) return { outcome: "not tried" };
    if (error instanceof Unseen) return { outcome: "unseen" };
    if (error instanceof Unmet) return { outcome: "fails", call: error.call, expected: error.expected, got: error.got };
    if (error instanceof NoReply)
      return { outcome: "fails", call: error.call, expected: "a reply", got: error.message };
    throw error;
  } finally {
    await visitor.tidy();
  }
}

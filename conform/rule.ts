import type { Visitor } from "./visitor.ts";

/** What a server that lacks it breaks: the specification itself, or no more than what this shop offers beyond it. */
export type Level = "specification" | "extra";

/** One thing that must hold, and how to see it. */
export type Rule = Readonly<{
  /** Short, in kebab-case; names the rule in tables and tests. */
  id: string;
  level: Level;
  /** Where it is written: a section of the specification, or a part of the contract. */
  source: string;
  /** What must hold, in plain words. */
  title: string;
  /**
   * Names what the rule sends where no storefront sends it: in an id, or in a body. A server that trusts its input may end
   * because of it, or store a coffee that it cannot delete. So the rule is tried with --risky only, after all others.
   */
  risk?: string;
  /**
   * Resolves where it holds. Rejects with `RuleFailed` where it does not, with `NoReply` where the server gave no answer, and
   * with `RuleNotObserved` where nothing came up that would tell.
   */
  check: (visitor: Visitor) => Promise<void>;
}>;

import type { Visitor } from "./visitor.ts";

/** What the rule belongs to: the specification, or the extras of this shop. */
export type Level = "specification" | "extra";

/** One rule, and how to check it. */
export type Rule = Readonly<{
  /** Short, in kebab-case; identifies the rule in reports and tests. */
  id: string;
  level: Level;
  /** Where the rule is written: a section of the specification, or a part of the contract. */
  source: `specification §${string}` | `contract: ${string}`;
  /** The rule in plain words. */
  title: string;
  /**
   * Set if the check sends something that no storefront sends, in an id or a body; says what. A server that trusts its
   * input may end because of it, or store a coffee that it cannot delete. Such a rule is checked only with --risky,
   * after all others.
   */
  risk?: string;
  /**
   * Resolves if the rule holds. Rejects with `RuleFailed` if not, with `NoReply` if the server gave no answer, and with
   * `RuleNotObserved` if nothing could show it.
   */
  check: (visitor: Visitor) => Promise<void>;
}>;

/** Some rules by their ids. The source says the level. */
export type Rules = Readonly<Record<string, Omit<Rule, "id" | "level">>>;

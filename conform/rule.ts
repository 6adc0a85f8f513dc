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
   * Resolves where it holds. Rejects with `Unmet` where it does not, with `NoReply` where the server gave no answer, and
   * with `Unseen` where nothing came up that would tell.
   */
  check: (visitor: Visitor) => Promise<void>;
}>;

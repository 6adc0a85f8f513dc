import type { Rule } from "./rule.ts";
import { addRules } from "./rules/add-rules.ts";
import { clientRules } from "./rules/client-rules.ts";
import { deleteRules } from "./rules/delete-rules.ts";
import { httpRules } from "./rules/http-rules.ts";
import { idRules } from "./rules/id-rules.ts";
import { listRules } from "./rules/list-rules.ts";
import { refusalRules } from "./rules/refusal-rules.ts";
import { replaceRules } from "./rules/replace-rules.ts";
import { shopRules } from "./rules/shop-rules.ts";
import { tagRules } from "./rules/tag-rules.ts";
import { valueRules } from "./rules/value-rules.ts";

const everyRule = [
  listRules,
  idRules,
  addRules,
  replaceRules,
  deleteRules,
  valueRules,
  tagRules,
  httpRules,
  clientRules,
  shopRules,
  refusalRules,
].flatMap((some) =>
  Object.entries(some).map(([id, rule]): Rule => {
    return { id, level: rule.source.startsWith("specification") ? "specification" : "extra", ...rule };
  }),
);

/**
 * All rules, in order: the specification, extras, risky rules. The first rule reads the list; without a list, nothing
 * is written. The last rule that is not risky looks at the replies to all earlier ones.
 */
export const rules: readonly Rule[] = [
  ...everyRule.filter(({ level, risk }) => level === "specification" && risk === undefined),
  ...everyRule.filter(({ level, risk }) => level === "extra" && risk === undefined),
  ...everyRule.filter(({ risk }) => risk !== undefined),
];

import type { Rule } from "./rule.ts";
import { addRules } from "./rules/add-rules.ts";
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
  ...listRules,
  ...idRules,
  ...addRules,
  ...replaceRules,
  ...deleteRules,
  ...valueRules,
  ...tagRules,
  ...httpRules,
  ...shopRules,
  ...refusalRules,
];

/**
 * Every rule: those of the specification, then extras, then the risky ones. The first looks at the list: where there is none,
 * nothing is written. The last that is not risky tells of the replies that all before it got.
 */
export const rules: readonly Rule[] = [
  ...everyRule.filter(({ level, risk }) => level === "specification" && risk === undefined),
  ...everyRule.filter(({ level, risk }) => level === "extra" && risk === undefined),
  ...everyRule.filter(({ risk }) => risk !== undefined),
];

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
 * Every rule, those of the specification first. The first looks at the list: where there is none, nothing is written. The
 * last tells of the replies that all others got.
 */
export const rules: readonly Rule[] = [
  ...everyRule.filter(({ level }) => level === "specification"),
  ...everyRule.filter(({ level }) => level === "extra"),
];

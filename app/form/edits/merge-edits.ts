import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";

export type Merge = Readonly<{
  /** The merged fields. In a conflict they have our text. */
  fields: CoffeeFields;
  /** Fields that only the other side changed. */
  remote: readonly CoffeeField[];
  /** Fields that both sides changed to different texts. */
  conflicts: readonly CoffeeField[];
}>;

/** Merges two edits of `before`, field by field. */
export function mergeEdits(before: CoffeeFields, ours: CoffeeFields, theirs: CoffeeFields): Merge {
  const changedByThem = coffeeFields.filter(
    (field) => theirs[field] !== before[field] && theirs[field] !== ours[field],
  );
  const remote = changedByThem.filter((field) => ours[field] === before[field]);
  const conflicts = changedByThem.filter(
    (field) => ours[field] !== before[field] && String(ours[field]) !== String(theirs[field]),
  );
  const fields = { ...ours, ...Object.fromEntries(remote.map((field) => [field, theirs[field]])) };
  return { fields, remote, conflicts };
}

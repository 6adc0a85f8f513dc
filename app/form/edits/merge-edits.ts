import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";

export type Merge = Readonly<{
  /** What either side changed; where both did, what is ours. */
  fields: CoffeeFields;
  /** What only the other side changed. */
  remote: readonly CoffeeField[];
  /** What both sides changed, each to something that reads otherwise. */
  conflicts: readonly CoffeeField[];
}>;

/** Brings together two edits of what was `before`, field by field. */
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

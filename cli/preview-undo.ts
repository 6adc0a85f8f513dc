import type { Change } from "../catalogue/change.ts";
import type { CoffeeField } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import type { ExactFields } from "../catalogue/exact-coffee.ts";
import { changedFields, planUndo, standing } from "../catalogue/undo.ts";

/** A field that a change wrote and that stays, since it was written again later. */
export type KeptField = Readonly<{
  change: number;
  field: CoffeeField;
  laterChange: number;
  laterVisitor: string | null;
}>;

/** What taking changes back would make of one coffee. */
export type CoffeePreview = Readonly<{
  coffeeId: string;
  before: ExactFields | null;
  after: ExactFields | null;
  /** The numbers of the changes that would be taken back. */
  takenBack: readonly number[];
  kept: readonly KeptField[];
}>;

/** What `CoffeeStore.undo` would do with these changes now, coffee by coffee; writes nothing. */
export async function previewUndo(store: CoffeeStore, changes: readonly Change[]): Promise<CoffeePreview[]> {
  const taken = new Set(changes.map(({ number }) => number));
  const previews: CoffeePreview[] = [];
  for (const coffeeId of new Set(changes.map((change) => change.coffeeId))) {
    previews.push(previewCoffee(coffeeId, await store.history(coffeeId), taken));
  }
  return previews;
}

function previewCoffee(coffeeId: string, history: readonly Change[], taken: ReadonlySet<number>): CoffeePreview {
  const { steps, kept } = planUndo(history, taken);
  const now = history.at(-1)?.after ?? null;
  return {
    coffeeId,
    before: now,
    after: steps.length > 0 ? (steps.at(-1)?.after ?? null) : now,
    takenBack: steps.map(({ undoes }) => undoes),
    kept: kept.flatMap(({ change, fields }) => fields.map((field) => keptField(history, taken, change, field))),
  };
}

function keptField(
  history: readonly Change[],
  taken: ReadonlySet<number>,
  change: number,
  field: CoffeeField,
): KeptField {
  const stands = standing(history, taken);
  const later = history.findLast(
    (each) =>
      each.number > change && each.undoes === null && stands.has(each.number) && changedFields(each).includes(field),
  );
  return { change, field, laterChange: later?.number ?? change, laterVisitor: later?.visitor ?? null };
}

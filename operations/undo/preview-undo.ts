import { fieldsIn, type Change, type Version } from "../../catalogue/log/change.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { operator, type ChangeSummary, type CoffeeStore, type UndoResult } from "../../catalogue/coffee-store.ts";
import { fieldsOf, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { visitorOf } from "../../catalogue/visitor/visitor.ts";
import { mostEntries, planUndo, readStates, effectiveChanges, type HistoryEntry } from "../../catalogue/log/undo.ts";
import { selectChanges, type UndoSelection } from "./select-changes.ts";

/** A field that an undo leaves alone, because it was written again later. */
export type SupersededField = Readonly<{
  change: number;
  field: CoffeeField;
  laterChange: number;
  laterVisitor: string | null;
}>;

/** What an undo would do to one coffee. */
export type CoffeePreview = Readonly<{
  coffeeId: string;
  before: CoffeeText | null;
  after: CoffeeText | null;
  /** The numbers of the changes that would be undone. */
  takenBack: readonly number[];
  kept: readonly SupersededField[];
}>;

/** A change to undo, and its coffee. */
export type ChangeReference = Readonly<{ number: number; coffeeId: string }>;

/**
 * What `CoffeeStore.undo` would do with these changes, coffee by coffee. Writes nothing. Rejects with `undo-too-large`
 * as that would.
 */
export async function previewUndo(store: CoffeeStore, changes: readonly ChangeReference[]): Promise<CoffeePreview[]> {
  const targets = new Set(changes.map(({ number }) => number));
  const previews: CoffeePreview[] = [];
  for (const coffeeId of new Set(changes.map((change) => change.coffeeId))) {
    previews.push(await previewCoffee(store, coffeeId, targets));
  }
  return previews;
}

async function previewCoffee(
  store: CoffeeStore,
  coffeeId: string,
  targets: ReadonlySet<number>,
): Promise<CoffeePreview> {
  const history = await store.history(coffeeId, mostEntries + 1);
  const newest = history.at(-1)?.number ?? 0;
  const stateAfter = await readStates(
    (states) => {
      states(newest);
      planUndo(history, targets, states);
    },
    (numbers) => store.states(numbers),
  );
  const { steps, kept } = planUndo(history, targets, stateAfter);
  const before = stateAfter(newest);
  const later = kept.flatMap(({ change, fields }) =>
    fields.map((field) => ({ change, field, laterChange: laterChange(history, targets, change, field) })),
  );
  const writers = await store.select({ numbers: later.map((each) => each.laterChange) }, later.length);
  const visitors = new Map(writers.map((writer) => [writer.number, visitorOf(writer)]));
  return {
    coffeeId,
    before,
    after: steps.length > 0 ? (steps.at(-1)?.after ?? null) : before,
    takenBack: steps.map(({ undoes }) => undoes),
    kept: later.map((each) => ({ ...each, laterVisitor: visitors.get(each.laterChange) ?? null })),
  };
}

/**
 * The fields that are empty in `after` because the shop has erased them, so that undoing these changes cannot bring
 * them back.
 */
export function fieldsLost(targets: readonly Pick<Change, "erasedBefore">[], after: CoffeeText | null): CoffeeField[] {
  const erased = new Set(targets.flatMap(({ erasedBefore = [] }) => erasedBefore));
  if (after === null || erased.size === 0) return [];
  const fields = fieldsOf(after);
  return coffeeFields.filter((field) => fields[field] === "" && erased.has(field));
}

/** The newest change that wrote a field again after `change`. */
function laterChange(
  history: readonly HistoryEntry[],
  targets: ReadonlySet<number>,
  change: number,
  field: CoffeeField,
): number {
  const stands = effectiveChanges(history, targets);
  const later = history.findLast(
    ({ number, undoes, fields }) =>
      number > change && undoes === null && stands.has(number) && fieldsIn(fields).includes(field),
  );
  return later?.number ?? change;
}

/** What an undo would do, and the version of the shop for which that holds. */
export type SelectedUndo = Readonly<{
  version: Version;
  changes: readonly ChangeSummary[];
  coffees: readonly CoffeePreview[];
}>;

/** Previews the undo of the selected changes; writes nothing. Rejects like `selectChanges` and `previewUndo`. */
export async function previewSelectedUndo(store: CoffeeStore, selection: UndoSelection): Promise<SelectedUndo> {
  const version = await store.version();
  const changes = await selectChanges(store, selection);
  return { version, changes, coffees: await previewUndo(store, changes) };
}

/**
 * Undoes what was previewed, as the operator. Rejects with a `changed-meanwhile` fault if one of the coffees has
 * changed since the preview.
 */
export function undoSelected(
  store: CoffeeStore,
  { version, changes }: SelectedUndo,
  onProgress?: (done: number, all: number) => void,
): Promise<UndoResult> {
  return store.undo(
    changes.map(({ number }) => number),
    { visitor: operator, at: new Date() },
    { precondition: { upTo: version.number }, onProgress },
  );
}

import { operator, type ChangeSelection, type ChangeSummary, type CoffeeStore } from "../../catalogue/coffee-store.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { OperationRefused } from "../operation-refused.ts";

/** Numbers of changes from `from` to `to`, both included. */
export type NumberRange = Readonly<{ from: number; to: number }>;

/** Which changes to undo or erase. If several members are given, a change must match all of them. */
export type UndoSelection = Readonly<{
  change?: readonly NumberRange[];
  visitor?: string;
  network?: string;
  since?: Date;
  until?: Date;
}>;

/**
 * The selected changes, newest first and without their texts, including those that are undone already. The operator's
 * changes and the coffees that the shop opened with are left out, unless they are selected by number, visitor or
 * network. Rejects with `OperationRefused` if the log has no change of a selected number.
 */
export async function selectChanges(
  store: CoffeeStore,
  { change, ...conditions }: UndoSelection,
): Promise<ChangeSummary[]> {
  const { number: newest } = await store.version();
  const outside = change?.find(({ to }) => to > newest);
  if (outside) {
    throw new OperationRefused(`There is no change ${outside.to}: the log has ${pluralise(newest, "change")}.`);
  }
  const selection: ChangeSelection = { ...conditions, ...(change && { numbers: change.flatMap(numbersOf) }) };
  const changes = await store.summarise(selection, Number.MAX_SAFE_INTEGER);
  const isNamed = change !== undefined || conditions.visitor !== undefined || conditions.network !== undefined;
  const [first] = await store.changes(0, 1);
  return changes.filter((each) => {
    const isSample = each.visitor === null && each.action === "add" && each.time === first?.time;
    return isNamed || !(isSample || each.visitor === operator);
  });
}

function numbersOf({ from, to }: NumberRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

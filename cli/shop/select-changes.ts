import { InvalidArgumentError } from "commander";
import { operator, type ChangeSelection, type ChangeSummary, type CoffeeStore } from "../../catalogue/coffee-store.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { pluralise } from "../terminal/format-change.ts";

export type NumberRange = Readonly<{ from: number; to: number }>;

export type UndoSelection = Readonly<{
  change?: readonly NumberRange[];
  visitor?: string;
  network?: string;
  since?: Date;
  until?: Date;
}>;

/** Collects the values of `--change`: numbers and ranges such as 17-42, with commas between them or not. */
export function rangesOption(text: string, earlier: readonly NumberRange[] = []): NumberRange[] {
  const ranges = text.split(",").map((part) => {
    const [, from, to = from] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part.trim()) ?? [];
    if (from === undefined || Number(to) < Number(from)) {
      throw new InvalidArgumentError(
        "It must be numbers of changes, such as 17 or 17-42; niceties history shows them.",
      );
    }
    return { from: Number(from), to: Number(to) };
  });
  return [...earlier, ...ranges];
}

/**
 * The changes that are meant, newest first and without their texts; the undo passes over those that are undone already.
 * What the operator did, and the coffees that the shop opened with, are meant only where they are named by number or by
 * visitor. Rejects with `CommandFailed` for a number that no change has.
 */
export async function selectChanges(
  store: CoffeeStore,
  { change, ...wanted }: UndoSelection,
): Promise<ChangeSummary[]> {
  const { number: newest } = await store.version();
  const outside = change?.find(({ to }) => to > newest);
  if (outside) {
    throw new CommandFailed(`There is no change ${outside.to}: the log has ${pluralise(newest, "change")}.`);
  }
  const selection: ChangeSelection = { ...wanted, ...(change && { numbers: change.flatMap(numbersOf) }) };
  const changes = await store.summarise(selection, Number.MAX_SAFE_INTEGER);
  const isNamed = change !== undefined || wanted.visitor !== undefined || wanted.network !== undefined;
  const [first] = await store.changes(0, 1);
  return changes.filter((each) => {
    const isSample = each.visitor === null && each.action === "add" && each.time === first?.time;
    return isNamed || !(isSample || each.visitor === operator);
  });
}

function numbersOf({ from, to }: NumberRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

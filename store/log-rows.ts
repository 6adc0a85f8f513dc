import type { Change } from "../catalogue/change.ts";
import type { TextField } from "../catalogue/coffee.ts";
import { exactFields, exactPrice, parseExact, type ExactCoffee, type ExactFields } from "../catalogue/exact-coffee.ts";

/*
 * The tables of coffees and changes as rows, the same in every database.
 */

export type FieldsRow = Readonly<Record<TextField | "price", string>>;
export type CoffeeRow = Readonly<{ _id: string }> & FieldsRow;
export type ChangeRow = Omit<Change, "before" | "after"> & Readonly<{ before: string | null; after: string | null }>;

export const coffeeColumns = "name, chef, supplier, taste, category, details, photo, price";
export const selectChange = `SELECT number, time, action, coffee_id AS "coffeeId", before, after, visitor, undoes, hash FROM changes`;

/** The fields as the table of coffees holds them. */
export function rowFromFields(fields: ExactFields): FieldsRow {
  return { ...exactFields(fields), price: JSON.stringify(fields.price) };
}

export function fieldsFromRow(row: FieldsRow): ExactFields {
  const price = row.price.startsWith('"') ? String(JSON.parse(row.price)) : exactPrice(Number(row.price), row.price);
  return { ...row, price };
}

export function coffeeFromRow({ _id, ...row }: CoffeeRow): ExactCoffee {
  return { _id, ...fieldsFromRow(row) };
}

export function rowFromChange(change: Change): ChangeRow {
  const { before, after } = change;
  return { ...change, before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
}

/** Throws where `before` or `after` is not what `rowFromChange` wrote there. */
export function changeFromRow(row: ChangeRow): Change {
  return {
    ...row,
    before: row.before === null ? null : parseExact(row.before),
    after: row.after === null ? null : parseExact(row.after),
  };
}

/** Of a coffee's undos, newest first: the changes that are taken back by an undo which is not taken back itself. */
export function undoneBy(undos: readonly Readonly<{ number: number; undoes: number }>[]): Set<number> {
  const undone = new Set<number>();
  for (const { number, undoes } of undos) if (!undone.has(number)) undone.add(undoes);
  return undone;
}

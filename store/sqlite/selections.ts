import type Database from "better-sqlite3";
import type { ChangeSelection } from "../../catalogue/coffee-store.ts";
import { firstNumberSince, byVisitorCondition, lastNumberUntil } from "../log/log-rows.ts";

/** Reads columns of the changes that match a selection. Each combination of conditions is compiled once. */
export class Selections<Row> {
  readonly #database: Database.Database;
  readonly #columns: string;
  readonly #statements = new Map<string, Database.Statement<unknown[], Row>>();

  constructor(database: Database.Database, columns: string) {
    this.#database = database;
    this.#columns = columns;
  }

  /** The matching changes up to number `last`. */
  all(selection: ChangeSelection, limit: number, last: number): Row[] {
    const { numbers, coffeeId, visitor, network, since, until, before = Infinity, after } = selection;
    const wanted = [
      ["number IN (SELECT value FROM json_each(?))", numbers && JSON.stringify(numbers)],
      ["coffee_id = ?", coffeeId],
      [byVisitorCondition("?"), visitor],
      ["visitor = ?", network],
      [`number >= ${firstNumberSince("?")}`, since?.toISOString()],
      [`number <= ${lastNumberUntil("?")}`, until?.toISOString()],
      ["number < ?", Math.min(before, last + 1)],
      ["number > ?", after],
    ].filter(([, value]) => value !== undefined);
    const conditions = wanted.map(([condition], place) => String(condition).replaceAll("?", `@value${place}`));
    const where = [selection.withErasures ? "true" : "action <> 'erase'", ...conditions].join(" AND ");
    const order = after === undefined ? "DESC" : "ASC";
    const values = Object.fromEntries(wanted.map(([, value], place) => [`value${place}`, value]));
    return this.#statement(`${where} ORDER BY number ${order}`).all({ limit, ...values });
  }

  #statement(whereAndOrder: string): Database.Statement<unknown[], Row> {
    const compiled = this.#statements.get(whereAndOrder);
    if (compiled) return compiled;
    const statement = this.#database.prepare<unknown[], Row>(`${this.#columns} WHERE ${whereAndOrder} LIMIT @limit`);
    this.#statements.set(whereAndOrder, statement);
    return statement;
  }
}

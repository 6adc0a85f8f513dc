import type Database from "better-sqlite3";
import type { ChangeSelection } from "../../catalogue/coffee-store.ts";
import { actionCondition, selectionConditions } from "../log/log-rows.ts";

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
    const upToLast = { ...selection, before: Math.min(selection.before ?? Infinity, last + 1) };
    const wanted = selectionConditions(upToLast, "number IN (SELECT value FROM json_each(?))");
    const conditions = wanted.map(([name, condition]) => condition.replaceAll("?", `@${name}`));
    const where = [actionCondition(selection), ...conditions].join(" AND ");
    const order = selection.after === undefined ? "DESC" : "ASC";
    const values = Object.fromEntries(
      wanted.map(([name, , value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
    );
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

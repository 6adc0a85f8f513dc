import Database from "better-sqlite3";

/** A connection that `using` closes at the end of its block. */
export class ScopedDatabase extends Database implements Disposable {
  [Symbol.dispose](): void {
    this.close();
  }
}

import type Database from "better-sqlite3";
import type { Version } from "../../catalogue/log/change.ts";
import type { Moves } from "../../catalogue/coffee-store.ts";
import {
  moveColumns,
  movesFromRows,
  rowsFromMoves,
  selectMoves,
  type DecideMoves,
  type MoveRow,
} from "../copies/move-marks.ts";
import { translateDriverErrors } from "./driver-errors.ts";
import { numberPragma } from "./migrations.ts";
import { openDatabase } from "./file/open-database.ts";
import { SqliteLog } from "./sqlite-log.ts";
import { openUnchanged } from "./file/verify-database.ts";

/**
 * Changes what a shop's file records of its moves, durably and between two writes. Throws as `openDatabase` and
 * `decide` do.
 */
export function changeFileMoves(file: string, decide: DecideMoves): Moves {
  const opened = openDatabase(file, () => {}, true);
  try {
    const { database } = opened;
    const change = database.transaction(() => {
      const moves = readMoves(database);
      const newMoves = decide(moves, new SqliteLog(database).version(), Date.now());
      if (newMoves !== moves) writeMoves(database, newMoves);
      return newMoves;
    });
    return translateDriverErrors(file, () => change.immediate());
  } finally {
    opened.close();
  }
}

/**
 * What a file records of its moves, the end of its log, and its data version. Writes nothing. Throws the driver's
 * errors.
 */
export function readFileMoves(file: string): Readonly<{ moves: Moves; end: Version; dataVersion: number }> {
  using database = openUnchanged(file);
  const dataVersion = numberPragma(database, "user_version");
  const hasMoves = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'moves'").get() !== undefined;
  const newest = database.prepare<[], Version>("SELECT number, hash FROM changes ORDER BY number DESC LIMIT 1").get();
  const moves = hasMoves ? readMoves(database) : { to: undefined, from: undefined };
  return { moves, end: newest ?? { number: 0, hash: "" }, dataVersion };
}

export function readMoves(database: Database.Database): Moves {
  return movesFromRows(database.prepare<[], MoveRow>(selectMoves).all());
}

/** Call it inside a transaction. */
export function writeMoves(database: Database.Database, moves: Moves): void {
  database.exec("DELETE FROM moves");
  const values = moveColumns.map((column) => `@${column}`).join(", ");
  const insert = database.prepare<[MoveRow]>(`INSERT INTO moves (${moveColumns.join(", ")}) VALUES (${values})`);
  for (const row of rowsFromMoves(moves)) insert.run(row);
}

import { setTimeout as delay } from "node:timers/promises";
import type { Moves } from "../../catalogue/coffee-store.ts";
import {
  moveColumns,
  movesFromRows,
  rowsFromMoves,
  selectMoves,
  type DecideMoves,
  type MoveRow,
} from "../copies/move-marks.ts";
import { describeDatabase } from "./connection/describe-database.ts";
import { passes, rethrowAsRefusal } from "./connection/driver-errors.ts";
import { Connection } from "./connection/connection.ts";
import { lockEnd, patientMs, quickMs } from "./log-queries.ts";

/** Time limit. A large write may hold the lock on the end of the log, and a broken connection is opened again. */
const resolveMs = 20_000;
const retryEveryMs = 100;

/**
 * Changes what a shop's database records of its moves, durably and between two writes. Rejects as `decide` throws, and
 * with `StoreRefused` if the database cannot be reached. In the latter case the change may have been made.
 */
export function changeDatabaseMoves(url: string, decide: DecideMoves): Promise<Moves> {
  const until = performance.now() + resolveMs;
  return rethrowAsRefusal(describeDatabase(url), async () => {
    for (;;) {
      try {
        return await changeOnce(url, decide);
      } catch (error) {
        if (!passes(error) || performance.now() > until) throw error;
      }
      await delay(retryEveryMs);
    }
  });
}

async function changeOnce(url: string, decide: DecideMoves): Promise<Moves> {
  await using connection = await Connection.open(url);
  await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
  const { version } = await lockEnd(connection, patientMs);
  const { moves, now } = await readMoves(connection, quickMs);
  const newMoves = decide(moves, version, now);
  if (newMoves !== moves) await writeMoves(connection, newMoves);
  // Writes a row even if nothing changes: the commit then waits until every replica has what was read.
  else await connection.query("UPDATE head SET number = number", quickMs);
  await connection.commit(patientMs);
  return newMoves;
}

/** What a database records of its moves, and its clock, in milliseconds since 1970. */
export async function readMoves(connection: Connection, withinMs: number): Promise<{ moves: Moves; now: number }> {
  // Returns one row with the time even if there is no move.
  const text = `
    SELECT now_ms, moves.* FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms) AS clock
    LEFT JOIN (${selectMoves}) AS moves ON true`;
  const rows = await connection.query<MoveRow & { now_ms: number }>({ name: "moves", text }, withinMs);
  return { moves: movesFromRows(rows), now: rows[0]?.now_ms ?? 0 };
}

/** Call it inside a transaction that holds the lock of `lockEnd`. */
export async function writeMoves(connection: Connection, moves: Moves): Promise<void> {
  await connection.query("DELETE FROM moves", quickMs);
  const places = moveColumns.map((_, place) => `$${place + 1}`).join(", ");
  const text = `INSERT INTO moves (${moveColumns.join(", ")}) VALUES (${places})`;
  for (const row of rowsFromMoves(moves)) {
    await connection.query({ text, values: moveColumns.map((column) => row[column]) }, quickMs);
  }
}

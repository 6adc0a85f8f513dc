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

/** A large write may hold the end of the log for a while, and a connection that broke is made anew. */
const resolveMs = 20_000;
const retryEveryMs = 100;

/**
 * Changes what a shop's database tells of its moves, durably, between two writes. Rejects as `decide` throws, and with
 * `StoreRefused` where the database cannot be reached; then it may have been changed.
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
  const connection = await Connection.open(url);
  try {
    await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
    const { version } = await lockEnd(connection, patientMs);
    const { moves, now } = await readMoves(connection, quickMs);
    const newMoves = decide(moves, version, now);
    if (newMoves !== moves) await writeMoves(connection, newMoves);
    // An unchanged row is written all the same: its commit makes sure that what was found is on every copy.
    else await connection.query("UPDATE head SET number = number", quickMs);
    await connection.commit(patientMs);
    return newMoves;
  } finally {
    await connection.close();
  }
}

/** What a database tells of its moves, and its time, in milliseconds since 1970. */
export async function readMoves(connection: Connection, withinMs: number): Promise<{ moves: Moves; now: number }> {
  // The row of the time is there where no other is.
  const text = `
    SELECT now_ms, moves.* FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms) AS clock
    LEFT JOIN (${selectMoves}) AS moves ON true`;
  const rows = await connection.query<MoveRow & { now_ms: number }>({ name: "moves", text }, withinMs);
  return { moves: movesFromRows(rows), now: rows[0]?.now_ms ?? 0 };
}

/** To be run inside a transaction of its caller's, which holds the key of `lockEnd`. */
export async function writeMoves(connection: Connection, moves: Moves): Promise<void> {
  await connection.query("DELETE FROM moves", quickMs);
  const places = moveColumns.map((_, place) => `$${place + 1}`).join(", ");
  const text = `INSERT INTO moves (${moveColumns.join(", ")}) VALUES (${places})`;
  for (const row of rowsFromMoves(moves)) {
    await connection.query({ text, values: moveColumns.map((column) => row[column]) }, quickMs);
  }
}

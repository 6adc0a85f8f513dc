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
import { passes } from "./connection/driver-errors.ts";
import { Link } from "./connection/connection.ts";
import { lockEnd, patientMs, quickMs } from "./log-queries.ts";
import { refused } from "./connection/refused.ts";

/** A large write may hold the end of the log for a while, and a connection that broke is made anew. */
const resolveMs = 20_000;
const retryEveryMs = 100;

/**
 * Changes what a shop's database tells of its moves, durably, between two writes. Rejects as `decide` throws, and with
 * `StoreRefused` where the database cannot be reached; then it may have been changed.
 */
export function changeDatabaseMoves(url: string, decide: DecideMoves): Promise<Moves> {
  const until = performance.now() + resolveMs;
  return refused(describeDatabase(url), async () => {
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
  const link = await Link.open(url);
  try {
    await link.ask("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
    const { version } = await lockEnd(link, patientMs);
    const { moves, now } = await readMoves(link, quickMs);
    const decided = decide(moves, version, now);
    if (decided !== moves) await writeMoves(link, decided);
    // An unchanged row is written all the same: its commit makes sure that what was found is on every copy.
    else await link.ask("UPDATE head SET number = number", quickMs);
    await link.commit(patientMs);
    return decided;
  } finally {
    await link.close();
  }
}

/** What a database tells of its moves, and its time, in milliseconds since 1970. */
export async function readMoves(link: Link, withinMs: number): Promise<{ moves: Moves; now: number }> {
  // The row of the time is there where no other is.
  const text = `
    SELECT now_ms, moves.* FROM (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms) AS clock
    LEFT JOIN (${selectMoves}) AS moves ON true`;
  const rows = await link.ask<MoveRow & { now_ms: number }>({ name: "moves", text }, withinMs);
  return { moves: movesFromRows(rows), now: rows[0]?.now_ms ?? 0 };
}

/** To be run inside a transaction of its caller's, which holds the key of `lockEnd`. */
export async function writeMoves(link: Link, moves: Moves): Promise<void> {
  await link.ask("DELETE FROM moves", quickMs);
  const places = moveColumns.map((_, place) => `$${place + 1}`).join(", ");
  const text = `INSERT INTO moves (${moveColumns.join(", ")}) VALUES (${places})`;
  for (const row of rowsFromMoves(moves)) {
    await link.ask({ text, values: moveColumns.map((column) => row[column]) }, quickMs);
  }
}

import type { Version } from "../../catalogue/log/change.ts";
import type { Move, Moves } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";

/** A row of the table `moves`, with the column names of both databases. */
export type MoveRow = Readonly<{
  way: "to" | "from";
  id: string;
  place: string;
  since: string;
  is_done: number;
  number: number;
  hash: string;
  mover: string;
  lease_until: number;
}>;

export const moveColumns = [
  "way",
  "id",
  "place",
  "since",
  "is_done",
  "number",
  "hash",
  "mover",
  "lease_until",
] as const;

export const selectMoves = `SELECT ${moveColumns.join(", ")} FROM moves`;

/**
 * Decides what a place records of its moves, from what it records now, the end of its log, and the time in milliseconds
 * since 1970. If it throws, nothing changes. It may be called again if a commit got no answer.
 */
export type DecideMoves = (moves: Moves, end: Version, now: number) => Moves;

export function movesFromRows(rows: readonly MoveRow[]): Moves {
  const moveOf = (way: MoveRow["way"]): Move | undefined => {
    const row = rows.find((each) => each.way === way);
    if (!row) return undefined;
    const { id, place, since, is_done, number, hash, mover, lease_until: leaseUntil } = row;
    return { id, place, since, isDone: is_done === 1, version: { number, hash }, mover, leaseUntil };
  };
  return { to: moveOf("to"), from: moveOf("from") };
}

export function rowsFromMoves({ to, from }: Moves): MoveRow[] {
  return [...(to ? [rowFromMove("to", to)] : []), ...(from ? [rowFromMove("from", from)] : [])];
}

function rowFromMove(way: MoveRow["way"], move: Move): MoveRow {
  const { id, place, since, isDone, version, mover, leaseUntil } = move;
  return { way, id, place, since, is_done: isDone ? 1 : 0, ...version, mover, lease_until: leaseUntil };
}

/**
 * How long a move may go without renewing its lease. After that, the place that it was leaving accepts writes again.
 */
export const leaseMs = 15_000;

/**
 * Whether a move keeps the place that it leaves from accepting writes, now or for good. `now` is in milliseconds since
 * 1970.
 */
export function blocksWrites({ isDone, leaseUntil }: Move, now: number): boolean {
  // If the clock was set back, a lease seems longer than it can be. A mover that is alive renews it by the new time.
  return isDone || (leaseUntil > now && leaseUntil <= now + 2 * leaseMs);
}

/** Throws a `moving` fault if a place must not be written at a moment, in milliseconds since 1970. */
export function assertNotMoving({ to, from }: Moves, now: number): void {
  if (to?.isDone) throw new Fault("moving", "done");
  if ((to && blocksWrites(to, now)) || from?.isDone === false) {
    throw new Fault("moving", "under way");
  }
}

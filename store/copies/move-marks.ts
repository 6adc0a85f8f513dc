import type { Version } from "../../catalogue/log/change.ts";
import type { Move, Moves } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";

/** A row of the table `moves`, under the names that both databases give its columns. */
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
 * Says what a place is to tell of its moves from now on, by what it tells of them, where its log ends and what time it is,
 * in milliseconds since 1970. Where it throws, nothing is changed. It may be asked again after a commit that nobody answered.
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

/** Without a sign of life from the mover for so long, the place that it was about to leave is written again. */
export const leaseMs = 15_000;

/** Whether a move keeps the place that it leads away from from being written, for now or for good. `now` is in milliseconds since 1970. */
export function blocksWrites({ isDone, leaseUntil }: Move, now: number): boolean {
  // A clock that was set back makes a lease longer than any: a mover that is alive renews it by the new time.
  return isDone || (leaseUntil > now && leaseUntil <= now + 2 * leaseMs);
}

/** Throws a `moving` fault where a place must not be written at a moment, in milliseconds since 1970. */
export function assertNotMoving({ to, from }: Moves, now: number): void {
  if (to?.isDone) throw movedAwayFault();
  if ((to && blocksWrites(to, now)) || from?.isDone === false) {
    const detail = {
      en: "The shop is moving to another place, so nothing was changed. Try again in a minute.",
      bn: "দোকান অন্য জায়গায় স্থানান্তর করা হচ্ছে, তাই কিছুই বদলানো হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।",
    };
    throw new Fault("moving", detail);
  }
}

/** For a write to a place that the shop has left. */
export function movedAwayFault(): Fault {
  const detail = {
    en: "The shop has moved and opens again in a moment, so nothing was changed. Try again in a minute.",
    bn: "দোকান স্থানান্তর করা হয়েছে, একটু পরেই আবার খুলবে; এখানে কিছুই বদলানো হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।",
  };
  return new Fault("moving", detail);
}

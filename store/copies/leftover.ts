import type { Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore, Move, Moves } from "../../catalogue/coffee-store.ts";

/**
 * Whether what is in a place that `source` is to be moved to by `move` is no shop any more, and nothing is lost with it: an
 * earlier copy from the same place that never became the shop, or a shop that has left for `source`, which has all its changes.
 */
export async function isLeftover(
  { moves: { to, from }, end }: Readonly<{ moves: Moves; end: Version }>,
  move: Move,
  source: CoffeeStore,
): Promise<boolean> {
  if (from?.isDone === false) return from.place === move.place;
  if (!to?.isDone || to.place !== move.place) return false;
  if (end.number === 0) return true;
  const [change] = await source.changes(end.number - 1, 1);
  return change?.hash === end.hash;
}

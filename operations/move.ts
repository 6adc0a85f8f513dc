import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pluralise } from "../catalogue/text/format-quantity.ts";
import type { Version } from "../catalogue/log/change.ts";
import type { CoffeeStore, Move, Moves } from "../catalogue/coffee-store.ts";
import { blocksWrites, leaseMs } from "../store/copies/move-marks.ts";
import { copyToDatabase, copyToDirectory } from "../store/copies/move.ts";
import {
  changeMoves,
  markFinished,
  hasShop,
  hasShopIn,
  isOpenInOlderVersion,
  joinPlace,
  describePlace,
  type ShopPlace,
} from "../store/open-store.ts";
import type { CopyOptions } from "../store/log/read-log.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { wrong, type Verification } from "../store/log/verification.ts";
import type { CopiedPhotos } from "../store/photos/copy-photos.ts";
import { verifyPlace } from "../store/verify.ts";
import { OperationRefused } from "./operation-refused.ts";
import { movePhotos } from "./photos.ts";

const renewEveryMs = 3_000;
const lookEveryMs = 250;

/**
 * Moves the shop from one place to another; it may be open. No process can write once the move has begun, and
 * everything acknowledged before arrives in the target. If the move is cut short, exactly one of the two places is the
 * shop, and calling this again continues. Rejects with `StoreRefused` if nothing was moved; the message says so if only
 * the last step is missing. See decision 0028.
 */
export async function moveShop(source: ShopPlace, target: ShopPlace, options: CopyOptions = {}): Promise<Verification> {
  if (source.databaseUrl === "" && isOpenInOlderVersion(source.directory)) {
    throw new StoreRefused(
      `The shop in ${source.directory} is open in an older version of Niceties, which would not notice the move. Restart it first.`,
    );
  }
  await using store = await joinPlace(source);
  const { to } = await store.moves();
  if (to?.isDone) return await finishEarlier(source, target, to, options);
  return await moveStore(store, source, target, options);
}

/** Where a move begins and ends. Throws `OperationRefused` if no database is set, or there is nothing to move. */
export function placesOfMove(
  { directory, databaseUrl, photosUrl = "" }: ShopPlace,
  to: "database" | "directory",
): Readonly<{ source: ShopPlace; target: ShopPlace }> {
  if (databaseUrl === "") {
    throw new OperationRefused("DATABASE_URL is empty. Set it to the PostgreSQL database of the shop.");
  }
  const inDirectory = { directory, databaseUrl: "", photosUrl };
  const inDatabase = { directory, databaseUrl, photosUrl };
  if (to === "directory") return { source: inDatabase, target: inDirectory };
  if (hasShop(directory)) return { source: inDirectory, target: inDatabase };
  throw new OperationRefused(`There is no shop in ${directory}. Set DATA_DIR to the directory of the shop.`);
}

/**
 * Makes a place the shop again, after a move left it or stopped before it was finished there. Resolves to that move;
 * undefined if the place is the shop already. Rejects with `StoreRefused` while a move is under way.
 */
export async function reclaimPlace(place: ShopPlace): Promise<Move | undefined> {
  let reclaimedFrom: Move | undefined;
  await changeMoves(place, (moves, _end, now) => {
    const { to, from } = moves;
    if (to && isUnderWay(to, now)) throw underWayRefusal(to);
    reclaimedFrom = to?.isDone ? to : from?.isDone === false ? from : undefined;
    return reclaimedFrom ? { to: undefined, from: from && { ...from, isDone: true } } : moves;
  });
  return reclaimedFrom;
}

async function moveStore(
  store: CoffeeStore,
  source: ShopPlace,
  target: ShopPlace,
  options: CopyOptions,
): Promise<Verification> {
  const move = await markLeaving(source, target);
  const from = { ...move, place: absolutePlace(source) };
  const lease = keepLease(source, move.id);
  let verification: Verification | undefined;
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, lease.lost]) : lease.lost;
    verification = await copy(store, target, { ...options, signal, from });
    verification = withDamaged(verification, await movePhotos(source, target, signal));
    await changeMoves(source, (moves, end) => markLeft(moves, end, move));
  } catch (error) {
    // The commit may have been made even if it got no answer.
    if (!verification || !(await hasLeft(source, move.id, error))) {
      await giveUp(source, move.id);
      throw error;
    }
  } finally {
    await lease.end();
  }
  await changeMoves(target, (moves) => markFinished(moves, move.id)).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreRefused(
      `The shop has moved to ${describePlace(target)}. Run the same again for the last step: ${why}`,
      {
        cause: error,
      },
    );
  });
  return verification;
}

/** Whether the source has left for good. Rejects with `StoreRefused` if that cannot be determined. */
async function hasLeft(source: ShopPlace, id: string, cause: unknown): Promise<boolean> {
  try {
    const { to } = await changeMoves(source, (moves) => moves);
    return to?.id === id && to.isDone;
  } catch {
    const message = `${describePlace(source)} does not answer, so it is not known whether the shop has moved. Run the same again once it does.`;
    throw new StoreRefused(message, { cause });
  }
}

/** Lets the source accept writes again. If it cannot be reached, the lease expires. */
async function giveUp(source: ShopPlace, id: string): Promise<void> {
  await changeMoves(source, (moves) => (isLeaving(moves, id) ? { ...moves, to: undefined } : moves)).catch(() => {});
}

function copy(store: CoffeeStore, { directory, databaseUrl }: ShopPlace, options: CopyOptions): Promise<Verification> {
  return databaseUrl === ""
    ? copyToDirectory(store, directory, new Date(), options)
    : copyToDatabase(store, databaseUrl, options);
}

/** Adds that photos could not be moved because they are damaged. */
function withDamaged(verification: Verification, { damaged }: CopiedPhotos): Verification {
  if (damaged.length === 0) return verification;
  const message = `${pluralise(damaged.length, "damaged photo")} stayed behind: ${damaged.join(", ")}.`;
  return { ...verification, findings: [...verification.findings, wrong("photos", message)] };
}

/** Marks the source as leaving, once no other move is under way there. */
async function markLeaving(source: ShopPlace, target: ShopPlace): Promise<Move> {
  const start = {
    id: randomBytes(16).toString("hex"),
    place: absolutePlace(target),
    since: new Date().toISOString(),
    isDone: false,
    mover: `${hostname()} ${process.pid}`,
  };
  let otherMove: Move | undefined;
  for (;;) {
    const { to, from } = await changeMoves(source, (moves, end, now) => {
      if (moves.to?.id === start.id) return moves;
      if (isUnderWay(moves.to, now)) return moves;
      if (moves.to?.isDone || moves.from?.isDone === false) return moves;
      return { ...moves, to: { ...start, version: end, leaseUntil: now + leaseMs } };
    });
    if (to?.id === start.id) return to;
    if (from?.isDone === false) {
      throw new StoreRefused(
        `What is in ${describePlace(source)} is a copy whose move from ${from.place} was not finished. Finish that first: run the same niceties move again, or niceties move here.`,
      );
    }
    if (!to || to.isDone)
      throw new StoreRefused("Another niceties move was quicker. Run the same again to see where the shop is.");
    // A mover that is alive renews its lease. The lease of a dead one expires.
    if (otherMove && (otherMove.id !== to.id || otherMove.leaseUntil !== to.leaseUntil)) throw underWayRefusal(to);
    otherMove ??= to;
    await delay(lookEveryMs);
  }
}

function isUnderWay(to: Move | undefined, now: number): boolean {
  return to !== undefined && !to.isDone && blocksWrites(to, now) && mayLive(to.mover);
}

/** False if the process was on this machine and has ended. */
function mayLive(mover: string): boolean {
  const [host, id] = mover.split(" ");
  if (host !== hostname()) return true;
  try {
    process.kill(Number(id), 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function underWayRefusal({ place, since }: Move): StoreRefused {
  return new StoreRefused(
    `A move to ${place} is under way since ${since}, so nothing was done. Wait for its end, or end its process first.`,
  );
}

function isLeaving({ to }: Moves, id: string): boolean {
  return to?.id === id && !to.isDone;
}

/** Renews the lease until `end` is called. `lost` aborts if another move has replaced this one. */
function keepLease(source: ShopPlace, id: string): Readonly<{ lost: AbortSignal; end: () => Promise<void> }> {
  const losing = new AbortController();
  const ending = new AbortController();
  const renew = async () => {
    while (!ending.signal.aborted) {
      await delay(renewEveryMs, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return;
      const renewed = changeMoves(source, (moves, _end, now) =>
        moves.to && isLeaving(moves, id) ? { ...moves, to: { ...moves.to, leaseUntil: now + leaseMs } } : moves,
      );
      // If the place cannot be reached now, the next renewal may succeed. The commit finds out if that was too late.
      await renewed.then(
        (moves) => isLeaving(moves, id) || losing.abort(overtakenRefusal()),
        () => {},
      );
    }
  };
  const renewing = renew();
  const end = () => {
    ending.abort();
    return renewing;
  };
  return { lost: losing.signal, end };
}

function overtakenRefusal(): StoreRefused {
  return new StoreRefused("Another niceties move has begun meanwhile, so this one moved nothing.");
}

/**
 * The decisive step of a move: from now on, the source is no longer the shop. Throws `StoreRefused` if its log differs
 * from what was copied.
 */
function markLeft(moves: Moves, end: Version, { id, version }: Move): Moves {
  const { to } = moves;
  if (to?.id !== id) throw overtakenRefusal();
  if (to.isDone) return moves;
  if (end.number !== version.number || end.hash !== version.hash) {
    throw new StoreRefused(
      "The shop was changed meanwhile, since this process was suspended or too slow to keep it from that. Nothing was moved; run the same again.",
    );
  }
  return { ...moves, to: { ...to, isDone: true } };
}

/**
 * Finishes a move that was decided, but perhaps not finished: the source is left already. Rejects with `StoreRefused`
 * if the shop is not in the target.
 */
async function finishEarlier(
  source: ShopPlace,
  target: ShopPlace,
  { id, place, since }: Move,
  options: CopyOptions,
): Promise<Verification> {
  const isThere = place === absolutePlace(target) && (await hasShopIn(target));
  if (!isThere) {
    throw new StoreRefused(
      `The shop in ${describePlace(source)} was moved to ${place} at ${since}, and it is not in ${describePlace(target)}. Name the place that it was moved to; if what is there is lost for good, niceties move here takes what is in ${describePlace(source)} as the shop again.`,
    );
  }
  await changeMoves(target, (moves) => markFinished(moves, id));
  return verifyPlace(target, options);
}

/** How each of the two places records the other: an absolute path, or the database without its password. */
function absolutePlace(place: ShopPlace): string {
  return place.databaseUrl === "" ? resolve(place.directory) : describePlace(place);
}

import { setTimeout as delay } from "node:timers/promises";
import type { StoredChange, Version } from "../../../catalogue/log/change.ts";
import type { CoffeeStore, Move } from "../../../catalogue/coffee-store.ts";
import { isLeftover } from "../../copies/leftover.ts";
import type { LogEnd } from "../../log/log-draft.ts";
import { readLog, type CopyOptions } from "../../log/read-log.ts";
import { StoreRefused } from "../../store-refused.ts";
import type { Verification } from "../../log/verification.ts";
import { withConnection } from "../connection/with-connection.ts";
import { passes } from "../connection/driver-errors.ts";
import { Connection, ConnectionLost } from "../connection/connection.ts";
import { lockEnd, patientMs, quickMs, readHash } from "../log-queries.ts";
import { addLaterErasures, append, recountCatalogue } from "../log-writes.ts";
import { beginAlone, makeFirstTables } from "./make-tables.ts";
import { readMoves, writeMoves } from "../move-marks.ts";
import { verifyConnection, waitForUs } from "./verify-database.ts";

/** Time limit for finding out whether a commit without an answer was made. */
const resolveMs = 10_000;
const retryEveryMs = 100;

/**
 * Copies a shop's whole log and coffees into an empty database, in one transaction, and verifies the copy. A copy for a
 * move also replaces a leftover (`isLeftover`). Rejects with `StoreRefused` if the database holds a shop, if the copy
 * does not verify, or if the connection breaks at the commit and its result cannot be determined.
 */
export async function copyIntoDatabase(
  source: CoffeeStore,
  url: string,
  options: CopyOptions = {},
): Promise<Verification> {
  return withConnection(url, async (connection, place) => {
    let verified: Verification | undefined;
    const until = await source.version();
    const fill = async () => {
      await connection.query(waitForUs, quickMs);
      await copyLog(connection, source, until, options);
      await addLaterErasures(connection, await source.laterErasures());
      const freeze = await source.currentFreeze();
      const text = `INSERT INTO "freeze" (one, since, words) VALUES (1, $1, $2)`;
      if (freeze) await connection.query({ text, values: [freeze.since, freeze.words] }, quickMs);
      if (options.from) await writeMoves(connection, { to: undefined, from: options.from });
      verified = await verifyConnection(connection, place, options.signal ? { signal: options.signal } : {});
      assertSound(verified, until);
    };
    const mayBeReplaced = () => isLeftoverIn(connection, source, options.from);
    if (!(await makeFirstTables(connection, place, fill, mayBeReplaced)) || !verified)
      throw await alreadyThere(connection, place, until);
    await connection.commit(patientMs).catch((error: unknown) => resolveCommit(error, url, place, until, options.from));
    return verified;
  });
}

async function isLeftoverIn(connection: Connection, source: CoffeeStore, from: Move | undefined): Promise<boolean> {
  const [found] = await connection.query<{ moves: string | null }>(
    "SELECT to_regclass('moves')::text AS moves",
    quickMs,
  );
  if (!from || !found?.moves) return false;
  const { version } = await lockEnd(connection, patientMs);
  const { moves } = await readMoves(connection, quickMs);
  return isLeftover({ moves, end: version }, from, source);
}

async function alreadyThere(connection: Connection, place: string, until: Version): Promise<StoreRefused> {
  const isSame = until.number > 0 && (await readHash(connection, until.number, quickMs)) === until.hash;
  return new StoreRefused(
    isSame
      ? `This very shop is in ${place} already, with each of its ${until.number} changes; nothing is left to be copied.`
      : `There is a shop in ${place} already, and it was left as it is. Name an empty database.`,
  );
}

/** After a commit without an answer: resolves if it was made, rejects with `StoreRefused` if not. */
async function resolveCommit(
  error: unknown,
  url: string,
  place: string,
  until: Version,
  from: Move | undefined,
): Promise<void> {
  if (!(error instanceof ConnectionLost)) throw error;
  const end = performance.now() + resolveMs;
  for (;;) {
    try {
      if (await isThere(url, place, until, from)) return;
      break;
    } catch (failure) {
      if (!passes(failure)) throw failure;
      if (performance.now() > end) {
        throw new StoreRefused(
          `The connection to ${place} broke at the very end, so it is not known whether the shop was copied. Do the same again once the database answers: it is copied then, or found there.`,
          { cause: failure },
        );
      }
    }
    await delay(retryEveryMs);
  }
  throw new StoreRefused(
    `The connection to ${place} broke at the very end, and nothing was copied. Do the same again.`,
  );
}

/**
 * Once this transaction holds the lock, no earlier transaction that had it can still be running. The commit waits until
 * every replica has what was read.
 */
async function isThere(url: string, place: string, until: Version, from: Move | undefined): Promise<boolean> {
  await using connection = await Connection.open(url);
  if ((await beginAlone(connection, place)).version === 0) return false;
  // A leftover of an earlier move may have the same log.
  const isOfMove = !from || (await readMoves(connection, quickMs)).moves.from?.id === from.id;
  const isSame = isOfMove && (until.number === 0 || (await readHash(connection, until.number, quickMs)) === until.hash);
  await connection.query("UPDATE head SET number = number", quickMs);
  await connection.commit(patientMs);
  return isSame;
}

async function copyLog(
  connection: Connection,
  source: CoffeeStore,
  until: Version,
  options: CopyOptions,
): Promise<void> {
  let lastId: string | undefined;
  for await (const { changes, keys } of readLog(source, until, options)) {
    for (const { coffeeId } of changes) if (lastId === undefined || coffeeId > lastId) lastId = coffeeId;
    await append(connection, { changes, keys, end: endWith(changes, lastId) }, patientMs);
  }
  await recountCatalogue(connection);
}

/** The end of the log after a page of changes. The catalogue's size is counted after the last page. */
function endWith(changes: readonly StoredChange[], lastId: string | undefined): LogEnd {
  const { number = 0, hash = "", time } = changes.at(-1) ?? {};
  return { version: { number, hash }, time, lastId, catalogueBytes: 0 };
}

function assertSound({ findings, newest }: Verification, until: Version): void {
  const fault = findings.find(({ isSound }) => isSound === false);
  if (fault) throw new StoreRefused(`The copy does not verify, so nothing was copied: ${fault.message}`);
  if ((newest?.hash ?? "") !== until.hash) {
    throw new StoreRefused("The copy does not end as the shop does, so nothing was copied.");
  }
}

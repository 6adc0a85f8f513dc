import type { Change, Version } from "../../catalogue/change.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { LogEnd } from "../log-draft.ts";
import { readLog, type CopyOptions } from "../read-log.ts";
import { StoreRefused } from "../store-refused.ts";
import type { Verification } from "../verification.ts";
import { describeDatabase } from "./describe-database.ts";
import { Link } from "./link.ts";
import { append, patientMs, quickMs } from "./log-queries.ts";
import { makeTables } from "./make-tables.ts";
import { refused } from "./refused.ts";
import { verifyLink, waitForUs } from "./verify-database.ts";

/**
 * Copies the whole log of a shop, with what it adds up to, into an empty database, and verifies the copy there. Others see
 * all of it or nothing. `insistOn` hears of the version that was copied before anybody else sees it; where it rejects,
 * nothing is left. Rejects with `StoreRefused` where there is a shop already, or the copy does not verify.
 */
export async function copyIntoDatabase(
  source: CoffeeStore,
  url: string,
  insistOn: (copied: Version) => Promise<void>,
  options: CopyOptions = {},
): Promise<Verification> {
  const place = describeDatabase(url);
  return refused(place, async () => {
    const link = await Link.open(url);
    let verified: Verification | undefined;
    try {
      await makeTables(link, place, async () => {
        await link.ask(waitForUs, quickMs);
        const until = await source.version();
        await copyLog(link, source, until, options);
        const freeze = await source.frozen();
        const text = `INSERT INTO "freeze" (one, since, words) VALUES (1, $1, $2)`;
        if (freeze) await link.ask({ text, values: [freeze.since, freeze.words] }, quickMs);
        verified = await verifyLink(link, place, options.signal ? { signal: options.signal } : {});
        insistOnSound(verified, until);
        await insistOn(until);
      });
    } finally {
      await link.close();
    }
    if (verified) return verified;
    throw new StoreRefused(`There is a shop in ${place} already, and it was left as it is. Name an empty database.`);
  });
}

async function copyLog(link: Link, source: CoffeeStore, until: Version, options: CopyOptions): Promise<void> {
  let lastId: string | undefined;
  for await (const changes of readLog(source, until, options)) {
    for (const { coffeeId } of changes) if (lastId === undefined || coffeeId > lastId) lastId = coffeeId;
    await append(link, changes, endWith(changes, lastId), patientMs);
  }
}

function endWith(changes: readonly Change[], lastId: string | undefined): LogEnd {
  const { number = 0, hash = "", time } = changes.at(-1) ?? {};
  return { version: { number, hash }, time, lastId };
}

function insistOnSound({ findings, newest }: Verification, until: Version): void {
  const fault = findings.find(({ isSound }) => isSound === false);
  if (fault) throw new StoreRefused(`The copy does not verify, so nothing was copied: ${fault.message}`);
  if ((newest?.hash ?? "") !== until.hash) {
    throw new StoreRefused("The copy does not end as the shop does, so nothing was copied.");
  }
}

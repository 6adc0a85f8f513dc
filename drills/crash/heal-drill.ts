import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { openStore } from "../../store/open-store.ts";
import { drill as defineDrill, type OnProgress } from "../kit/drill.ts";
import { Ledger } from "../kit/ledger.ts";
import { listCoffees, type Reply } from "../kit/shop-client.ts";
import { spawnShop, temporaryFolder } from "../kit/spawned-shop.ts";
import { write, writeUntilCut } from "../kit/test-clients.ts";
import { until } from "../kit/until.ts";
import { verifyFaults } from "../kit/verify.ts";
import { failSyncs } from "./failing-syncs.ts";

const writers = 4;
const healedWithinMs = 10_000;
const longestGoodMs = 150;
const longestBadMs = 600;
/** Syncs fail until the shop has refused a write, which must happen within this time. */
const refusedWithinMs = 60_000;

type Options = Readonly<Record<"rounds" | "seed", number>>;

export const drill = defineDrill({
  promise:
    "after failed syncs and kills, the shop writes again, with every acknowledged change and none that it refused",
  help: `Makes every sync of the disk fail for a while, again and again, under ${writers} writers; in every second round it kills
the shop while syncs fail or while it heals. No acknowledged write may be missing, no refused one may be there, every
receipt must fit, and writes must go on within ${healedWithinMs / 1_000} s after the disk works. Linux only: needs strace, and the right
to trace its own processes.`,
  options: {
    rounds: { default: 50, help: "how often the disk fails" },
    seed: { default: 1, help: "of the random times" },
  },
  short: [{ rounds: 4, seed: 7 }],
  async run({ rounds, seed }: Options, onProgress) {
    await using folder = await temporaryFolder("heal");
    const ledger = new Ledger();
    const { slowestMs, kills } = await failAndHeal(ledger, rounds, folder.path, seededRandom(seed), onProgress);
    const changes = await changesIn(folder.path, ledger);
    return {
      done: {
        "times every sync failed for a while": rounds,
        kills,
        "acknowledged writes": ledger.receipts.length,
        "refused writes": ledger.refusedTexts.size,
        "changes in the log": changes,
      },
      measured: `writes went on at most ${Math.round(slowestMs)} ms after the disk was well`,
      faults: ledger.faults,
    };
  },
});

async function failAndHeal(
  ledger: Ledger,
  rounds: number,
  directory: string,
  random: SeededRandom,
  onProgress: OnProgress,
) {
  let [slowestMs, kills] = [0, 0];
  let shop = await spawnShop({ directory });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const over = new AbortController();
      const clients = Array.from({ length: writers }, () => writeUntilCut(ledger, shop.url, isDiskFault, over.signal));
      await delay(random.below(longestGoodMs));
      const refused = ledger.refusedTexts.size;
      const syncs = await failSyncs(shop.processId);
      await delay(random.below(longestBadMs));
      const failure = "No write was refused though every sync failed.";
      await until(() => ledger.refusedTexts.size > refused, { withinMs: refusedWithinMs, failure });
      const isKilled = round % 2 === 1;
      // Half of the kills come while syncs still fail, the others while the shop heals.
      const isKilledBefore = random.below(2) === 0;
      if (!isKilled || !isKilledBefore) await syncs.end();
      const wellAt = performance.now();
      if (isKilled) {
        await delay(random.below(longestGoodMs));
        await shop.kill();
        await syncs.end();
        await Promise.all(clients);
        kills += 1;
        shop = await spawnShop({ directory });
        ledger.settle(await listCoffees(shop.url));
      } else {
        const found = ledger.judgeList(await listCoffees(shop.url), wellAt);
        ledger.faults.push(...found.map((fault) => `${fault}, while the shop heals`));
      }
      await until(async () => (await write(ledger, shop.url, undefined, ledger.nextText())).outcome === "made", {
        withinMs: healedWithinMs,
        failure: `round ${round}: no write was taken for ${healedWithinMs} ms after the disk was well`,
      });
      slowestMs = Math.max(slowestMs, performance.now() - wellAt);
      over.abort();
      await Promise.all(clients);
      ledger.settle(await listCoffees(shop.url));
      onProgress(round + 1, rounds);
    }
  } finally {
    const exitCode = await shop.close();
    if (exitCode !== 0) ledger.faults.push(`The shop ended with code ${exitCode}`);
  }
  return { slowestMs, kills };
}

function isDiskFault({ status, text }: Reply): boolean {
  return status === 500 && text.includes("/-/problems/storage-failed");
}

/** Verifies the log, and searches all of it for refused writes. Resolves to the number of its changes. */
async function changesIn(directory: string, { receipts, refusedTexts, faults }: Ledger): Promise<number> {
  faults.push(...(await verifyFaults({ directory, databaseUrl: "" }, receipts)));
  const store = openStore(directory, [], new Date());
  const changes = await store.changes(0, Number.MAX_SAFE_INTEGER);
  await store.close();
  for (const { number, after } of changes) {
    const { name }: { name?: string } = JSON.parse(after ?? "{}");
    if (name !== undefined && refusedTexts.has(name)) faults.push(`change ${number} is ${name}, which was refused`);
  }
  return changes.length;
}

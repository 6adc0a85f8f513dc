import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { seededRandom, type SeededRandom } from "../../catalogue/seeded-random.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { openStore } from "../../store/open-store.ts";
import { verifyShop } from "../../store/verify.ts";
import { drill as defineDrill, type OnProgress, type Verdict } from "../kit/drill.ts";
import { failSyncs } from "./failing-syncs.ts";

const writers = 4;
const healedWithinMs = 10_000;
const longestGoodMs = 150;
const longestBadMs = 600;
const pauseMs = 10;

/** What the shop said of each text that was sent to it. */
class Ledger {
  readonly receipts: Version[] = [];
  /** The text that each coffee must show. */
  readonly acknowledged = new Map<string, string>();
  readonly refused = new Set<string>();
  /** Nobody knows which text these coffees show: the shop was killed before it answered. */
  readonly open = new Map<string, string>();
  readonly faults: string[] = [];
  #count = 0;

  nextText(): string {
    this.#count += 1;
    return `text ${this.#count}`;
  }

  /** Compares what the shop lists with what it has acknowledged and refused. */
  check(list: readonly Coffee[]): void {
    const found = new Map(list.map(({ _id, name }) => [_id, name]));
    for (const [id, text] of this.acknowledged) {
      const name = found.get(id);
      if (name !== undefined && name === this.open.get(id)) this.acknowledged.set(id, name);
      else if (name !== text) this.faults.push(`${id} was acknowledged as ${text} and is ${name}`);
    }
    this.open.clear();
    for (const { _id, name } of list) {
      if (this.refused.has(name)) this.faults.push(`${_id} is ${name}, which was refused`);
    }
  }
}

/** A visitor who adds and edits coffees until `signal`, whatever the shop answers. */
async function write(url: string, ledger: Ledger, signal: AbortSignal): Promise<void> {
  let id: string | undefined;
  while (!signal.aborted) {
    const text = ledger.nextText();
    const edited = id;
    try {
      const path = edited === undefined ? "/coffee" : `/coffee/${edited}`;
      const body = JSON.stringify({ ...emptyFields, name: text });
      if (edited !== undefined) ledger.open.set(edited, text);
      const method = edited === undefined ? "POST" : "PUT";
      const reply = await fetch(url + path, { method, headers: { "content-type": "application/json" }, body });
      const answer = await reply.text();
      const receipt = readReceipt(reply.headers.get(receiptHeader) ?? "");
      if (edited !== undefined) ledger.open.delete(edited);
      if (reply.ok && receipt) {
        const made: { insertedId?: string } = JSON.parse(answer);
        ledger.receipts.push(receipt);
        ledger.acknowledged.set(edited ?? made.insertedId ?? "", text);
        id = edited === undefined ? made.insertedId : undefined;
      } else if (reply.status === 500 && answer.includes("/-/problems/storage-failed")) {
        ledger.refused.add(text);
        await delay(pauseMs);
      } else ledger.faults.push(`${method} ${path} was answered ${reply.status}: ${answer}`);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // fetch's word for a connection that broke
      return;
    }
  }
}

async function isWriting(shop: SpawnedShop, ledger: Ledger): Promise<boolean> {
  const before = ledger.receipts.length;
  const once = new AbortController();
  const writing = write(shop.url, ledger, once.signal);
  once.abort();
  await writing;
  return ledger.receipts.length > before;
}

async function listed(shop: SpawnedShop): Promise<Coffee[]> {
  return (await fetch(`${shop.url}/coffee`)).json();
}

type Healing = Readonly<{ slowestMs: number; kills: number; ledger: Ledger }>;

async function fail(rounds: number, directory: string, random: SeededRandom, onProgress: OnProgress): Promise<Healing> {
  const ledger = new Ledger();
  let slowestMs = 0;
  let kills = 0;
  let shop = await spawnShop({ directory });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { url, processId } = shop;
      const over = new AbortController();
      const writing = Array.from({ length: writers }, () => write(url, ledger, over.signal));
      await delay(random.below(longestGoodMs));
      const refused = ledger.refused.size;
      const syncs = await failSyncs(processId);
      await delay(random.below(longestBadMs));
      while (ledger.refused.size === refused) await delay(pauseMs);
      const isKilled = round % 2 === 1;
      // Half of the kills come while syncs still fail, the others while the shop heals.
      const isKilledBefore = random.below(2) === 0;
      if (!isKilled || !isKilledBefore) await syncs.end();
      const well = performance.now();
      if (isKilled) {
        await delay(random.below(longestGoodMs));
        await shop.kill();
        await syncs.end();
        await Promise.all(writing);
        kills += 1;
        shop = await spawnShop({ directory });
      } else {
        const known = [...ledger.acknowledged.keys()];
        const ids = new Set((await listed(shop)).map(({ _id }) => _id));
        ledger.faults.push(...known.filter((id) => !ids.has(id)).map((id) => `${id} is missing while the shop heals`));
      }
      while (!(await isWriting(shop, ledger))) {
        await delay(pauseMs);
        if (performance.now() - well > healedWithinMs) {
          ledger.faults.push(`round ${round}: no write was taken for ${healedWithinMs} ms after the disk was well`);
          return { slowestMs: Infinity, kills, ledger };
        }
      }
      slowestMs = Math.max(slowestMs, performance.now() - well);
      over.abort();
      await Promise.all(writing);
      ledger.check(await listed(shop));
      onProgress(round + 1, rounds);
    }
  } finally {
    const exitCode = await shop.close();
    if (exitCode !== 0) ledger.faults.push(`The shop ended with code ${exitCode}`);
  }
  return { slowestMs, kills, ledger };
}

/** Looks through the whole log for what was refused, and lets `verify` check all of it. */
async function checkLog(directory: string, { receipts, refused, faults }: Ledger): Promise<number> {
  const { findings } = await verifyShop(directory, { receipts });
  faults.push(...findings.filter(({ isSound }) => isSound === false).map(({ message }) => message));
  const store = openStore(directory, [], new Date());
  const changes = await store.changes(0, Number.MAX_SAFE_INTEGER);
  await store.close();
  for (const { number, after } of changes) {
    const { name }: { name?: string } = JSON.parse(after ?? "{}");
    if (name !== undefined && refused.has(name)) faults.push(`change ${number} is ${name}, which was refused`);
  }
  return changes.length;
}

async function run(
  { rounds, seed }: Readonly<Record<"rounds" | "seed", number>>,
  onProgress: OnProgress,
): Promise<Verdict> {
  const directory = await mkdtemp(join(tmpdir(), "niceties-heal-"));
  try {
    const { slowestMs, kills, ledger } = await fail(rounds, directory, seededRandom(seed), onProgress);
    const changes = await checkLog(directory, ledger);
    return {
      done: {
        "times every sync failed for a while": rounds,
        kills,
        "acknowledged writes": ledger.receipts.length,
        "refused writes": ledger.refused.size,
        "changes in the log": changes,
      },
      measured: `writes went on at most ${Math.round(slowestMs)} ms after the disk was well`,
      faults: ledger.faults,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export const drill = defineDrill({
  promise:
    "after syncs that failed, also where the shop was killed meanwhile, it writes again: all that it acknowledged is there, and nothing that it refused",
  help: `Lets every sync of the disk fail for a while, again and again, under ${writers} writers; in every second round the
shop is killed while syncs fail or while it heals. No acknowledged write may be missing, no refused one may be there, every
receipt must fit, and writes must go on within ${healedWithinMs / 1_000} s of the disk being well. Linux only: needs strace, and the right
to trace its own processes.`,
  options: {
    rounds: { default: 50, help: "how often the disk fails" },
    seed: { default: 1, help: "which times are taken by chance" },
  },
  short: [{ rounds: 4, seed: 7 }],
  run,
});

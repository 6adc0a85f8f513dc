import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../../catalogue/seeded-random.ts";
import { drill as define } from "../kit/drill.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { look, visit, Visits } from "../kit/test-clients.ts";

const mostFaultsTold = 5;

export const drill = define({
  promise:
    "whatever stands in front of a shop, such as a proxy or a cache, gives no reply that is older than what was acknowledged",
  help: `Lets visitors add, update and delete coffees of their own at --url, and twice as many read the list, and judges each
reply: none may be older than what anybody was told before it was asked for. The shop needs WRITE_LIMIT=off; other coffees
in it are left alone, and some of the visitors' stay. Without --url it opens a shop of its own.`,
  options: {
    seconds: { default: 10, help: "how long" },
    visitors: { default: 8, help: "how many write" },
  },
  texts: { url: { default: "", help: "the address of the shop" } },
  short: [{ seconds: 1 }],
  async run({ seconds, visitors }, _onProgress, signal, { url }) {
    await using own = url === "" ? await spawnShop() : undefined;
    const { reads, acknowledged, faults } = await visitFor(own?.url ?? new URL(url).origin, seconds, visitors, signal);
    const done = { "acknowledged writes": acknowledged.length, reads: reads.fresh + reads.aged };
    return { done, faults: faults.slice(0, mostFaultsTold) };
  },
});

async function visitFor(url: string, seconds: number, visitors: number, signal: AbortSignal): Promise<Visits> {
  const visits = new Visits();
  visits.history.leaveAlone(await (await fetch(`${url}/coffee`)).json());
  const door = { url, mayFail: () => false };
  const over = new AbortController();
  const comers = Array.from({ length: visitors * 3 }, (_, at) =>
    (at < visitors ? visit : look)({ visits, random: seededRandom(at), signal: over.signal, pickDoor: () => door }),
  );
  try {
    await Promise.race([delay(seconds * 1_000, undefined, { signal }), Promise.all(comers)]);
  } finally {
    over.abort();
    await Promise.allSettled(comers);
  }
  return visits;
}

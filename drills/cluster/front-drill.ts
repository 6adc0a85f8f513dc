import { setTimeout as delay } from "node:timers/promises";
import { drill as define } from "../kit/drill.ts";
import { listCoffees } from "../kit/shop-client.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { startClients, Visits } from "../kit/test-clients.ts";

const mostFaultsTold = 5;

export const drill = define({
  promise: "no proxy or cache in front of a shop gives a reply older than an acknowledged write",
  help: `Lets visitors add, update and delete coffees of their own at --url, and twice as many read the list, and judges each
reply: none may be older than what anybody was told before it was asked for. The shop needs WRITE_LIMIT=off; other coffees
in it are left alone, and some of the visitors' stay. Without --url it opens a shop of its own.`,
  options: {
    seconds: { default: 10, help: "how long" },
    visitors: { default: 8, help: "how many write" },
  },
  texts: { url: { default: "", help: "the address of the shop" } },
  short: [{ seconds: 1 }],
  async run({ seconds, visitors }, _onProgress, signal, { url: named }) {
    await using own = named === "" ? await spawnShop() : undefined;
    const url = own?.url ?? new URL(named).origin;
    const visits = new Visits();
    visits.ignore(await listCoffees(url));
    const door = { url, mayFail: () => false };
    {
      await using crowd = startClients(visits, { writing: visitors, reading: visitors * 2 }, 0, () => door, signal);
      await delay(seconds * 1_000, undefined, { signal: crowd.signal });
    }
    const { reads, acknowledged, faults } = visits;
    const done = { "acknowledged writes": acknowledged.length, reads: reads.fresh + reads.aged };
    return { done, faults: faults.slice(0, mostFaultsTold) };
  },
});

import { hostileFamilies } from "./requests/families.ts";
import { runHostileRequests, type HostileRun } from "./requests/run.ts";
import { idleConnections, timeSlowClients, visitAmongIdle } from "./slow-clients.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { drill as define } from "../kit/drill.ts";

export const drill = define({
  promise: "thousands of hostile requests are answered as they must be, and change nothing",
  help: `Sends hostile requests of every family to its own shop, or to the running one at --url. Use --url only with your own shop:
good requests among them add coffees that stay. The same seed sends the same requests. The drill fails if one was not answered
as it must be, and prints its bytes. With --url the log is not read, and the shop needs WRITE_LIMIT=off and no other visitors.
Families: ${Object.keys(hostileFamilies).join(", ")}.`,
  options: {
    count: { default: 5_000, help: "requests" },
    seed: { default: 1, help: "which requests" },
    slow: { default: 1, help: "0 leaves out the slow clients, which take two minutes" },
  },
  texts: {
    family: { default: "", help: "only of these families, with commas between them" },
    url: { default: "", help: "the address of a running shop" },
  },
  short: [{ count: 30 * Object.keys(hostileFamilies).length, seed: 20, slow: 0 }],
  async run({ count, seed, slow }, onProgress, _signal, { family, url }) {
    const families = family === "" ? undefined : family.split(",").map((each) => each.trim());
    const strangers = families?.filter((each) => !(each in hostileFamilies)) ?? [];
    if (strangers.length > 0) throw new Error(`There is no family ${strangers.join(", ")}.`);
    await using own = url === "" ? await spawnShop() : undefined;
    const target = own ?? { url: new URL(url).origin, complaints: [] };
    const dawdling = slow === 1 ? timeSlowClients(target.url) : [];
    const run = await runHostileRequests(target, count, seed, (done) => onProgress(done, count), families);
    const amongIdle = await visitAmongIdle(target.url);
    const slowClients = await dawdling;
    const patient = slowClients.filter(({ seconds, most }) => seconds > most);
    const unsent = (families ?? Object.keys(hostileFamilies)).filter((each) => !run.table.has(each));
    return {
      done: { requests: count, "idle connections": idleConnections },
      measured: [
        ...tableLines(run.table),
        `${run.added} coffees were added by good requests among them`,
        ...slowClients.map(({ name, seconds }) => `cut off after ${seconds.toFixed(1)} s: ${name}`),
      ].join("\n"),
      faults: [
        ...run.offences,
        ...amongIdle,
        ...patient.map(({ name, most }) => `Not cut off within ${most} s: ${name}`),
        ...(count >= 10 * Object.keys(hostileFamilies).length
          ? unsent.map((each) => `No request was sent of ${each}.`)
          : []),
      ],
    };
  },
});

function tableLines(table: HostileRun["table"]): string[] {
  return [...table].map(([family, counts]) => {
    const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
    return `${family.padEnd(22)}${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}`;
  });
}

// Sends a shop thousands of requests that no good client would send, and looks for a reply that is not right, a hang, a
// crash, a word in the shop's log, the text of a file, or a coffee that should not have changed. See docs/security.md.
import { hostileFamilies } from "./hostile-families.ts";
import { runHostileRequests, type HostileRun, type Target } from "./hostile-run.ts";
import { idleConnections, timeSlowClients, visitAmongIdle } from "./slow-clients.ts";
import { spawnShop } from "./spawned-shop.ts";
import { misunderstood, readArguments } from "./read-arguments.ts";

const helpText = `node scripts/hostile-requests.ts [--count 5000] [--seed 1] [--family NAME] [--url http://127.0.0.1:3000]

Sends that many hostile requests to a shop of its own, or to the running one at --url, and to no other than your own:
good requests among them add coffees that stay. The same seed sends the same requests. Ends with 1 where one was not
answered as it must be, and prints its bytes. With --family it sends requests of that family alone; NAME may stand there
more than once.

With --url the log is not read, and the shop needs WRITE_LIMIT=off and no other visitors.`;

function printTable(table: HostileRun["table"]): void {
  for (const [family, counts] of table) {
    const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
    console.log(`${family.padEnd(22)}${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}`);
  }
}

async function attack(target: Target, count: number, seed: number, families?: string[]): Promise<string[]> {
  const dawdling = timeSlowClients(target.url);
  const run = await runHostileRequests(
    target,
    count,
    seed,
    (done) => {
      if (process.stdout.isTTY && (done % 50 === 0 || done === count)) process.stdout.write(`\r${done} of ${count} `);
    },
    families,
  );
  const amongIdle = await visitAmongIdle(target.url);
  console.log(`\nFamily and replies, of ${count} requests with seed ${seed}:`);
  printTable(run.table);
  console.log(`${run.added} coffees were added by good requests among them.`);
  console.log(`${idleConnections} idle connections: ${amongIdle.length === 0 ? "a visitor was served" : "no service"}`);
  const slow = await dawdling;
  for (const { name, seconds } of slow) console.log(`Cut off after ${seconds.toFixed(1)} s: ${name}`);
  const patient = slow.filter(({ seconds, most }) => seconds > most);
  return [...run.offences, ...amongIdle, ...patient.map(({ name, most }) => `Not cut off within ${most} s: ${name}`)];
}

async function main(): Promise<void> {
  const { count, seed, family, url } = readArguments(helpText, {
    options: {
      count: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      family: { type: "string", multiple: true },
      url: { type: "string" },
    },
  }).values;
  if (!/^[1-9]\d*$/.test(count) || !/^\d+$/.test(seed) || (url !== undefined && !URL.canParse(url)))
    misunderstood(helpText, "--count must be a whole number above 0, --seed a whole number, and --url an address.");
  const strangers = family?.filter((each) => !(each in hostileFamilies)) ?? [];
  if (strangers.length > 0) misunderstood(helpText, `The families are: ${Object.keys(hostileFamilies).join(", ")}.`);
  await using own = url === undefined ? await spawnShop() : undefined;
  const target = own ?? { url: new URL(url ?? "").origin, complaints: [] };
  const offences = await attack(target, Number(count), Number(seed), family);
  for (const each of offences) console.error(each);
  console.log(offences.length === 0 ? "Nothing was amiss." : `${offences.length} offences.`);
  process.exitCode = offences.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();

// Visits a shop through whatever stands in front of it, such as a proxy or a cache, and looks for a reply that is older
// than what was acknowledged before. See docs/scaling.md.
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../catalogue/seeded-random.ts";
import { Interrupted, interruptible } from "../cli/interruption.ts";
import { misunderstood, readArguments } from "./read-arguments.ts";
import { look, visit, Visits } from "./visitors.ts";

const mostFaultsTold = 5;

const helpText = `node scripts/front-drill.ts URL [--seconds 10] [--visitors 8]

Lets so many visitors add, update and delete coffees of their own at URL, and twice as many read the list, and judges each
reply: none may be older than what anybody was told before it was asked for. The shop needs WRITE_LIMIT=off; other coffees
in it are left alone, and some of the visitors' stay.`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(helpText, {
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "10" },
      visitors: { type: "string", default: "8" },
    },
  });
  const [given = "", ...more] = positionals;
  const [seconds, visitors] = [Number(values.seconds), Number(values.visitors)];
  if (!URL.canParse(given) || more.length > 0) misunderstood(helpText, "Name the address of one shop.");
  if (!(seconds > 0) || !Number.isSafeInteger(visitors))
    misunderstood(helpText, "--seconds must be a number above 0, and --visitors a whole number.");
  const visits = await interruptible((signal) => visitFor(new URL(given).origin, seconds, visitors, signal));
  const { reads, acknowledged, faults } = visits;
  for (const fault of faults.slice(0, mostFaultsTold)) console.error(fault);
  console.log(
    `${acknowledged.length} acknowledged writes, ${reads.fresh + reads.aged} reads, ${faults.length} older or wrong`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

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

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}

import { setTimeout as delay } from "node:timers/promises";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { drill as define, type OnProgress } from "../kit/drill.ts";
import { temporaryFolder } from "../kit/spawned-shop.ts";
import { UnforgivingVisitors, type Answered, type Rates } from "../kit/unforgiving-visitors.ts";
import { verifyFaults } from "../kit/verify.ts";
import { brokenVersions } from "./service-update/broken-versions.ts";
import type { Expect } from "./service-update/drilled-service.ts";
import { DrilledShop, type Period } from "./service-update/drilled-shop.ts";

export const drill = define({
  promise:
    "niceties service update puts new versions in beside visitors, goes back, and never lets a broken version in",
  help: `Makes an empty Debian 12, boots it in a container, and installs the service from the npm package there. Then it
updates it again and again with niceties service update, each time to the same program with another version, goes back in
between, and tries broken versions: ${brokenVersions.sqlite.map(({ what }) => `one that ${what}`).join(", ")}. Visitors read and write
meanwhile, and follow changes; none tries again, so each request that is refused, cut or answered with an error is a fault,
and so is each acknowledged write that is missing at the end. At last it updates to a version that changes the format of
the data, from which going back must be refused with the backup that leads back.

With --nodes 3, three services, each in a Debian of its own, share one PostgreSQL, which comes with the packages. The drill
updates them one after the other, divides the visitors among them, and checks that each service shows what another has
acknowledged. It tries the broken versions on one service, and one more: its migration of PostgreSQL fails, and the database
must be as before.

There is no short run: it needs root, control groups of version 2, the network, 4 GB of disk and some ten minutes (Debian:
apt-get install debootstrap systemd-container). One service needs port 3000; each further one takes 1 GB more.`,
  options: {
    updates: { default: 10, help: "updates to new versions" },
    back: { default: 2, help: "how often to go back, after updates" },
    nodes: { default: 1, help: "services; more than one share a PostgreSQL" },
    writes: { default: 200, help: "writes a second, in multiples of 20, for all services" },
    reads: { default: 200, help: "reads a second, in multiples of 20, for all services" },
    streams: { default: 20, help: "streams of changes that are followed" },
  },
  short: [],
  async run({ updates, back, nodes, ...rates }, onProgress, signal) {
    await using folder = await temporaryFolder("service-update");
    const faults: string[] = [];
    const expect: Expect = (isRight, fault) => void (isRight || faults.push(fault));
    await using shop = await DrilledShop.install(folder.path, Math.max(1, nodes), expect, signal);
    const visitors = await visitDuring(shop, rates, signal, async () => {
      await updateAgainAndAgain(shop, { updates, back }, onProgress, signal);
    });
    const lost = await verifyFaults(shop.place, visitors.receipts);
    await shop.expectNoWayBack();
    faults.push(...visitors.faults, ...lost);
    if (faults.length > 0) for (const service of shop.services) faults.push(await service.journal());
    return {
      done: {
        ...(nodes > 1 && { nodes }),
        updates,
        "broken versions": shop.brokenVersions.length,
        requests: visitors.answered.length,
        "acknowledged writes": visitors.receipts.length,
      },
      measured: describe(visitors, shop.times, lost),
      faults,
    };
  },
});

/** Resolves to visitors that came from before `act` until after it. */
async function visitDuring(
  { services }: DrilledShop,
  rates: Rates,
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<UnforgivingVisitors> {
  const urls = services.map(({ url }) => url);
  await using visitors = new UnforgivingVisitors(urls, rates);
  await act();
  await delay(2_000, undefined, { signal });
  await visitors.stop();
  return visitors;
}

async function updateAgainAndAgain(
  shop: DrilledShop,
  { updates, back }: Readonly<{ updates: number; back: number }>,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const all = updates + shop.brokenVersions.length;
  for (let number = 1; number <= updates; number += 1) {
    await shop.update(signal);
    if (number <= back) await shop.goBackAndForth(signal);
    onProgress(number, all);
  }
  for (const [index, version] of shop.brokenVersions.entries()) {
    signal.throwIfAborted();
    await shop.expectRefusal(version);
    onProgress(updates + index + 1, all);
  }
}

function describe(
  { answered, faults, reconnections }: UnforgivingVisitors,
  times: readonly Period[],
  lost: readonly string[],
) {
  const isDuring = ({ at, tookMs }: Answered) => times.some(({ from, to }) => at + tookMs > from && at < to);
  const lines = [...Map.groupBy(answered, ({ kind }) => kind)].map(([kind, all]) => {
    const during = latencyOf(all.filter(isDuring).map(({ tookMs }) => tookMs));
    const between = latencyOf(all.filter((each) => !isDuring(each)).map(({ tookMs }) => tookMs));
    return `${kind}: ${all.length}; median and longest ${milliseconds(during)} during updates, ${milliseconds(between)} at other times`;
  });
  const { worst: longest } = latencyOf(answered.map(({ tookMs }) => tookMs));
  const { p50, worst } = latencyOf(times.map(({ from, to }) => (to - from) / 1_000));
  const count = (pattern: RegExp) => faults.filter((fault) => pattern.test(fault)).length;
  return [
    ...lines,
    `refused ${count(/ECONNREFUSED/)}, reset ${count(/ECONNRESET|EPIPE|hang up/)}, lost ${lost.length}, longest ${longest.toFixed(0)} ms`,
    `an update of a service took ${p50.toFixed(1)} s, the longest ${worst.toFixed(1)} s; streams came back ${reconnections} times`,
  ].join("\n");
}

function milliseconds({ p50, worst }: ReturnType<typeof latencyOf>): string {
  return `${p50.toFixed(1)} and ${worst.toFixed(1)} ms`;
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { conformityFaults } from "../kit/conformity.ts";
import { drill as define } from "../kit/drill.ts";
import { listCoffees, send } from "../kit/shop-client.ts";
import { isAnswered as isOpen, temporaryFolder } from "../kit/spawned-shop.ts";
import { runBrowserSuites, suitesOption } from "../suites/browser-suites.ts";
import { commandsUnder } from "./docs-commands.ts";
import { boot, makeDebian, type Run } from "./debian-container.ts";
import { testsFolder } from "./in-unit.ts";
import { makeUpstream, publish } from "./upstream.ts";

/** The names of acknowledged coffees, and what was said about requests that failed. */
type Visits = AsyncDisposable &
  Readonly<{ names: readonly string[]; failures: readonly string[]; stop: () => Promise<void> }>;

/** The address on which docs/operating.md lets the shop listen. */
const url = "http://127.0.0.1:3000";
const docs = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
const unitFile = fileURLToPath(new URL("in-unit.ts", import.meta.url));
const highestExposure = 1.2;
const visitEveryMs = 500;

export const drill = define({
  promise:
    "the commands of docs/operating.md install a service that is updated, taken back and uninstalled without a lost write",
  help: `Makes an empty Debian 12, boots it in a container, and runs the commands of "As a service" in docs/operating.md there, as
they stand: it installs the shop, updates it, goes back, updates to a version with another format of the data, goes back
from that too, and uninstalls it. Visitors read and add coffees meanwhile. None that was acknowledged may be lost, and no
request may fail until the format changes. The shop must not be able to write its own code. Needs root, the network, port 3000, 3 GB of disk and some five minutes (Debian: apt-get
install debootstrap systemd-container), with --suites a quarter of an hour more, or half an hour. Each shop of a test is
then a unit with the restrictions of niceties@.service.`,
  options: { suites: suitesOption },
  short: [],
  async run({ suites }, onProgress, signal) {
    await using folder = await temporaryFolder("service");
    const system = join(folder.path, "debian");
    const upstream = join(system, "srv/niceties");
    const faults: string[] = [];
    const expect: Expect = (isRight, fault) => void (isRight || faults.push(fault));
    await makeDebian(system);
    makeUpstream(upstream);
    onProgress(1, 5);
    const folders = suites > 0 ? [`${tmpdir()}:${testsFolder}`] : [];
    await using container = await boot(system, { SOURCE: "/srv/niceties" }, folders);
    const runDocs = (heading: string) => runEach(container.run, commandsUnder(heading, docs));
    onProgress(2, 5);
    const exposure = await install(container.run, runDocs, expect);
    onProgress(3, 5);
    await using visits = visitUntilStopped();
    await updateAndGoBack(upstream, container.run, runDocs, visits, expect);
    await visits.stop();
    expect(visits.names.length > 0, "No visitor could add a coffee.");
    onProgress(4, 5);
    await container.run("echo WRITE_LIMIT=off >> /etc/niceties/niceties.env; systemctl restart 'niceties@*'");
    faults.push(...(await conformityFaults(url)));
    const asUnit = [process.execPath, unitFile, container.firstProcess()];
    const browsers = await runBrowserSuites(suites, asUnit, signal);
    await uninstall(system, container.run, expect);
    onProgress(5, 5);
    return {
      done: { "acknowledged coffees": visits.names.length, ...browsers.done },
      measured: `exposure ${exposure}`,
      faults: [...faults, ...browsers.faults],
    };
  },
});

type Expect = (isRight: boolean, fault: string) => void;
type RunDocs = (heading: string) => Promise<readonly string[]>;

/** Resolves to systemd's rating of the unit's exposure. */
async function install(run: Run, runDocs: RunDocs, expect: Expect): Promise<number> {
  const installed = await runDocs("Installing the service");
  const isReady = installed.some((words) => words.startsWith("ready"));
  expect(isReady, "The installed shop is not ready.");
  const analysis = await run("systemd-analyze security niceties@a");
  const exposure = Number(/level for niceties@a\.service: ([\d.]+)/.exec(analysis)?.[1]);
  expect(exposure <= highestExposure, `The exposure of the unit is ${exposure}.`);
  const writable = await run("runuser -u niceties -- find /opt/niceties /etc/niceties -writable");
  expect(writable === "", `The shop's user can write to ${writable}`);
  const inside = "nsenter --mount --target=$(systemctl show --property=MainPID --value niceties@a)";
  const touching = `${inside} touch /opt/niceties/x && echo code; ${inside} touch /usr/x && echo system; true`;
  const written = await run(touching);
  expect(written === "", `Even the service's own file system can be written to: ${written}`);
  await run("systemctl start niceties-backup");
  return exposure;
}

async function updateAndGoBack(
  upstream: string,
  run: Run,
  runDocs: RunDocs,
  { names: acknowledged, failures }: Visits,
  expect: Expect,
): Promise<void> {
  const expectAll = async (when: string) => {
    const before = [...acknowledged];
    const names = new Set((await listCoffees(url)).map(({ name }) => name));
    const lost = before.filter((name) => !names.has(name));
    expect(lost.length === 0, `${when}, acknowledged coffees were missing: ${lost.join(", ")}`);
    expect(await isCurrentBuild(run), `${when}, home is not of the open version.`);
  };
  await expectAll("After the installation");
  publish(upstream, 2);
  await runDocs("Updating the service");
  await expectAll("After an update");
  await runDocs("Going back");
  await expectAll("After going back");
  expect(failures.length === 0, `While the version changed, requests failed: ${failures.join(", ")}`);
  const migration = join(upstream, "store/migrations/9999-drill.sqlite.sql");
  writeFileSync(migration, "CREATE TABLE newer (id INTEGER) STRICT;\n");
  publish(upstream, 3);
  await runDocs("Updating the service");
  await expectAll("After an update that changed the data");
  const refusal = await runDocs("Going back").catch((error: unknown) => error);
  expect(refusal instanceof Error, "The former version opens the data of the newer one.");
  await expectAll("After it was refused to go back from changed data");
  await runDocs("Going back when the data has changed");
  await expectAll("After going back from changed data");
}

async function uninstall(system: string, run: Run, expect: Expect): Promise<void> {
  const [stop = "", remove = ""] = commandsUnder("Uninstalling the service", docs);
  await run(stop);
  expect(!(await isOpen(url)), "The uninstalled shop answers.");
  expect(existsSync(join(system, "var/lib/niceties/niceties.db")), "Uninstalling deleted the data.");
  const leftBut = async (...kept: readonly string[]) => {
    const others = ["/srv", "/proc", testsFolder, ...kept].map((folder) => `-path ${folder}`).join(" -o ");
    return run(`find / -xdev \\( ${others} \\) -prune -o -iname '*niceties*' -print`);
  };
  const beside = await leftBut("/var/lib/niceties", "/etc/niceties");
  expect(beside === "", `Beside the data and the settings, this is left: ${beside}`);
  await run(remove);
  const left = await leftBut();
  expect(left === "", `This is left: ${left}`);
}

/** Runs the commands one after the other, and resolves to their outputs. */
async function runEach(run: Run, texts: readonly string[]): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const commands of texts) printed.push(await run(commands));
  return printed;
}

/** Reads the list and adds a coffee, again and again. */
function visitUntilStopped(): Visits {
  const stopping = new AbortController();
  const names: string[] = [];
  const failures: string[] = [];
  const isAnswered = async (sending: ReturnType<typeof send>) => {
    const { isOk, status, text } = await sending.catch((error: unknown) => ({
      isOk: false,
      status: 0,
      text: String(error),
    }));
    if (status === 0 || status >= 500) failures.push(`${status} ${text}`);
    return isOk;
  };
  const visiting = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const name = `Drill ${number}`;
      if (await isAnswered(send(url, "POST", "/coffee", { name }))) names.push(name);
      await isAnswered(send(url, "GET", "/coffee"));
      await delay(visitEveryMs);
    }
  })();
  const stop = async () => {
    stopping.abort();
    await visiting;
  };
  return { names, failures, stop, [Symbol.asyncDispose]: stop };
}

async function isCurrentBuild(run: Run): Promise<boolean> {
  const home = await (await fetch(url)).text();
  const assets = (await run("ls /opt/niceties/versions/current/dist/client/assets")).split("\n");
  return assets.some((name) => name.endsWith(".css") && home.includes(`/assets/${name}`));
}

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { drill as define } from "../kit/drill.ts";
import { listCoffees, send } from "../kit/shop-client.ts";
import { isAnswered, temporaryFolder } from "../kit/spawned-shop.ts";
import { until } from "../kit/until.ts";
import { makeUpstream, publish } from "./upstream.ts";

/** An empty Debian that runs systemd; it shares the network of this machine. */
type Container = AsyncDisposable & Readonly<{ run: Run }>;
/** Runs shell commands in the container, and resolves to their output. */
type Run = (commands: string) => Promise<string>;
type Writes = AsyncDisposable & Readonly<{ names: readonly string[]; stop: () => Promise<void> }>;

const start = promisify(execFile);
/** The address on which docs/operating.md lets the shop listen. */
const url = "http://127.0.0.1:3000";
const docs = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
/** Programs in the container need this file if this machine trusts its own certificate authority. */
const authorities = "/etc/ssl/certs/ca-certificates.crt";
const highestExposure = 2.5;
const writeEveryMs = 500;
const bootTimeoutMs = 60_000;

export const drill = define({
  promise:
    "the commands of docs/operating.md install a service that is updated, taken back and uninstalled without a lost write",
  help: `Makes an empty Debian 12, boots it in a container, and runs the commands of "As a service" in docs/operating.md there, as
they stand: it installs the shop, updates it, goes back, updates to a version with another format of the data, goes back
from that too, and uninstalls it. Visitors add coffees meanwhile, and none that was acknowledged may be lost. The shop must
not be able to write its own code. Needs root, the network, port 3000, 3 GB of disk and some five minutes (Debian: apt-get
install debootstrap systemd-container).`,
  options: {},
  short: [],
  async run(_options, onProgress) {
    await using folder = await temporaryFolder("service");
    const system = join(folder.path, "debian");
    const upstream = join(system, "srv/niceties");
    const faults: string[] = [];
    const expect: Expect = (isRight, fault) => void (isRight || faults.push(fault));
    await start("debootstrap", ["--variant=minbase", "--include=systemd-sysv,dbus", "bookworm", system]);
    makeUpstream(upstream);
    onProgress(1, 5);
    await using container = await boot(system);
    const runDocs = (heading: string) => runEach(container.run, commandsUnder(heading, docs));
    onProgress(2, 5);
    const exposure = await install(container.run, runDocs, expect);
    onProgress(3, 5);
    await using writes = addUntilStopped();
    await updateAndGoBack(upstream, container.run, runDocs, writes.names, expect);
    await writes.stop();
    expect(writes.names.length > 0, "No visitor could add a coffee.");
    onProgress(4, 5);
    await uninstall(system, container.run, expect);
    onProgress(5, 5);
    return { done: { "acknowledged coffees": writes.names.length }, measured: `exposure ${exposure}`, faults };
  },
});

type Expect = (isRight: boolean, fault: string) => void;
type RunDocs = (heading: string) => Promise<readonly string[]>;

/** Resolves to systemd's rating of the unit's exposure. */
async function install(run: Run, runDocs: RunDocs, expect: Expect): Promise<number> {
  const installed = await runDocs("Installing the service");
  const isReady = installed.some((words) => words.startsWith("ready"));
  expect(isReady, "The installed shop is not ready.");
  const analysis = await run("systemd-analyze security niceties");
  const exposure = Number(/level for niceties\.service: ([\d.]+)/.exec(analysis)?.[1]);
  expect(exposure <= highestExposure, `The exposure of the unit is ${exposure}.`);
  const writable = await run("runuser -u niceties -- find /opt/niceties /etc/niceties -writable");
  expect(writable === "", `The shop's user can write to ${writable}`);
  const inside = "nsenter --mount --target=$(systemctl show --property=MainPID --value niceties)";
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
  acknowledged: readonly string[],
  expect: Expect,
): Promise<void> {
  const expectAll = async (when: string) => {
    const before = [...acknowledged];
    const names = new Set((await listCoffees(url)).map(({ name }) => name));
    const lost = before.filter((name) => !names.has(name));
    expect(lost.length === 0, `${when}, acknowledged coffees were missing: ${lost.join(", ")}`);
    expect(await isCurrentBuild(run), `${when}, home is not of the newest build.`);
  };
  await expectAll("After the installation");
  publish(upstream, 2);
  await runDocs("Updating the service");
  await expectAll("After an update");
  await runDocs("Going back");
  await expectAll("After going back");
  const migration = join(upstream, "store/migrations/9999-drill.sqlite.sql");
  writeFileSync(migration, "CREATE TABLE newer (id INTEGER) STRICT;\n");
  publish(upstream, 3);
  await runDocs("Updating the service");
  await expectAll("After an update that changed the data");
  const refusal = await runDocs("Going back").catch((error: unknown) => error);
  expect(refusal instanceof Error, "The former version opens the data of the newer one.");
  await runDocs("Going back");
  await expectAll("After going back and forth again");
  await runDocs("Going back when the data has changed");
  await expectAll("After going back from changed data");
}

async function uninstall(system: string, run: Run, expect: Expect): Promise<void> {
  const [stop = "", remove = ""] = commandsUnder("Uninstalling the service", docs);
  await run(stop);
  expect(!(await isAnswered(url)), "The uninstalled shop answers.");
  expect(existsSync(join(system, "var/lib/niceties/niceties.db")), "Uninstalling deleted the data.");
  await run(remove);
  const left = await run("find / -xdev -iname '*niceties*' -not -path '/srv/*' -not -path '/proc/*'");
  expect(left === "", `This is left: ${left}`);
}

async function boot(system: string): Promise<Container> {
  const environment: Record<string, string> = {
    SOURCE: "/srv/niceties",
    HOME: "/root",
    PATH: "/usr/local/bin:/usr/sbin:/usr/bin",
  };
  if (existsSync(authorities)) {
    copyFileSync(authorities, join(system, "srv/authorities.crt"));
    environment["NODE_EXTRA_CA_CERTS"] = "/srv/authorities.crt";
  }
  environment["npm_config_registry"] = (await start("npm", ["config", "get", "registry"])).stdout.trim();
  const options = ["--register=no", "--keep-unit", "--resolv-conf=copy-host", "--console=pipe"];
  const nspawn = spawn("systemd-nspawn", ["--boot", ...options, `--directory=${system}`], {
    stdio: "ignore",
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
  });
  const end = once(nspawn, "exit");
  const run = async (commands: string) => {
    const { pid } = nspawn;
    const [leader = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const inside = ["env", "--ignore-environment", ...variables, "bash", "-euo", "pipefail", "-c", commands];
    return (await start("nsenter", [`--target=${leader}`, "--all", ...inside])).stdout;
  };
  const isRunning = async () => (await run("systemctl is-system-running").catch(() => "")).trim() === "running";
  await until(isRunning, { withinMs: bootTimeoutMs, everyMs: 200, failure: "The container did not boot." });
  return {
    run,
    async [Symbol.asyncDispose]() {
      nspawn.kill();
      await end;
    },
  };
}

/** Runs the commands one after the other, and resolves to their outputs. */
async function runEach(run: Run, texts: readonly string[]): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const commands of texts) printed.push(await run(commands));
  return printed;
}

/** Adds coffees, one after the other, and records the names of those that were acknowledged. */
function addUntilStopped(): Writes {
  const stopping = new AbortController();
  const acknowledged: string[] = [];
  const adding = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const name = `Drill ${number}`;
      const reply = await send(url, "POST", "/coffee", { name }).catch(() => undefined);
      if (reply?.isOk) acknowledged.push(name);
      await delay(writeEveryMs);
    }
  })();
  const stop = async () => {
    stopping.abort();
    await adding;
  };
  return { names: acknowledged, stop, [Symbol.asyncDispose]: stop };
}

async function isCurrentBuild(run: Run): Promise<boolean> {
  const home = await (await fetch(url)).text();
  const assets = (await run("ls /opt/niceties/build/current/client/assets")).split("\n");
  return assets.some((name) => name.endsWith(".css") && home.includes(`/assets/${name}`));
}

/** The shell commands of a Markdown page between a heading and the next one, with a text for each fenced block. */
export function commandsUnder(heading: string, page: string): readonly string[] {
  const [, section = ""] = page.split(new RegExp(`^#+ ${heading}$`, "m"));
  const [untilNext = ""] = section.split(/^## |^### /m);
  return [...untilNext.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands = ""]) => commands);
}

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
import { commandsUnder } from "./commands-in-docs.ts";
import { makeUpstream, publish } from "./upstream.ts";

/** An empty Debian that runs systemd; it shares the network of this machine. */
type Container = Readonly<{ run: (commands: string) => Promise<string>; close: () => Promise<void> }>;
type Writes = Readonly<{ names: readonly string[]; stop: () => Promise<void> }>;

const start = promisify(execFile);
/** Where docs/operating.md has the shop listen. */
const url = "http://127.0.0.1:3000";
const docs = readFileSync(new URL("../../docs/operating.md", import.meta.url), "utf8");
/** Programs of the container need it where this machine trusts a certificate authority of its own. */
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
  run: async (_options, onProgress) => {
    await using folder = await temporaryFolder("service");
    const work = folder.path;
    const faults: string[] = [];
    const expect = (isRight: boolean, fault: string) => void (isRight || faults.push(fault));
    const steps = 8;
    let container: Container | undefined;
    let writes: Writes | undefined;
    try {
      const system = join(work, "debian");
      await start("debootstrap", ["--variant=minbase", "--include=systemd-sysv,dbus", "bookworm", system]);
      const upstream = join(system, "srv/niceties");
      makeUpstream(upstream);
      onProgress(1, steps);
      const { run } = (container = await boot(system));
      const runDocs = async (heading: string) => runEach(run, commandsUnder(heading, docs));
      onProgress(2, steps);

      const installed = await runDocs("Installing the service");
      const isReady = installed.some((words) => words.startsWith("ready"));
      expect(isReady, "The installed shop is not ready.");
      const analysis = await run("systemd-analyze security niceties");
      const exposure = Number(/level for niceties\.service: ([\d.]+)/.exec(analysis)?.[1]);
      expect(exposure <= highestExposure, `The exposure of the unit is ${exposure}.`);
      const writable = await run("runuser -u niceties -- find /opt/niceties /etc/niceties -writable");
      expect(writable === "", `The shop's user can write to ${writable}`);
      const inside = "nsenter --mount --target=$(systemctl show --property=MainPID --value niceties)";
      const written = await run(
        `${inside} touch /opt/niceties/x && echo code; ${inside} touch /usr/x && echo system; true`,
      );
      expect(written === "", `Even the service's own file system can be written to: ${written}`);
      await run("systemctl start niceties-backup");
      onProgress(3, steps);

      const added = (writes = addUntilStopped());
      const expectAll = async (when: string) => {
        const acknowledged = [...added.names];
        const names = new Set((await listCoffees(url)).map(({ name }) => name));
        const lost = acknowledged.filter((name) => !names.has(name));
        expect(lost.length === 0, `${when}, acknowledged coffees were missing: ${lost.join(", ")}`);
        expect(await isCurrentBuild(run), `${when}, home is not of the newest build.`);
      };
      await expectAll("After the installation");
      publish(upstream, 2);
      await runDocs("Updating the service");
      await expectAll("After an update");
      onProgress(4, steps);

      await runDocs("Going back");
      await expectAll("After going back");
      onProgress(5, steps);

      writeFileSync(
        join(upstream, "store/migrations/9999-drill.sqlite.sql"),
        "CREATE TABLE newer (id INTEGER) STRICT;\n",
      );
      publish(upstream, 3);
      await runDocs("Updating the service");
      await expectAll("After an update that changed the data");
      onProgress(6, steps);

      const refusal = await runDocs("Going back").catch((error: unknown) => error);
      expect(refusal instanceof Error, "The former version opens the data of the newer one.");
      await runDocs("Going back");
      await expectAll("After going back and forth again");
      await runDocs("Going back when the data has changed");
      await expectAll("After going back from changed data");
      await added.stop();
      expect(added.names.length > 0, "No visitor could add a coffee.");
      onProgress(7, steps);

      const [uninstall = "", remove = ""] = commandsUnder("Uninstalling the service", docs);
      await run(uninstall);
      expect(!(await isAnswered(url)), "The uninstalled shop answers.");
      expect(existsSync(join(system, "var/lib/niceties/niceties.db")), "Uninstalling deleted the data.");
      await run(remove);
      const left = await run("find / -xdev -iname '*niceties*' -not -path '/srv/*' -not -path '/proc/*'");
      expect(left === "", `This is left: ${left}`);
      onProgress(8, steps);
      return { done: { "acknowledged coffees": added.names.length }, measured: `exposure ${exposure}`, faults };
    } finally {
      await writes?.stop();
      await container?.close();
    }
  },
  short: [],
});

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
    close: async () => {
      nspawn.kill();
      await end;
    },
  };
}

/** Runs one text after the other, and resolves to what each printed. */
async function runEach(run: Container["run"], texts: readonly string[]): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const commands of texts) printed.push(await run(commands));
  return printed;
}

/** Adds coffees, one after the other, and keeps the names of those that were acknowledged. */
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
  return {
    names: acknowledged,
    stop: async () => {
      stopping.abort();
      await adding;
    },
  };
}

async function isCurrentBuild(run: Container["run"]): Promise<boolean> {
  const home = await (await fetch(url)).text();
  const assets = (await run("ls /opt/niceties/build/current/client/assets")).split("\n");
  return assets.some((name) => name.endsWith(".css") && home.includes(`/assets/${name}`));
}

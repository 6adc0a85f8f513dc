import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../kit/until.ts";
import { etcdArguments, haproxyConfiguration, patroniConfiguration, shopConfiguration } from "./configurations.ts";
import { folderOf, namespaceOf, type Machine, type Member, type Service } from "./machines.ts";
import { processIdsOn } from "./network.ts";
import { runCommand } from "./run-command.ts";
import type { Secrets } from "./secrets.ts";

const endWithinMs = 10_000;

const shopFile = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));
/** Restarts the shop as long as it fails, as systemd would: it does not open without its database. */
const restarting = ["/bin/sh", "-c", 'until "$@"; do sleep 1; done', "sh"];

type Startable = Exclude<Service, "postgres">;

/** A kind of service. It runs as `user`, with its settings in a file that only this user can read. */
type Kind = Readonly<{
  user: string;
  settings: (directory: string, machine: Machine, secrets: Secrets) => string;
  command: (directory: string, machine: Machine, settingsFile: string) => readonly string[];
}>;

const kinds: Readonly<Record<Startable, Kind>> = {
  etcd: {
    user: "etcd",
    settings: () => "",
    command: (directory, machine) => ["/usr/bin/etcd", ...etcdArguments(directory, machine)],
  },
  patroni: {
    user: "postgres",
    settings: patroniConfiguration,
    command: (_directory, _machine, file) => ["/usr/bin/patroni", file],
  },
  shop: {
    // The owner of the shop's files: other users may not be able to read them.
    user: String(statSync(shopFile).uid),
    settings: shopConfiguration,
    command: () => [...restarting, process.execPath, shopFile, "serve"],
  },
  haproxy: {
    user: "haproxy",
    settings: haproxyConfiguration,
    command: (_directory, _machine, file) => ["/usr/sbin/haproxy", "-db", "-f", file],
  },
};

/** Creates the folders of a machine's services, with their settings. */
export async function prepareMachine(directory: string, machine: Machine, secrets: Secrets): Promise<void> {
  for (const service of startablesOf(machine)) {
    const { user, settings } = kinds[service];
    const folder = folderOf(directory, machine, service);
    await mkdir(folder, { recursive: true });
    await writeFile(settingsIn(folder, service), settings(directory, machine, secrets), { mode: 0o600 });
    await runCommand("chown", ["-R", user, folder]);
    await runCommand("chmod", ["700", folder]);
  }
}

/** Starts those services of a member that do not run, without waiting until they are ready. Each logs to its folder. */
export async function startMember(directory: string, { machine, service }: Member): Promise<void> {
  if (service === "postgres") throw new Error(`Patroni starts PostgreSQL by itself; start ${machine.name}/patroni.`);
  const wanted = startablesOf(machine).filter((one) => service === undefined || one === service);
  if (wanted.length === 0) throw new Error(`There is nothing to start on ${machine.name}.`);
  const running = await runningOn(machine);
  for (const one of wanted) if (!running.has(one)) await start(directory, machine, one);
}

/** Kills a member with SIGKILL: all processes on a machine, or one service. Resolves when it has ended. */
export async function killMember(member: Member): Promise<void> {
  let killed: readonly number[] = [];
  const isGone = async () => {
    const left = (await processesOf(member)).map(({ id }) => id);
    // A service is killed once, because something else may restart it. A machine is killed until no process is left.
    killed = member.service && killed.length > 0 ? killed.filter((id) => left.includes(id)) : left;
    for (const id of killed) kill(id);
    return killed.length === 0;
  };
  await until(isGone, { withinMs: endWithinMs, failure: () => `Processes ${killed.join(", ")} do not end.` });
}

/** The names of the processes on a machine: services, and programs that a drill started there. */
export async function runningOn(machine: Machine): Promise<Set<string>> {
  return new Set((await processesOf({ machine, service: undefined })).map(({ name }) => name));
}

/** The last lines of the logs of a machine's services, to explain a failure. */
export async function logTails(directory: string, machine: Machine): Promise<string> {
  const tails = startablesOf(machine).map(async (service) => {
    const text = await readFile(logIn(folderOf(directory, machine, service)), "utf8").catch(() => "no log");
    return `${machine.name}/${service}:\n${text.trimEnd().split("\n").slice(-5).join("\n")}`;
  });
  return (await Promise.all(tails)).join("\n");
}

/** The program and arguments that run a command on a machine, in its network. */
export function onMachine(machine: Machine, command: readonly string[]): [program: string, args: string[]] {
  return ["nsenter", [`--net=/run/netns/${namespaceOf(machine)}`, ...command]];
}

async function start(directory: string, machine: Machine, service: Startable): Promise<void> {
  const folder = folderOf(directory, machine, service);
  const { user, command } = kinds[service];
  // With its own IPC namespace, PostgreSQL's shared memory is freed with the last process, even if that is killed.
  const own = ["unshare", "--ipc", "setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  const [program, args] = onMachine(machine, [...own, ...command(directory, machine, settingsIn(folder, service))]);
  const log = await open(logIn(folder), "a");
  try {
    const env = { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8" };
    const child = spawn(program, args, { cwd: folder, detached: true, env, stdio: ["ignore", log.fd, log.fd] });
    await once(child, "spawn");
    child.unref();
  } finally {
    await log.close();
  }
}

async function processesOf({ machine, service }: Member): Promise<{ id: number; name: string }[]> {
  const ids = await processIdsOn(machine);
  const processes = ids.map(async (id) => ({ id, name: await nameOf(id) }));
  return (await Promise.all(processes)).filter(({ name }) => !service || name === service);
}

/** The name of a process's program; empty if it has just ended. Node sets the name of its main thread itself. */
async function nameOf(id: number): Promise<string> {
  const name = (await readFile(`/proc/${id}/comm`, "utf8").catch(() => "")).trim();
  return /^(node|MainThread|node-MainThread)$/.test(name) ? "shop" : name;
}

function kill(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

function startablesOf({ services }: Machine): Startable[] {
  return services.filter((service) => service !== "postgres");
}

/** A service's settings file. The shop finds its own by the name niceties.env. */
function settingsIn(folder: string, service: Startable): string {
  return join(folder, service === "shop" ? "niceties.env" : "settings.yml");
}

function logIn(folder: string): string {
  return join(folder, "log");
}

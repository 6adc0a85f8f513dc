#!/usr/bin/env -S npm exec -- node
// A cluster on one machine: three PostgreSQL under Patroni and etcd, HAProxy, and two nodes of the shop, each in
// a network namespace of its own, to be killed and cut off at will. See docs/scaling.md.
import { Interrupted, interruptible } from "../../cli/terminal/interruption.ts";
import { bringUp, takeDown } from "./machines/bring-up.ts";
import { appMachines, machines, parseMember, ports, proxyMachine, type Member } from "./machines/machines.ts";
import { findReady, readStates } from "./machines/member-state.ts";
import { cutBetween, cutEtcd, cutMachine, cutMachines, findDirectory, healMachine } from "./machines/network.ts";
import { checkMachine } from "./machines/packages.ts";
import { databaseUrl, readSecrets } from "./machines/secrets.ts";
import { killMember, runningOn, startMember } from "./machines/services.ts";
import { readArguments } from "../../tools/read-arguments.ts";

const helpText = `drills/cluster/cluster.ts up [--directory DIR] [--install]   brings the cluster up; Ctrl-C takes it down
drills/cluster/cluster.ts down                              takes it down, and leaves nothing behind
drills/cluster/cluster.ts status                            who is the primary, what runs, what is cut off
drills/cluster/cluster.ts kill MEMBER                       kills it with SIGKILL
drills/cluster/cluster.ts start MEMBER                      starts those of its services that do not run
drills/cluster/cluster.ts cut MACHINE                       cuts its network: packets are lost without an error
drills/cluster/cluster.ts cut MACHINE OTHER                 cuts the network between the two
drills/cluster/cluster.ts cut MACHINE/etcd                  cuts its etcd off from the others
drills/cluster/cluster.ts heal MACHINE                      ends all its cuts

All files are in DIR, by default a new folder in the system's temporary folder. --install installs missing packages of
Debian. Needs Linux, and root.

Machines: ${machines.map(({ name }) => name).join(", ")}. A MEMBER is a machine, or one service of it:
${machines.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`)).join(", ")}.`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(helpText, {
    allowPositionals: true,
    options: {
      directory: { type: "string" },
      install: { type: "boolean", default: false },
    },
  });
  const [command, ...names] = positionals;
  const members = names.map(parseMember);
  const [member, other] = members;
  await checkMachine(values.install);
  if (command === "up" && !member) return up(values.directory);
  const directory = await findDirectory();
  if (directory === undefined) throw new Error("No cluster is up.");
  if (command === "down" && !member) return takeDown(directory);
  if (command === "status" && !member) return tellStatus(directory);
  if (command === "cut" && member) return cut(member, other);
  if (!member || other) throw new Error(helpText);
  if (command === "kill") return killMember(member);
  if (command === "start") return startMember(directory, member);
  if (command === "heal" && !member.service) return healMachine(member.machine);
  throw new Error(helpText);
}

async function up(directory: string | undefined): Promise<void> {
  console.log("Starting three PostgreSQL, three etcd, HAProxy and two nodes of the shop …");
  const started = performance.now();
  const own = await interruptible((signal) => bringUp(directory, signal));
  console.log(`The cluster is up after ${((performance.now() - started) / 1_000).toFixed(0)} s, in ${own}.`);
  await tellStatus(own);
}

async function cut({ machine, service }: Member, other: Member | undefined): Promise<void> {
  if (service === "etcd" && !other) return cutEtcd(machine);
  if (service || other?.service || other?.machine === machine) throw new Error(helpText);
  return other ? cutBetween(machine, other.machine) : cutMachine(machine);
}

async function tellStatus(directory: string): Promise<void> {
  const [states, ready, cutOff] = await Promise.all([readStates(), findReady(), cutMachines()]);
  for (const machine of machines) {
    const state = states.find((one) => one.machine === machine);
    const words = [
      state && `${state.role ?? "not in service"}${state.timeline ? `, timeline ${state.timeline}` : ""}`,
      state && (state.isEtcdHealthy ? "etcd healthy" : "etcd not healthy"),
      appMachines.includes(machine) && (ready.has(machine) ? "ready" : "not ready"),
      [...(await runningOn(machine))].toSorted().join(" ") || "nothing runs",
      cutOff.has(machine) && "CUT OFF",
    ];
    console.log(`${machine.name.padEnd(6)} ${machine.address}  ${words.filter(Boolean).join("; ")}`);
  }
  console.log(`\nPrimary: ${databaseUrl(await readSecrets(directory))}`);
  console.log(`Shop:    http://${proxyMachine.address}:${ports.http}, to port ${ports.app} of app1 and app2`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}

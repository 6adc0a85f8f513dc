// Each machine is a network namespace, joined to one bridge. To cut a machine off, the drill disables its port of the
// bridge. The machine's own end stays up, so packets are lost without an error, as in a real network.
import { z } from "zod";
import { machines, namespaceOf, network, ports, type Machine } from "./machines.ts";
import { runCommand } from "./run-command.ts";

const links = z.array(z.object({ ifname: z.string(), ifalias: z.string().optional() }));
const namespaces = z.array(z.object({ name: z.string() }));
const bridgePorts = z.array(z.object({ ifname: z.string(), state: z.string() }));

/** The kernel's numbers for the states of a bridge's port. */
const portStates = { off: "0", forwarding: "3" };

/** Creates the bridge and the machines. The bridge's alias is the cluster's directory; see `findDirectory`. */
export async function makeNetwork(directory: string): Promise<void> {
  const { bridge, host, prefix } = network;
  await ip("link", "add", bridge, "type", "bridge");
  await ip("link", "set", bridge, "alias", directory);
  await ip("address", "add", `${host}/${prefix}`, "dev", bridge);
  await ip("link", "set", bridge, "up");
  for (const machine of machines) {
    const namespace = namespaceOf(machine);
    const port = portOf(machine);
    await ip("netns", "add", namespace);
    await ip("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
    await ip("link", "set", port, "master", bridge, "up");
    await ip("-n", namespace, "address", "add", `${machine.address}/${prefix}`, "dev", "eth0");
    await ip("-n", namespace, "link", "set", "lo", "up");
    await ip("-n", namespace, "link", "set", "eth0", "up");
  }
}

/** Removes all parts of the network that exist, even of a half-created one. No process may still run in it. */
export async function removeNetwork(): Promise<void> {
  const [existing, found] = [await existingNamespaces(), await existingLinks()];
  for (const machine of machines) {
    // The kernel would remove the port with its namespace, but only some time after the namespace is deleted.
    if (found.has(portOf(machine))) await ip("link", "delete", portOf(machine));
    if (existing.has(namespaceOf(machine))) await ip("netns", "delete", namespaceOf(machine));
  }
  if ((await findDirectory()) !== undefined) await ip("link", "delete", network.bridge);
}

/** The directory of the cluster that is up on this host; undefined if there is none. */
export async function findDirectory(): Promise<string | undefined> {
  return (await existingLinks()).get(network.bridge);
}

/** The process ids on a machine; empty if the machine does not exist. */
export async function processIdsOn(machine: Machine): Promise<number[]> {
  const namespace = namespaceOf(machine);
  if (!(await existingNamespaces()).has(namespace)) return [];
  return (await ip("netns", "pids", namespace)).split("\n").filter(Boolean).map(Number);
}

/** The machines whose port of the bridge is disabled. */
export async function cutMachines(): Promise<Set<Machine>> {
  const found = bridgePorts.parse(JSON.parse(await runCommand("bridge", ["-j", "link", "show"])));
  const off = new Set(found.filter(({ state }) => state === "disabled").map(({ ifname }) => ifname));
  return new Set(machines.filter((machine) => off.has(portOf(machine))));
}

/** Cuts a machine off from everything, this host too. */
export async function cutMachine(machine: Machine): Promise<void> {
  await setPort(machine, portStates.off);
}

/** Drops all packets between two machines. */
export async function cutBetween(one: Machine, other: Machine): Promise<void> {
  const { address } = other;
  await drop(one, other.name, [`ip saddr ${address}`], [`ip daddr ${address}`]);
}

/** Cuts a machine's etcd off from other machines. The machine's other services still reach the etcd of others. */
export async function cutEtcd(machine: Machine): Promise<void> {
  const { etcdClients, etcdPeers } = ports;
  const served = `{ ${etcdClients}, ${etcdPeers} }`;
  await drop(
    machine,
    "etcd",
    [`tcp dport ${served}`, `tcp sport ${etcdPeers}`],
    [`tcp sport ${served}`, `tcp dport ${etcdPeers}`],
  );
}

/** Ends every cut that concerns a machine. */
export async function healMachine(machine: Machine): Promise<void> {
  await setPort(machine, portStates.forwarding);
  await inNamespace(machine, "nft", "flush ruleset");
  for (const other of machines.filter((one) => one !== machine)) await undrop(other, machine.name);
}

async function setPort(machine: Machine, state: string): Promise<void> {
  await runCommand("bridge", ["link", "set", "dev", portOf(machine), "state", state]);
}

async function drop(machine: Machine, name: string, incoming: string[], outgoing: string[]): Promise<void> {
  const table = tableOf(name);
  const chain = (hook: string, device: string, rules: string[]) => [
    `add chain inet ${table} ${hook} { type filter hook ${hook} priority 0; }`,
    ...rules.map((rule) => `add rule inet ${table} ${hook} ${device} eth0 ${rule} drop`),
  ];
  const commands = [`add table inet ${table}`, ...chain("input", "iifname", incoming)];
  await undrop(machine, name);
  await inNamespace(machine, "nft", [...commands, ...chain("output", "oifname", outgoing)].join("\n"));
}

async function undrop(machine: Machine, name: string): Promise<void> {
  // Deleting a table that does not exist would fail, so it is added first.
  await inNamespace(machine, "nft", `add table inet ${tableOf(name)}\ndelete table inet ${tableOf(name)}`);
}

function tableOf(name: string): string {
  return `cut_${name}`;
}

function portOf(machine: Machine): string {
  return namespaceOf(machine);
}

/** The links of this host, each with its alias or an empty text. */
async function existingLinks(): Promise<Map<string, string>> {
  const found = links.parse(JSON.parse(await ip("-j", "link", "show")));
  return new Map(found.map(({ ifname, ifalias = "" }) => [ifname, ifalias]));
}

async function existingNamespaces(): Promise<Set<string>> {
  const text = await ip("-j", "netns", "list");
  return new Set(namespaces.parse(JSON.parse(text || "[]")).map(({ name }) => name));
}

async function inNamespace(machine: Machine, program: "nft", input: string): Promise<void> {
  await runCommand("ip", ["netns", "exec", namespaceOf(machine), program, "-f", "-"], { input });
}

async function ip(...args: string[]): Promise<string> {
  return runCommand("ip", args);
}

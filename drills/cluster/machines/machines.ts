// The topology: the machines, their services and their addresses. The addresses are of the block reserved for testing
// networks (RFC 2544), so they hide no real network.
import { join } from "node:path";

/** A service on a machine. Only Patroni starts `postgres`. */
export type Service = "etcd" | "patroni" | "postgres" | "haproxy" | "shop";

export type Machine = Readonly<{ name: string; address: string; services: readonly Service[] }>;

/** The network of all machines, and this host's address in it. */
export const network = { bridge: "niceties-br", host: "198.18.52.1", prefix: 24, block: "198.18.52.0/24" };

export const ports = { postgres: 5432, patroni: 8008, etcdClients: 2379, etcdPeers: 2380, http: 8080, app: 3000 };

/** Each has a PostgreSQL, the Patroni that controls it, and an etcd. */
export const databaseMachines: readonly Machine[] = [
  { name: "db1", address: "198.18.52.11", services: ["etcd", "patroni", "postgres"] },
  { name: "db2", address: "198.18.52.12", services: ["etcd", "patroni", "postgres"] },
  { name: "db3", address: "198.18.52.13", services: ["etcd", "patroni", "postgres"] },
];

/** Each has a node of the shop. */
export const appMachines: readonly Machine[] = [
  { name: "app1", address: "198.18.52.21", services: ["shop"] },
  { name: "app2", address: "198.18.52.22", services: ["shop"] },
];

/** In front of the databases and the nodes of the shop. */
export const proxyMachine: Machine = { name: "proxy", address: "198.18.52.10", services: ["haproxy"] };

export const machines: readonly Machine[] = [...databaseMachines, proxyMachine, ...appMachines];

/** The folder with all files of a service. PostgreSQL keeps its data in Patroni's folder. */
export function folderOf(directory: string, machine: Machine, service: Exclude<Service, "postgres">): string {
  return join(directory, machine.name, service);
}

/** The name of a machine's network namespace. */
export function namespaceOf(machine: Machine): string {
  return `niceties-${machine.name}`;
}

/** A machine, or one service of it. */
export type Member = Readonly<{ machine: Machine; service: Service | undefined }>;

/** Parses `db1` or `db1/etcd`. Otherwise throws an error that names the machines or services. */
export function parseMember(text: string): Member {
  const [name, service, ...rest] = text.split("/");
  const machine = machines.find((one) => one.name === name);
  if (!machine || rest.length > 0) {
    throw new Error(`There is no member ${text}. Machines: ${machines.map((one) => one.name).join(", ")}.`);
  }
  if (service === undefined) return { machine, service };
  const found = machine.services.find((one) => one === service);
  if (!found) throw new Error(`${machine.name} has no ${service}; it has ${machine.services.join(", ") || "nothing"}.`);
  return { machine, service: found };
}

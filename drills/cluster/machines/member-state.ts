import { z } from "zod";
import { appMachines, databaseMachines, ports, type Machine } from "./machines.ts";

const patienceMs = 1_000;

/** Patroni's report on its PostgreSQL. It calls the primary `master`. */
const reply = z.object({
  state: z.string(),
  role: z.string().default("unknown"),
  timeline: z.number().nullish(),
  sync_standby: z.boolean().default(false),
  replication: z.array(z.object({ application_name: z.string(), state: z.string() })).default([]),
});

export type Role = "primary" | "synchronous standby" | "standby";

/** The state of a machine's PostgreSQL, as its own Patroni sees it, and whether its etcd agrees with the others. */
export type MemberState = Readonly<{
  machine: Machine;
  /** Undefined if PostgreSQL is not running, or Patroni does not answer. */
  role: Role | undefined;
  timeline: number | undefined;
  /** The names of the machines that are replicating from this one now. */
  copies: readonly string[];
  isEtcdHealthy: boolean;
}>;

/** Asks each machine with a database for its own state. */
export async function readStates(): Promise<MemberState[]> {
  return Promise.all(databaseMachines.map(readState));
}

/** Whether nothing is missing: one primary, two replicas of it, one of them synchronous, and three healthy etcd. */
export function isWhole(states: readonly MemberState[]): boolean {
  const [primary, ...otherPrimaries] = states.filter(({ role }) => role === "primary");
  return (
    primary?.copies.length === databaseMachines.length - 1 &&
    otherPrimaries.length === 0 &&
    states.filter(({ role }) => role === "synchronous standby").length === 1 &&
    states.every(({ role, isEtcdHealthy }) => role !== undefined && isEtcdHealthy)
  );
}

/** The machines whose node of the shop reports that it is ready. */
export async function findReady(): Promise<Set<Machine>> {
  const ready = appMachines.map(async (machine) => ((await isReadyAt(machine, ports.app)) ? [machine] : []));
  return new Set((await Promise.all(ready)).flat());
}

/** Whether the shop at this address reports that it is ready. */
export async function isReadyAt({ address }: Machine, port: number): Promise<boolean> {
  const url = `http://${address}:${port}/-/ready`;
  const reading = fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  return reading.then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Parses Patroni's reply to GET /patroni. */
export function parseState(json: unknown): Pick<MemberState, "role" | "timeline" | "copies"> {
  const { state, role, timeline, sync_standby: isSynchronous, replication } = reply.parse(json);
  const copies = replication.filter((one) => one.state === "streaming").map((one) => one.application_name);
  const roles: Readonly<Record<string, Role>> = {
    master: "primary",
    primary: "primary",
    replica: isSynchronous ? "synchronous standby" : "standby",
  };
  return { role: state === "running" ? roles[role] : undefined, timeline: timeline ?? undefined, copies };
}

async function readState(machine: Machine): Promise<MemberState> {
  const [patroni, etcd] = await Promise.all([
    ask(`http://${machine.address}:${ports.patroni}/patroni`),
    ask(`http://${machine.address}:${ports.etcdClients}/health`),
  ]);
  const isEtcdHealthy = z.object({ health: z.literal("true") }).safeParse(etcd).success;
  const silent = { role: undefined, timeline: undefined, copies: [] };
  return { machine, isEtcdHealthy, ...(patroni === undefined ? silent : parseState(patroni)) };
}

/** The JSON at an address, with any status; undefined if no reply comes in time. */
async function ask(url: string): Promise<unknown> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(patienceMs) })).json();
  } catch {
    return undefined;
  }
}

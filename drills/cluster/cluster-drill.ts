import { setTimeout as delay } from "node:timers/promises";
import { drill as define, type Verdict } from "../kit/drill.ts";
import { longestPause, medianAndMost } from "../kit/figures.ts";
import { listCoffees } from "../kit/shop-client.ts";
import { startClients, Visits } from "../kit/test-clients.ts";
import { until } from "../kit/until.ts";
import { verifyFaults } from "../kit/verify.ts";
import { bringUp, takeDown, untilWhole } from "./machines/bring-up.ts";
import { appMachines, databaseMachines, ports, proxyMachine, type Machine } from "./machines/machines.ts";
import { readStates, type Role } from "./machines/member-state.ts";
import { cutBetween, cutEtcd, cutMachine, healMachine } from "./machines/network.ts";
import { checkMachine } from "./machines/packages.ts";
import { runPsql, type Login } from "./machines/psql.ts";
import { Acknowledgements, writeRows } from "./machines/row-writer.ts";
import { appName, databaseUrl, readSecrets, type Secrets } from "./machines/secrets.ts";
import { killMember, startMember } from "./machines/services.ts";

const visitors = { writing: 6, reading: 2 };
/** How long a fault lasts, after a takeover if there is one; more than any time that Patroni waits. */
const faultMs = 12_000;
const takenOverWithinMs = 60_000;
const shownWithinMs = 10_000;
const lookEveryMs = 200;
/** More rows than a writer inserts during one fault, so that each fault's writer inside has its own numbers. */
const rowsOfOneFault = 1_000_000_000;
const frontUrl = `http://${proxyMachine.address}:${ports.http}`;

export const drill = define({
  promise:
    "a cluster that is killed and cut apart keeps every acknowledged write, and shows none that is older than it may be",
  help: `In each round, while ${visitors.writing} visitors write and read coffees through the front of a cluster: kills the primary's PostgreSQL,
all of the primary's machine and a node of the shop; cuts the primary, its etcd, the synchronous standby and a node off; and
cuts the front off from the primary. Checks for each acknowledged write at once and at the end. Linux only, as root.`,
  options: {
    rounds: { default: 3, help: "how often each fault is suffered" },
    seed: { default: 1, help: "what visitors do" },
    install: { default: 0, help: "1 gets missing packages from Debian" },
  },
  short: [],
  async run({ rounds, seed, install }, onProgress, signal) {
    await checkMachine(install === 1);
    let done = 0;
    return hurtCluster(rounds, seed, signal, (outcome) => {
      tellOutcome(outcome);
      onProgress((done += 1), rounds * faults.length);
    });
  },
});

type Fault = Readonly<{
  name: string;
  victim: Role | "node of the shop";
  inflict: (machine: Machine) => Promise<void>;
  /** Whether another machine must become the primary. */
  isTakenOver?: true;
  /** Whether a client on the machine goes on writing there. No row that it gets acknowledged may be lost later. */
  isWrittenInside?: true;
}>;

const kill = (service: "postgres" | undefined) => (machine: Machine) => killMember({ machine, service });
const cutFromFront = (machine: Machine) => cutBetween(proxyMachine, machine);

const faults: readonly Fault[] = [
  { name: "kill the primary's PostgreSQL", victim: "primary", inflict: kill("postgres"), isTakenOver: true },
  { name: "kill the primary's machine", victim: "primary", inflict: kill(undefined), isTakenOver: true },
  {
    name: "cut the primary's network",
    victim: "primary",
    inflict: cutMachine,
    isTakenOver: true,
    isWrittenInside: true,
  },
  { name: "cut the primary's etcd", victim: "primary", inflict: cutEtcd, isWrittenInside: true },
  { name: "cut the front from the primary", victim: "primary", inflict: cutFromFront },
  { name: "cut the synchronous standby's network", victim: "synchronous standby", inflict: cutMachine },
  { name: "kill a node of the shop", victim: "node of the shop", inflict: kill(undefined) },
  { name: "cut the network of a node of the shop", victim: "node of the shop", inflict: cutMachine },
];

/** The longest times without an acknowledged write, and without an answered read. */
type Outcome = Readonly<{ name: string; writeMs: number; readMs: number }>;

/** Runs the whole drill in a cluster of its own. `onOutcome` gets each fault once the cluster is whole again. */
async function hurtCluster(
  rounds: number,
  seed: number,
  signal: AbortSignal,
  onOutcome: (outcome: Outcome) => void,
): Promise<Verdict> {
  const directory = await bringUp(undefined, signal);
  try {
    const secrets = await readSecrets(directory);
    await runPsql(loginAt(proxyMachine, secrets), "create table drill (number bigint primary key);");
    const visits = new Visits();
    visits.ignore(await listCoffees(frontUrl));
    let hurtUntil = 0;
    const front = { url: frontUrl, mayFail: (askedAt: number) => askedAt <= hurtUntil };
    await using crowd = startClients(visits, visitors, seed, () => front, signal);
    const outcomes: Outcome[] = [];
    const rows: number[] = [];
    for (const fault of Array.from({ length: rounds }, () => faults).flat()) {
      const inside = new Acknowledgements((outcomes.length + 1) * rowsOfOneFault);
      const from = performance.now();
      hurtUntil = Number.POSITIVE_INFINITY;
      await suffer(fault, directory, secrets, inside, crowd.signal);
      await untilAcknowledged(visits, crowd.signal);
      const to = performance.now();
      hurtUntil = to;
      const written = visits.acknowledged.map(({ at }) => at);
      const { name } = fault;
      const [writeMs, readMs] = [longestPause(written, from, to), longestPause(visits.readAt, from, to)];
      outcomes.push({ name, writeMs, readMs });
      rows.push(...inside.numbers);
      onOutcome({ name, writeMs, readMs });
    }
    await crowd.end();
    for (const { address } of appMachines) await visits.judgeAtEnd(`http://${address}:${ports.app}`);
    return {
      done: { ...visits.done, rows: rows.length },
      measured: summarise(outcomes, visits),
      faults: [
        ...visits.faults,
        ...(await verifyFaults({ directory, databaseUrl: databaseUrl(secrets) }, visits.receipts)),
        ...(await findMissing(rows, secrets)),
      ],
    };
  } finally {
    await takeDown(directory);
  }
}

/** Resolves once as many writes as there are writers, sent after the fault, are acknowledged. */
async function untilAcknowledged({ acknowledged }: Visits, signal: AbortSignal): Promise<void> {
  const from = performance.now();
  const isWritten = () => acknowledged.filter(({ sentAt }) => sentAt > from).length >= visitors.writing;
  const failure = "Nothing is written after the fault.";
  await until(isWritten, { withinMs: takenOverWithinMs, everyMs: lookEveryMs, signal, failure });
}

/** Inflicts a fault on the cluster, and heals it. Resolves once the cluster is whole again. */
async function suffer(
  { victim, isTakenOver, isWrittenInside, inflict }: Fault,
  directory: string,
  secrets: Secrets,
  inside: Acknowledgements,
  signal: AbortSignal,
): Promise<void> {
  const machine = await findMachine(victim);
  const over = new AbortController();
  const writing = isWrittenInside && writeRows(loginAt(machine, secrets), inside, over.signal, machine);
  try {
    await inflict(machine);
    if (isTakenOver) await untilTakenOver(machine, signal);
    await delay(faultMs, undefined, { signal });
  } finally {
    over.abort();
    await writing;
  }
  await healMachine(machine);
  await startMember(directory, { machine, service: undefined });
  await untilWhole(directory, signal);
}

async function findMachine(victim: Fault["victim"]): Promise<Machine> {
  const found =
    victim === "node of the shop" ? appMachines[0] : (await readStates()).find(({ role }) => role === victim)?.machine;
  if (!found) throw new Error(`There is no ${victim}.`);
  return found;
}

async function untilTakenOver(from: Machine, signal: AbortSignal): Promise<void> {
  const hasOther = async () => (await readStates()).some(({ role, machine }) => role === "primary" && machine !== from);
  const failure = `Nobody took over from ${from.name}.`;
  await until(hasOther, { withinMs: takenOverWithinMs, everyMs: lookEveryMs, signal, failure });
}

/** Reports acknowledged rows that the primary lacks, and standbys whose data differ from the primary's. */
async function findMissing(acknowledged: readonly number[], secrets: Secrets): Promise<string[]> {
  const statements =
    "select number from drill order by 1; select number, hash from head; select count(*) from changes;";
  const rowsOf = async (machine: Machine) => runPsql(loginAt(machine, secrets), statements);
  const primary = await findMachine("primary");
  const text = await rowsOf(primary);
  const numbers = new Set(text.split("\n").map(Number));
  const missing = acknowledged.filter((number) => !numbers.has(number)).map((number) => `Row ${number} is lost.`);
  for (const machine of databaseMachines) {
    // A standby has every acknowledged row, but may show it a little later.
    const isSame = async () => (await rowsOf(machine)) === text;
    const failure = `${machine.name} has other rows than ${primary.name}.`;
    const options = { withinMs: shownWithinMs, everyMs: lookEveryMs, failure };
    await until(isSame, options).catch((error: Error) => missing.push(error.message));
  }
  return missing;
}

function loginAt({ address }: Machine, { app }: Secrets): Login {
  return { host: address, port: ports.postgres, user: appName, password: app, database: appName };
}

function summarise(outcomes: readonly Outcome[], visits: Visits): string {
  const lines = faults.map(({ name }) => {
    const some = outcomes.filter((one) => one.name === name);
    const columns = [some.map(({ writeMs }) => writeMs), some.map(({ readMs }) => readMs)];
    return name.padEnd(40) + columns.map((values) => medianAndMost(values, seconds)).join("");
  });
  const head = "longest time without an acknowledged write and without an answered read, in seconds: median, and most";
  return [head, ...lines, ...visits.summary()].join("\n");
}

function tellOutcome({ name, writeMs, readMs }: Outcome): void {
  console.log(`${name.padEnd(40)}${seconds(writeMs)} s without a write, ${seconds(readMs)} s without a read`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1).padStart(6);
}

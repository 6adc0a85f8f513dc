// Brings a cluster up, kills and cuts its members while rows are written through HAProxy, and looks for a row that was
// acknowledged and is missing. See docs/scaling.md.
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Interrupted, interruptible } from "../cli/interruption.ts";
import { Acknowledgements } from "./cluster/acknowledgements.ts";
import { bringUp, takeDown, untilWhole } from "./cluster/bring-up.ts";
import { databaseMachines, ports, proxyMachine, type Machine } from "./cluster/machines.ts";
import { readStates, type Role } from "./cluster/member-state.ts";
import { cutEtcd, cutMachine, healMachine } from "./cluster/network.ts";
import { checkMachine } from "./cluster/packages.ts";
import { runPsql, type Login } from "./cluster/psql.ts";
import { writeRows } from "./cluster/row-writer.ts";
import { appName, readSecrets, type Secrets } from "./cluster/secrets.ts";
import { killMember, startMember } from "./cluster/services.ts";

const writers = 4;
/** How long a fault lasts that no other machine has to take over for; more than any time that Patroni waits. */
const faultMs = 12_000;
const takenOverWithinMs = 60_000;
const shownWithinMs = 10_000;
const lookEveryMs = 200;
/** More than anybody writes during one fault, so that who writes inside has numbers of its own. */
const rowsOfOneFault = 1_000_000_000;

const helpText = `node scripts/cluster-drill.ts [--rounds 3] [--install]

In each round, while ${writers} writers insert rows: kills the primary's PostgreSQL, kills all of the primary's machine, cuts
that machine's network, cuts its etcd, and cuts the synchronous standby. Linux only, as root; --install gets missing
packages from Debian.`;

type Fault = Readonly<{
  name: string;
  victim: Role;
  /** Whether another machine must become the primary. */
  isTakenOver: boolean;
  /** Whether somebody on the machine goes on writing there, who must not be told of a row that is lost later. */
  isWrittenInside: boolean;
  inflict: (machine: Machine) => Promise<void>;
}>;

const faults: readonly Fault[] = [
  {
    name: "kill the primary's PostgreSQL",
    victim: "primary",
    isTakenOver: true,
    isWrittenInside: false,
    inflict: (machine) => killMember({ machine, service: "postgres" }),
  },
  {
    name: "kill the primary's machine",
    victim: "primary",
    isTakenOver: true,
    isWrittenInside: false,
    inflict: (machine) => killMember({ machine, service: undefined }),
  },
  {
    name: "cut the primary's network",
    victim: "primary",
    isTakenOver: true,
    isWrittenInside: true,
    inflict: cutMachine,
  },
  {
    name: "cut the primary's etcd",
    victim: "primary",
    isTakenOver: false,
    isWrittenInside: true,
    inflict: cutEtcd,
  },
  {
    name: "cut the synchronous standby's network",
    victim: "synchronous standby",
    isTakenOver: false,
    isWrittenInside: false,
    inflict: cutMachine,
  },
];

type Outcome = Readonly<{ name: string; pauseMs: number }>;
type Drill = Readonly<{ outcomes: readonly Outcome[]; acknowledged: number; missing: readonly string[] }>;

/** Runs the whole drill in a cluster of its own. `onOutcome` hears of each fault once the cluster is whole again. */
async function clusterDrill(
  rounds: number,
  signal: AbortSignal,
  onOutcome: (outcome: Outcome) => void,
): Promise<Drill> {
  const directory = await bringUp(undefined, signal);
  const over = new AbortController();
  let writing: Promise<unknown> = Promise.resolve();
  try {
    const secrets = await readSecrets(directory);
    const login = loginAt(proxyMachine, secrets);
    await runPsql(login, "create table drill (number bigint primary key);");
    const through = new Acknowledgements(1);
    writing = Promise.all(Array.from({ length: writers }, () => writeRows(login, through, over.signal)));
    const outcomes: Outcome[] = [];
    const acknowledged: number[] = [];
    for (const fault of Array.from({ length: rounds }, () => faults).flat()) {
      const inside = new Acknowledgements((outcomes.length + 1) * rowsOfOneFault);
      const from = performance.now();
      await suffer(fault, directory, secrets, inside, signal);
      const outcome = { name: fault.name, pauseMs: through.longestPauseMs(from, performance.now()) };
      outcomes.push(outcome);
      acknowledged.push(...inside.numbers);
      onOutcome(outcome);
    }
    over.abort();
    await writing;
    acknowledged.push(...through.numbers);
    return { outcomes, acknowledged: acknowledged.length, missing: await findMissing(acknowledged, secrets) };
  } finally {
    over.abort();
    await writing;
    await takeDown(directory);
  }
}

/** Lets the cluster suffer a fault, and heals it. Resolves once the cluster is whole again. */
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

async function findMachine(role: Role): Promise<Machine> {
  const found = (await readStates()).find((state) => state.role === role);
  if (!found) throw new Error(`There is no ${role}.`);
  return found.machine;
}

async function untilTakenOver(from: Machine, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + takenOverWithinMs;
  while (!(await readStates()).some(({ role, machine }) => role === "primary" && machine !== from)) {
    if (performance.now() > deadline) throw new Error(`Nobody took over from ${from.name}.`);
    await delay(lookEveryMs, undefined, { signal });
  }
}

/** What is not there as it must be: acknowledged rows on the primary, and the primary's rows on the standbys. */
async function findMissing(acknowledged: readonly number[], secrets: Secrets): Promise<string[]> {
  const rowsOf = async (machine: Machine) => runPsql(loginAt(machine, secrets), "select number from drill order by 1;");
  const primary = await findMachine("primary");
  const text = await rowsOf(primary);
  const kept = new Set(text.split("\n").map(Number));
  const missing = acknowledged.filter((number) => !kept.has(number)).map((number) => `Row ${number} is lost.`);
  for (const machine of databaseMachines) {
    // A standby has what was acknowledged, but may still be about to show it.
    const deadline = performance.now() + shownWithinMs;
    while ((await rowsOf(machine)) !== text) {
      if (performance.now() > deadline) {
        missing.push(`${machine.name} has other rows than ${primary.name}.`);
        break;
      }
      await delay(lookEveryMs);
    }
  }
  return missing;
}

function loginAt({ address }: Machine, { app }: Secrets): Login {
  return { host: address, port: ports.postgres, user: appName, password: app, database: appName };
}

async function main(): Promise<void> {
  const { rounds, install, help } = parseArgs({
    options: {
      rounds: { type: "string", default: "3" },
      install: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  }).values;
  if (help || !/^[1-9]\d*$/.test(rounds)) {
    console.log(helpText);
    process.exitCode = help ? 0 : 2;
    return;
  }
  await checkMachine(install);
  const drill = await interruptible((signal) => clusterDrill(Number(rounds), signal, tellOutcome));
  console.log("\nLongest time without an acknowledged row, in seconds: median, and most");
  for (const { name } of faults) {
    const pauses = drill.outcomes.filter((one) => one.name === name).map(({ pauseMs }) => pauseMs);
    const sorted = pauses.toSorted((one, other) => one - other);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    console.log(`${name.padEnd(40)}${seconds(middle)}${seconds(Math.max(...sorted))}`);
  }
  for (const line of drill.missing) console.error(line);
  console.log(`${drill.acknowledged} acknowledged rows, ${drill.missing.length} missing or wrong`);
  process.exitCode = drill.missing.length === 0 ? 0 : 1;
}

function tellOutcome({ name, pauseMs }: Outcome): void {
  console.log(`${name.padEnd(40)}${seconds(pauseMs)} s`);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1).padStart(6);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}

import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { until } from "../../kit/until.ts";
import { appMachines, databaseMachines, machines, ports, proxyMachine } from "./machines.ts";
import { findReady, isReadyAt, isWhole, readStates } from "./member-state.ts";
import { findDirectory, makeNetwork, removeNetwork } from "./network.ts";
import { runPsql } from "./psql.ts";
import { appName, makeSecrets, type Secrets } from "./secrets.ts";
import { killMember, logTails, prepareMachine, startMember } from "./services.ts";

const wholeWithinMs = 120_000;
const lookEveryMs = 200;

/**
 * Brings the cluster up in `directory`, which must be empty or not exist yet, or in a new folder in the system's
 * temporary folder. Resolves to the directory once both standbys replicate and all nodes of the shop are ready. If it
 * fails, or `signal` aborts, nothing is left behind.
 */
export async function bringUp(directory: string | undefined, signal: AbortSignal): Promise<string> {
  const other = await findDirectory();
  if (other !== undefined) throw new Error(`A cluster is up already, in ${other}. Take it down first.`);
  const own = directory === undefined ? await mkdtemp(join(tmpdir(), "niceties-cluster-")) : await emptyAt(directory);
  try {
    await makeNetwork(own);
    // Each service runs as its own user, who must be able to enter this folder.
    await chmod(own, 0o711);
    const secrets = await makeSecrets(own);
    for (const machine of machines) await prepareMachine(own, machine, secrets);
    const before = machines.filter((machine) => !appMachines.includes(machine));
    for (const machine of before) await startMember(own, { machine, service: undefined });
    await untilSo(own, signal, async () => isWhole(await readStates()));
    await makeDatabase(secrets);
    for (const machine of appMachines) await startMember(own, { machine, service: undefined });
    await untilWhole(own, signal);
    return own;
  } catch (error) {
    await takeDown(own);
    throw error;
  }
}

/** Kills all processes of the cluster, and removes its network and its directory. */
export async function takeDown(directory: string): Promise<void> {
  await Promise.all(machines.map((machine) => killMember({ machine, service: undefined })));
  await removeNetwork();
  await rm(directory, { recursive: true, force: true });
}

/** Resolves once the cluster is whole. Rejects, with the last lines of the logs, if that takes too long. */
export async function untilWhole(directory: string, signal: AbortSignal): Promise<void> {
  await untilSo(directory, signal, async () => {
    const [states, ready, isOpen] = await Promise.all([readStates(), findReady(), isReadyAt(proxyMachine, ports.http)]);
    return isWhole(states) && ready.size === appMachines.length && isOpen;
  });
}

async function untilSo(directory: string, signal: AbortSignal, isSo: () => Promise<boolean>): Promise<void> {
  const failure = async () => {
    const some = [...databaseMachines, ...appMachines];
    const tails = await Promise.all(some.map((machine) => logTails(directory, machine)));
    return `The cluster did not become whole in ${wholeWithinMs / 1_000} s.\n${tails.join("\n")}`;
  };
  await until(isSo, { withinMs: wholeWithinMs, everyMs: lookEveryMs, signal, failure });
}

async function makeDatabase({ superuser, app }: Secrets): Promise<void> {
  const login = { user: "postgres", password: superuser, database: "postgres" };
  await runPsql(
    { host: proxyMachine.address, port: ports.postgres, ...login },
    `create role ${appName} login password '${app}';\ncreate database ${appName} owner ${appName};`,
  );
}

async function emptyAt(directory: string): Promise<string> {
  const path = resolve(directory);
  await mkdir(path, { recursive: true });
  if ((await readdir(path)).length > 0) throw new Error(`${path} is not empty.`);
  return path;
}

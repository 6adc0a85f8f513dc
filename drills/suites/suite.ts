import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../kit/drill.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The options of a drill that runs a suite of tests: all of it, or one of `parts` parts. */
export const suiteOptions = {
  parts: { default: 1, help: "into how many parts the tests are split; one part runs" },
  part: { default: 0, help: "which part; 0 takes the next one with each commit" },
};

export type Suite = Readonly<{
  /** The test runner and its arguments. */
  command: readonly [string, ...string[]];
  /** The file in test-results/ to which the runner writes its results. */
  results: string;
  /** Variables that the runner gets besides those of this process. */
  environment?: Readonly<Record<string, string>>;
  count: (results: unknown) => Readonly<{ passed: number; failed: number }>;
}>;

/** The test runner's arguments that choose the part. A part runs beside other drills, so it uses one core. */
export function partArguments(
  { parts, part }: Readonly<Record<keyof typeof suiteOptions, number>>,
  workers: "--workers" | "--maxWorkers",
): string[] {
  return parts === 1 ? [] : [`--shard=${part || (commits() % parts) + 1}/${parts}`, `${workers}=1`];
}

/** Runs a suite and counts its tests. A runner that fails without a failed test is a fault as well. */
export async function runSuite(
  { command: [runner, ...args], results, environment, count }: Suite,
  signal: AbortSignal,
): Promise<Verdict> {
  const file = join(root, "test-results", results);
  await rm(file, { force: true });
  const env = { ...process.env, ...environment };
  const child = spawn(runner, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], signal, env });
  const [exitCode] = await once(child, "exit");
  const { passed, failed } = count(JSON.parse(await readFile(file, "utf8")));
  const faults = failed || Number(exitCode !== 0);
  return { done: { tests: passed }, faults: faults > 0 ? [`Tests that failed: ${faults}`] : [] };
}

/** The number of commits up to this one, or 0 outside a clone. */
function commits(): number {
  if (!existsSync(join(root, ".git"))) return 0;
  return Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" }));
}

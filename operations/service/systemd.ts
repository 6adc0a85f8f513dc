import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { ifExists } from "../../store/files/durable-files.ts";
import { OperationRefused } from "../operation-refused.ts";
import { placeVersion, type ProgramVersion } from "./program-version.ts";
import type { Machine, Step } from "./service-steps.ts";

/** This machine. */
export const thisMachine: Machine = {
  hasUser: (name) => spawnSync("id", ["-u", name], { stdio: "ignore" }).status === 0,
  exists: existsSync,
  isActive: (unit) => spawnSync("systemctl", ["is-active", "--quiet", unit], { stdio: "ignore" }).status === 0,
  textOf: (file) => ifExists(() => readFileSync(file, "utf8")),
  targetOf(link) {
    const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? readlinkSync(link) : undefined;
  },
  foldersIn(folder) {
    const entries = ifExists(() => readdirSync(folder, { withFileTypes: true })) ?? [];
    const changedAt = (name: string) => statSync(join(folder, name)).mtimeMs;
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted((one, other) => changedAt(other) - changedAt(one));
  },
};

/** Throws `OperationRefused` if systemd does not run this machine: see sd_booted(3). */
export function assertSystemd(): void {
  if (!existsSync("/run/systemd/system"))
    throw new OperationRefused(
      "systemd does not run this machine, so there is no service to work on. niceties serve opens the shop without one.",
    );
}

/** Throws `OperationRefused` unless this process is root's. `command` is what the operator should run. */
export function assertRoot(command: string): void {
  if (process.getuid?.() !== 0)
    throw new OperationRefused(
      `Only root may change services. Run: sudo ${command}, or add --dry-run to see what it does.`,
    );
}

/** Performs a step. Rejects with `OperationRefused` if its program fails, and once the signal is aborted. */
export async function perform(step: Step, program: ProgramVersion, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  switch (step.kind) {
    case "remove":
      return rmSync(step.file, { recursive: true, force: true });
    case "write":
      mkdirSync(dirname(step.file), { recursive: true });
      writeFileSync(step.file, step.text, { mode: step.mode });
      return chmodSync(step.file, step.mode); // the umask may have taken away rights
    case "link":
      return replaceLink(step.file, step.target);
    case "copy program to":
      return placeVersion(program, step.file);
    case "run":
      await runProgram(step.command, signal);
  }
}

/** At each moment, the old or the new link is there. */
function replaceLink(file: string, target: string): void {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  symlinkSync(target, fresh);
  renameSync(fresh, file);
}

async function runProgram(command: readonly [string, ...string[]], signal: AbortSignal | undefined): Promise<void> {
  const [program, ...args] = command;
  // In a group of its own, so that Ctrl-C ends an update and not the steps that undo it.
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
    ...(signal && { signal }),
  });
  const failure = Promise.withResolvers<string | undefined>();
  child.once("error", ({ message }) => failure.resolve(message));
  const printed = readText(child.stderr);
  child.once("close", (code) => failure.resolve(code === 0 ? undefined : ""));
  const why = await failure.promise;
  signal?.throwIfAborted();
  if (why === undefined) return;
  const [first = ""] = (await printed).trim().split("\n"); // systemctl then says how to see the log
  throw new OperationRefused(`${command.join(" ")} failed: ${why || first}`);
}

/** What systemd knows about a unit: the properties of `systemctl show`, such as `ActiveState`. */
export function showUnit(unit: string, properties: readonly string[]): ReadonlyMap<string, string> {
  const text = execFileSync("systemctl", ["show", `--property=${properties.join(",")}`, unit], { encoding: "utf8" });
  return new Map(
    text.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
}

/** The last line that the processes of a unit printed since its last start; undefined if there is none in the journal. */
export function lastWords(unit: string): string | undefined {
  const invocation = showUnit(unit, ["InvocationID"]).get("InvocationID");
  if (!invocation) return undefined;
  // What systemd itself says of the unit has another field.
  const match = `_SYSTEMD_INVOCATION_ID=${invocation}`;
  const { stdout } = spawnSync("journalctl", ["--quiet", "--output=cat", "--lines=1", match], { encoding: "utf8" });
  return stdout?.trim() || undefined;
}

import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";

export type Command = Readonly<{
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  directory?: string;
}>;

const patienceMs = 10_000;

/** The processes and the folder of a run. None of them is left when the run ends, unless SIGKILL ends it. */
export class Children {
  readonly #running = new Set<ChildProcess>();
  readonly #folder: string;

  /** `folder` is removed at the end. */
  constructor(folder: string) {
    this.#folder = folder;
    process.once("exit", () => this.#clear());
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      process.once(signal, () => process.exit(code));
    }
  }

  /** Starts a process in its own process group, so that its child processes end with it. */
  start({ program, args, env, directory }: Command, stdio: StdioOptions): ChildProcess {
    const child = spawn(program, args, { cwd: directory, env: { ...process.env, ...env }, stdio, detached: true });
    this.#running.add(child);
    child.once("error", () => this.#running.delete(child));
    return child;
  }

  /** Sends SIGTERM, and after 10 seconds at most SIGKILL to the whole group. */
  async end(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      const impatience = setTimeout(() => endGroup(child), patienceMs);
      await exit;
      clearTimeout(impatience);
    }
    endGroup(child);
    this.#running.delete(child);
  }

  #clear(): void {
    for (const child of this.#running) endGroup(child);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Every process of the group has ended.
  }
}

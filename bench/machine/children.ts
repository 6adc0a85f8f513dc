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

/** Every process and folder of a run; whatever ends it, none is left. */
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

  /** Starts it in a group of its own, so that what it starts ends with it. */
  start({ program, args, env, directory }: Command, stdio: StdioOptions): ChildProcess {
    const child = spawn(program, args, { cwd: directory, env: { ...process.env, ...env }, stdio, detached: true });
    this.#running.add(child);
    child.once("error", () => this.#running.delete(child));
    return child;
  }

  /** Asks it to end, and sees to it. */
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
    // All of the group have ended.
  }
}

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process of a drill that works until it is killed. */
export type KillableProcess = Readonly<{ kill: () => Promise<void> }>;

/** What such a process says. */
export type ProcessMessage =
  | Readonly<{ kind: "ready" }>
  /** It is about to remove an uploaded photo. */
  | Readonly<{ kind: "removes"; id: string; at: number }>
  /** A sweep failed. */
  | Readonly<{ kind: "failed"; why: string }>
  /** It was shown the copy of the photo with this number. */
  | Readonly<{ kind: "copied"; number: number }>;

/** Starts a program with one argument, as JSON. Resolves once the program says that it is ready. */
export async function startProcess(
  program: string,
  argument: unknown,
  onMessage: (message: ProcessMessage) => void,
): Promise<KillableProcess> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(fileURLToPath(program), [JSON.stringify(argument)], { env: { PATH, NODE_COMPILE_CACHE } });
  const exit = once(child, "exit");
  const ready = Promise.withResolvers<void>();
  child.on("message", (message: ProcessMessage) => {
    if (message.kind === "ready") ready.resolve();
    else onMessage(message);
  });
  await Promise.race([ready.promise, exit]);
  return {
    async kill() {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/**
 * In such a process: resolves once the message has left it, so that it arrives even if the process is killed right
 * after.
 */
export function tell(message: ProcessMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

/** In such a process: runs `work` with the argument, and ends with the process that started it. */
export async function workUntilKilled(work: (argument: string) => Promise<never>): Promise<void> {
  process.on("disconnect", () => process.exit());
  await work(process.argv[2] ?? "");
}

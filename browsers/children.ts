import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Child = AsyncDisposable & Readonly<{ process: ChildProcess }>;

type ChildOptions = Readonly<{
  environment: Readonly<Record<string, string>>;
  /** Which of its outputs is read; the others are discarded. */
  reads?: "error output" | "third output";
}>;

const running = new Set<ChildProcess>();
const others = new Set<number>();
const folders = new Set<string>();

process.once("exit", () => {
  for (const child of running) endGroup(child);
  for (const id of others) end(id);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

/** Starts a program. It ends, with all that it started, when it is disposed of or when this process ends. */
export function startChild(command: string, args: readonly string[], { environment, reads }: ChildOptions): Child {
  const child = spawn(command, args, {
    detached: true, // a process group of its own, so that one signal ends it with its own children
    env: { PATH: process.env["PATH"], ...environment },
    stdio: [
      "ignore",
      "ignore",
      reads === "error output" ? "pipe" : "ignore",
      reads === "third output" ? "pipe" : "ignore",
    ],
  });
  running.add(child);
  // A program that cannot be started counts as ended: it never prints what the caller waits for.
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()).once("error", () => resolve()));
  void exit.then(() => running.delete(child));
  return {
    process: child,
    async [Symbol.asyncDispose]() {
      endGroup(child);
      await exit;
    },
  };
}

/** Ends a process that was started elsewhere if this process ends before it. */
export function endWithThisProcess(id: number): Disposable {
  others.add(id);
  return { [Symbol.dispose]: () => void others.delete(id) };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) end(-pid);
}

function end(id: number): void {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** Reads an output until the pattern matches, and resolves to the match's first group. */
export async function readUntil(output: NodeJS.ReadableStream | null | undefined, pattern: RegExp): Promise<string> {
  if (!output) throw new Error("There is no output to read.");
  let text = "";
  for (;;) {
    const chunk = await Promise.race([
      once(output, "data").then(([data]) => String(data)),
      once(output, "end").then(() => undefined),
    ]);
    if (chunk === undefined) throw new Error(`It ended, and said: ${text}`);
    text += chunk;
    const [, found] = pattern.exec(text) ?? [];
    if (found === undefined) continue;
    output.resume(); // discards later output, which must not fill the pipe
    return found;
  }
}

/** Makes an empty folder that is removed when this process ends. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `niceties-${name}-`));
  folders.add(folder);
  return folder;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { insistOnStrace } from "../../test/insist-on-strace.ts";

/** A disk that fails every sync of one process. */
export type FailingSyncs = Readonly<{
  /** Lets syncs succeed again; resolves once they do. */
  end: () => Promise<void>;
}>;

/** Makes every sync of a process and its threads fail with EIO; resolves once that holds. Rejects where strace cannot. */
export async function failSyncs(processId: number): Promise<FailingSyncs> {
  insistOnStrace();
  const calls = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
  const tracer = spawn("strace", ["-f", "-o", "/dev/null", ...calls, "-p", String(processId)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(tracer, "exit");
  const said: string[] = [];
  const attached = new Promise<boolean>((resolve) => {
    createInterface(tracer.stderr).on("line", (line) => {
      said.push(line);
      if (line.includes("attached")) resolve(true);
    });
    exit.then(
      () => resolve(false),
      () => resolve(false),
    );
  });
  if (!(await attached)) {
    throw new Error(
      `strace may not trace the shop. Run this as root, or with kernel.yama.ptrace_scope=0. ${said.join(" ")}`,
    );
  }
  return {
    end: async () => {
      tracer.kill();
      await exit;
    },
  };
}

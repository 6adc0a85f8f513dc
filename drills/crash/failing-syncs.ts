import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { insistOnStrace } from "../../test/insist-on-strace.ts";

/**
 * Makes every sync of a process and its threads fail with EIO; resolves once they do. Rejects if strace may not trace
 * the process. `end` makes syncs succeed again, and resolves once they do.
 */
export async function failSyncs(processId: number) {
  insistOnStrace();
  const calls = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO"];
  const tracer = spawn("strace", ["-f", "-o", "/dev/null", ...calls, "-p", String(processId)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = once(tracer, "exit");
  const output = createInterface(tracer.stderr);
  const lines: string[] = [];
  for await (const line of output) {
    lines.push(line);
    if (line.includes("attached")) break;
  }
  tracer.stderr.resume();
  if (!lines.at(-1)?.includes("attached")) {
    throw new Error(
      `strace may not trace the shop. Run this as root, or with kernel.yama.ptrace_scope=0. ${lines.join(" ")}`,
    );
  }
  return {
    end: async () => {
      tracer.kill();
      await exit;
    },
  };
}

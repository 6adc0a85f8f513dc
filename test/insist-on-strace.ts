import { spawnSync } from "node:child_process";
import { insistOnProgram } from "../tools/installed-programs.ts";

/** Throws if strace cannot run; the error says what to do. */
export function insistOnStrace(): void {
  insistOnProgram("strace");
  if (spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0) return;
  throw new Error(
    "strace may trace nothing here, so syncs can be neither watched nor made to fail. In a container, allow it with --cap-add SYS_PTRACE.",
  );
}

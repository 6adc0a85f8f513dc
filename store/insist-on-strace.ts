import { spawnSync } from "node:child_process";

/** Throws, with what to do, where strace cannot run. */
export function insistOnStrace(): void {
  if (spawnSync("strace", ["-qq", "-o", "/dev/null", "true"]).status === 0) return;
  throw new Error(
    "strace is missing or may trace nothing, so no sync can be made to fail. Install it (Debian: sudo apt-get install strace); in a container, allow it with --cap-add SYS_PTRACE.",
  );
}

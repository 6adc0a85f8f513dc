import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import type { Peer } from "./peer.ts";

/**
 * Moves this process, and the processes that it starts later, to all cores but the first. Throws when it cannot; the message
 * tells the user what is missing.
 */
export function leaveFirstCore(): void {
  try {
    execFileSync("taskset", ["--cpu-list", "--pid", `1-${cpus().length - 1}`, String(process.pid)], {
      stdio: "ignore",
    });
  } catch (cause) {
    throw new Error("--one-core needs a machine of two cores, and taskset, which comes with util-linux.", { cause });
  }
}

/** Pins the peer's process, with all its threads, to the first core. */
export function onFirstCore(peer: Peer): Peer {
  return {
    ...peer,
    command: (place, port) => {
      const { program, args, ...rest } = peer.command(place, port);
      return { ...rest, program: "taskset", args: ["--cpu-list", "0", program, ...args] };
    },
  };
}

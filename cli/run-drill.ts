import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { DrillOutcome } from "../server/daily-drill.ts";

const mainFile = fileURLToPath(new URL("main.ts", import.meta.url));

/** Runs `niceties drill` in a process of its own, which yields to the shop. */
export async function runDrill(signal: AbortSignal): Promise<DrillOutcome> {
  const child = spawn(process.execPath, [mainFile, "drill", "--json"], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill();
  signal.addEventListener("abort", kill);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [out, failure] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  signal.removeEventListener("abort", kill);
  return readOutcome(out) ?? { hasPassed: false, backupAt: undefined, message: `Backup drill: ${failure.trim()}` };
}

/** Undefined where the drill could not even begin. */
function readOutcome(out: string): DrillOutcome | undefined {
  if (out === "") return undefined;
  const { hasPassed, backup, backupAt, changesBehind, why }: Readonly<Record<string, unknown>> = JSON.parse(out);
  const told = hasPassed === true ? `can be restored; it is ${String(changesBehind)} changes behind.` : String(why);
  return {
    hasPassed: hasPassed === true,
    backupAt: new Date(String(backupAt)),
    message: `Backup drill: ${String(backup)}: ${told}`,
  };
}

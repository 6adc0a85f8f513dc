import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { scriptFile } from "../../program/files.ts";
import type { DailyDrillParts } from "../../server/operate/daily-drill.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";

type DrillResult = Awaited<ReturnType<DailyDrillParts["drill"]>>;

/** Runs `niceties drill` in a process with low priority. */
export async function runDrill(signal: AbortSignal): Promise<DrillResult> {
  const mainFile = fileURLToPath(scriptFile("niceties"));
  const child = spawn(process.execPath, [mainFile, "drill", "--json"], { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill();
  signal.addEventListener("abort", kill);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [out, failure] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  signal.removeEventListener("abort", kill);
  return readOutcome(out) ?? { isGood: false, backupAgeSeconds: undefined, words: `Backup drill: ${failure.trim()}` };
}

/** Undefined if the drill could not begin. */
function readOutcome(out: string): DrillResult | undefined {
  if (out === "") return undefined;
  const { isGood, backup, backupAgeSeconds, changesBehind, why }: Readonly<Record<string, unknown>> = JSON.parse(out);
  const message =
    isGood === true ? `It can be restored, and is ${pluralise(Number(changesBehind), "change")} behind.` : String(why);
  return {
    isGood: isGood === true,
    backupAgeSeconds: Number(backupAgeSeconds),
    words: `Backup drill: ${String(backup)}: ${message}`,
  };
}

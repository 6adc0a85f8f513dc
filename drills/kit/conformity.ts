import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";

const execute = promisify(execFile);
const conformFile = fileURLToPath(new URL("../../conform/conform.ts", import.meta.url));

/** What the conformance kit finds wrong with a shop, with its risky rules too; empty if nothing. */
export function conformityFaults(url: string): Promise<string[]> {
  return execute(process.execPath, [conformFile, url, "--strict", "--risky"]).then(
    () => [],
    (error: unknown) => [`The conformance kit failed: ${inspect(error)}`],
  );
}

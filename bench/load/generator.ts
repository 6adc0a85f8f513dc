// A separate process that makes the load: it takes jobs, one at a time, and reports each one's outcome.
import type { Job, Outcome } from "./job.ts";
import { pacedLoad } from "./paced-load.ts";
import { readLoad } from "./read-load.ts";
import { writeLoad } from "./write-load.ts";

process.on("message", (message) => {
  if (typeof message !== "string") throw new TypeError("A job must be JSON.");
  void run(JSON.parse(message)).then((outcome) => process.send?.(JSON.stringify(outcome)));
});
// The bench has ended, normally or not.
process.on("disconnect", () => process.exit());

async function run(job: Job): Promise<Outcome> {
  try {
    if (job.kind === "paced") return { kind: "paced", streams: await pacedLoad(job) };
    return { kind: "load", result: await (job.kind === "read" ? readLoad(job) : writeLoad(job)) };
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  }
}

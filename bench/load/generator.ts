// A process of its own that makes the load: it takes jobs, one at a time, and tells what came of each.
import type { Job, Outcome } from "./job.ts";
import { pacedLoad } from "./paced-load.ts";
import { readLoad } from "./read-load.ts";
import { writeLoad } from "./write-load.ts";

process.on("message", (message) => {
  if (typeof message !== "string") throw new TypeError("A job is told as JSON.");
  void run(JSON.parse(message)).then((outcome) => process.send?.(JSON.stringify(outcome)));
});
// The bench has ended, however it did.
process.on("disconnect", () => process.exit());

async function run(job: Job): Promise<Outcome> {
  try {
    if (job.kind === "paced") return { kind: "paced", streams: await pacedLoad(job) };
    return { kind: "load", result: await (job.kind === "read" ? readLoad(job) : writeLoad(job)) };
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  }
}

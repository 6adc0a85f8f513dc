import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Children } from "../machine/children.ts";
import type { Job, LoadResult, Outcome, PacedJob, ReadJob, StreamResult, WriteJob } from "./job.ts";

/** The measuring process's handle on the process that makes load. */
export class LoadGenerator {
  readonly #child;

  constructor(children: Children) {
    const program = { program: process.execPath, args: [fileURLToPath(new URL("./generator.ts", import.meta.url))] };
    this.#child = children.start(program, ["ignore", "inherit", "inherit", "ipc"]);
  }

  /** Rejects if a server did not answer as it must. */
  async load(job: ReadJob | WriteJob): Promise<LoadResult> {
    const outcome = await this.#run(job);
    if (outcome.kind !== "load") throw new Error("The load generator reported another job.");
    return outcome.result;
  }

  /** Rejects if a server did not answer as it must. */
  async paced(job: PacedJob): Promise<readonly StreamResult[]> {
    const outcome = await this.#run(job);
    if (outcome.kind !== "paced") throw new Error("The load generator reported another job.");
    return outcome.streams;
  }

  async #run(job: Job): Promise<Outcome> {
    this.#child.send(JSON.stringify(job));
    const [message] = await once(this.#child, "message");
    const outcome: Outcome = JSON.parse(String(message));
    if (outcome.kind === "failed") throw new Error(outcome.why);
    return outcome;
  }
}

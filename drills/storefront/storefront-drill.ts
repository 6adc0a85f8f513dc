import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { drill as define } from "../kit/drill.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const results = join(root, "test-results", "browser.json");
const resultSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

export const drill = define({
  promise: "the pages do the same with another product server, with very many coffees, and with broken scripts",
  help: `Runs the browser tests that npm test leaves out: those with the tag @long, and with another product server those that
only read from it. test-results/ has a picture of each failure.`,
  options: { parts: { default: 1, help: "runs the last of so many parts of the tests, the long ones being first" } },
  short: [{ parts: 8 }],
  async run({ parts }, _onProgress, signal) {
    const args = ["test", "--project=own-long", "--project=classic-rest", `--shard=${parts}/${parts}`];
    const child = spawn("playwright", args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], signal });
    const [exitCode] = await once(child, "exit");
    const { expected, unexpected, flaky } = resultSchema.parse(JSON.parse(await readFile(results, "utf8"))).stats;
    const failed = unexpected + flaky || Number(exitCode !== 0);
    return {
      done: { "browser tests": expected },
      faults: failed > 0 ? [`Browser tests that failed: ${failed}`] : [],
    };
  },
});

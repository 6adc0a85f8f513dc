import { z } from "zod";
import { drill as define } from "../kit/drill.ts";
import { runSuite, partArguments, suiteOptions } from "./suite.ts";

const resultSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

export const drill = define({
  promise: "every page does what it promises, with the shop's own product server and with another one",
  help: `Runs the browser tests that npm test leaves out: most of those of what goes beyond the specification, and all of them
with another product server. test-results/ has a picture of each failure.`,
  options: suiteOptions,
  short: [{ parts: 20 }],
  run(options, _onProgress, signal) {
    const suite = {
      command: ["playwright", "test", "--project=own", "--project=classic", ...partArguments(options, "--workers")],
      results: "browser.json",
      count: (results: unknown) => {
        const { expected, unexpected, flaky } = resultSchema.parse(results).stats;
        return { passed: expected, failed: unexpected + flaky };
      },
    } as const;
    return runSuite(suite, signal);
  },
});

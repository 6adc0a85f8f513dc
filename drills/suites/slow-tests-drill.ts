import { z } from "zod";
import { drill as define } from "../kit/drill.ts";
import { runSuite, partArguments, suiteOptions } from "./suite.ts";

const resultSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

export const drill = define({
  promise:
    "calls behave the same on PostgreSQL, and moves, backups and commands withstand large data and killed processes",
  help: "Runs the unit tests that npm test leaves out: those on PostgreSQL, and the slow files that vitest.config.ts names.",
  options: suiteOptions,
  short: [{ parts: 8 }],
  run(options, _onProgress, signal) {
    // With DATABASE_URL, every shop is in PostgreSQL, and the project "on PostgreSQL" does not exist.
    const projects = ["--project=slow", ...(process.env["DATABASE_URL"] ? [] : ["--project=on PostgreSQL"])];
    const results = "slow.json";
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=test-results/${results}`];
    const suite = {
      command: ["vitest", "run", ...projects, ...partArguments(options, "--maxWorkers"), ...reporters],
      results,
      count: (found: unknown) => {
        const { numPassedTests, numFailedTests, numFailedTestSuites } = resultSchema.parse(found);
        return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites };
      },
    } as const;
    return runSuite(suite, signal);
  },
});

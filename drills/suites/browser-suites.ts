import { z } from "zod";
import type { Verdict } from "../kit/drill.ts";
import { runSuite, type Suite } from "./suite.ts";

const testsSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});
const visitsSchema = z.object({ passed: z.number(), failed: z.number() });

/** The browser tests in e2e/, with further arguments of Playwright. */
export function browserTests(...args: readonly string[]): Suite {
  return {
    command: ["playwright", "test", ...args],
    results: "browser.json",
    count: (results) => {
      const { expected, unexpected, flaky } = testsSchema.parse(results).stats;
      return { passed: expected, failed: unexpected + flaky };
    },
  };
}

/** The visits of `npm run test:browsers`, in browsers old and new and of other makers. */
export function browserVisits(...args: readonly string[]): Suite {
  return {
    command: ["node", "browsers/test-browsers.ts", ...args],
    results: "browsers/results.json",
    count: (results) => visitsSchema.parse(results),
  };
}

/** An option of the drills that open the shop in other ways. */
export const suitesOption = {
  default: 0,
  help: "1: also run the browser tests of npm test, and npm run test:browsers, with it; 2: every browser test",
};

/** Runs the browser suites that `suites` chooses, on shops that a command starts. Resolves to no faults if none is chosen. */
export async function runBrowserSuites(
  suites: number,
  command: readonly string[],
  signal: AbortSignal,
): Promise<Verdict> {
  if (suites === 0) return { done: {}, faults: [] };
  const environment = { NICETIES_COMMAND: command.join(" ") };
  const projects = suites === 1 ? ["--project=quick", "--project=quick-classic"] : [];
  const tests = await runSuite({ ...browserTests(...projects), environment }, signal);
  const visits = await runSuite({ ...browserVisits(), environment }, signal);
  return {
    done: { "browser tests": tests.done["tests"] ?? 0, "visits' steps": visits.done["tests"] ?? 0 },
    faults: [...tests.faults, ...visits.faults],
  };
}

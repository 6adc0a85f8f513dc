import { drill as define } from "../kit/drill.ts";
import { browserTests } from "./browser-suites.ts";
import { runSuite, partArguments, suiteOptions } from "./suite.ts";

export const drill = define({
  promise: "every page does what it promises, with the shop's own product server and with another one",
  help: `Runs the browser tests that npm test leaves out: most of those of what goes beyond the specification, and all of them
with another product server. test-results/ has a picture of each failure.`,
  options: suiteOptions,
  short: [{ parts: 20 }],
  run(options, _onProgress, signal) {
    const args = ["--project=own", "--project=classic", ...partArguments(options, "--workers")];
    return runSuite(browserTests(...args), signal);
  },
});

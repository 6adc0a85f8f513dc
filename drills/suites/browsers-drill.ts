import { drill as define } from "../kit/drill.ts";
import { browserVisits } from "./browser-suites.ts";
import { runSuite } from "./suite.ts";

export const drill = define({
  promise: "a visit from the list to the print-out succeeds in browsers old and new, and of other makers",
  help: "Runs npm run test:browsers. Debian's packages firefox-esr, webkit2gtk-driver, xvfb and lynx must be there.",
  options: { whole: { default: 1, help: "0 for a short visit, in the browsers that are on this machine" } },
  short: [{ whole: 0 }],
  run: ({ whole }, _onProgress, signal) => runSuite(browserVisits(...(whole ? [] : ["--short"])), signal),
});

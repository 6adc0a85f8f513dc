// What the package exports as `niceties/conform`: see docs/conformance.md.
import { documentOf, type ConformanceReport } from "./report.ts";
import { rules } from "./rules.ts";
import { runRules, type RunParts } from "./run-rules.ts";

export type { ConformanceReport } from "./report.ts";

/**
 * Tries every rule against the product server at a URL, which ends before `/coffee`. It deletes every coffee that it
 * adds. Resolves to the document of `niceties conform --json`. Rejects if the server cannot be reached at the start.
 */
export async function conform(
  url: string,
  options: Pick<RunParts, "isRisky" | "signal" | "restartWaitMs"> = {},
): Promise<ConformanceReport> {
  return documentOf(url, await runRules({ client: { url }, rules, ...options }));
}

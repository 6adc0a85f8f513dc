import type { Level } from "./rule.ts";
import type { RuleResult, Run } from "./run-rules.ts";

/** Which rules must hold for the run to end well. */
export type Demand = "specification" | "everything";

const headings: Readonly<Record<Level, string>> = { specification: "The specification", extra: "Extras" };

/** The run as a table for people, and below it what it comes to. */
export function tableOf(url: string, run: Run): string {
  const sections = (["specification", "extra"] as const).map((level) => {
    const lines = resultsOf(run, level).flatMap(linesOf);
    return `${headings[level]}\n${lines.join("\n")}\n`;
  });
  return [`Product server at ${url}\n`, ...sections, ...summaryOf(run)].join("\n");
}

/** The run as one JSON document for programs. */
export function documentOf(url: string, run: Run): object {
  return {
    server: url,
    specification: countsOf(run, "specification"),
    extras: countsOf(run, "extra"),
    interrupted: run.isInterrupted,
    left: run.left,
    rules: run.results.map(({ rule: { id, level, source, title }, ...outcome }) => ({
      id,
      level,
      source,
      title,
      ...outcome,
    })),
  };
}

/**
 * Whether all that is demanded holds, and nothing was left behind. A rule that was not tried does not hold; what never
 * came up is no fault.
 */
export function isMet(run: Run, demand: Demand): boolean {
  if (run.left.length > 0) return false;
  const demanded = demand === "everything" ? run.results : resultsOf(run, "specification");
  return demanded.every(({ outcome }) => outcome === "holds" || outcome === "unseen");
}

function resultsOf(run: Run, level: Level): readonly RuleResult[] {
  return run.results.filter(({ rule }) => rule.level === level);
}

function countsOf(run: Run, level: Level) {
  const results = resultsOf(run, level);
  const count = (outcome: RuleResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return { rules: results.length, hold: count("holds"), fail: count("fails"), unseen: count("unseen") };
}

function linesOf(result: RuleResult): string[] {
  const { rule, outcome } = result;
  const failing = rule.level === "specification" ? "BREAKS" : "lacks";
  const word = outcome === "fails" ? failing : outcome;
  const line = `  ${word.padEnd(9)}  ${rule.id.padEnd(22)}  ${rule.title} (${rule.source})`;
  if (result.outcome !== "fails") return [line];
  const indent = " ".repeat(13);
  return [line, `${indent}${result.call}`, `${indent}expected ${result.expected}`, `${indent}got ${result.got}`];
}

function summaryOf(run: Run): string[] {
  const [specification, extras] = [countsOf(run, "specification"), countsOf(run, "extra")];
  const unseen = extras.unseen > 0 ? `, ${extras.unseen} did not come up` : "";
  return [
    `Specification: ${specification.hold} of ${specification.rules} hold, ${specification.fail} broken.`,
    `Extras: ${extras.hold} of ${extras.rules} hold, ${extras.fail} lacking${unseen}.`,
    verdictOf(run),
    ...leftOvers(run),
  ];
}

function verdictOf(run: Run): string {
  if (run.isInterrupted) return "The run was interrupted, so it says nothing about the rules that were not tried.";
  if (run.results[0]?.outcome === "fails") {
    return "Without a list nothing that is added could be found again, so nothing else was tried. Check the address.";
  }
  if (countsOf(run, "specification").fail > 0) {
    return "This server breaks the specification: a storefront will not work as it should with it.";
  }
  if (countsOf(run, "extra").fail > 0) return "This server keeps to the specification, and lacks some extras.";
  return "This server keeps to the specification, and has every extra.";
}

function leftOvers({ left }: Run): string[] {
  if (left.length === 0) return ["Every coffee that this run added is deleted."];
  return [`These coffees of the run could not be deleted; please delete them by hand: ${left.join(", ")}`];
}

import { showValue } from "./expectations.ts";
import type { NamedCoffee, Remains } from "./own-coffees.ts";
import type { Level } from "./rule.ts";
import type { RuleResult, Run } from "./run-rules.ts";

/** Which rules must hold for exit code 0. */
export type Demand = "specification" | "everything";

const riskyWords =
  "Risky rules were not tried: what they send can end a server that trusts its input, or leave a coffee that it cannot " +
  "delete.\n--risky tries them, after all others; use it where a server may end, and not on an open shop.";

const headings: Readonly<Record<Level, string>> = { specification: "The specification", extra: "Extras" };

/** The run as a table for people, with a summary. */
export function tableOf(url: string, run: Run): string {
  const sections = (["specification", "extra"] as const).map((level) => {
    const lines = resultsOf(run, level).flatMap(linesOf);
    return `${headings[level]}\n${lines.join("\n")}\n`;
  });
  return [`Product server at ${url}\n`, ...sections, ...summaryOf(run)].join("\n");
}

export type ConformanceReport = ReturnType<typeof documentOf>;

/** The run as one JSON document for programs. */
export function documentOf(url: string, run: Run) {
  return {
    server: url,
    specification: countsOf(run, "specification"),
    extras: countsOf(run, "extra"),
    interrupted: run.isInterrupted,
    risky: run.isRisky,
    endedAfter: run.endedAfter ?? null,
    mark: run.mark,
    left: run.left.map(({ id }) => id),
    leftCoffees: run.left,
    possiblyLeftCoffees: run.possiblyLeft,
    leftIsSure: run.isSure,
    rules: run.results.map(({ rule: { id, level, source, title, risk }, ...outcome }) => ({
      id,
      level,
      source,
      title,
      ...(risk !== undefined && { risk }),
      ...outcome,
    })),
  };
}

/**
 * Whether the demanded rules hold. A rule that was not observed, and a risky rule that was not tried, count as holding.
 * Any other rule that was not tried does not.
 */
export function isMet(run: Run, demand: Demand): boolean {
  const results = demand === "everything" ? run.results : resultsOf(run, "specification");
  return results.every(
    ({ outcome, rule }) =>
      outcome === "holds" || outcome === "unseen" || (outcome === "not tried" && rule.risk !== undefined),
  );
}

/** Whether a coffee of the run is, or may be, left on the server. */
export function isLeftBehind({ left, possiblyLeft, isSure }: Remains): boolean {
  return left.length + possiblyLeft.length > 0 || !isSure;
}

/** What is left on the server, for the person who has to delete it. */
export function describeRemains({ left, possiblyLeft, isSure }: Remains, mark: string): string[] {
  if (left.length + possiblyLeft.length === 0 && isSure) return ["Every coffee that this run added is deleted."];
  return [
    ...itemsUnder(
      isSure
        ? "The server did not delete these coffees of this run; please delete them by hand:"
        : "This run added these coffees, but could not check that they are deleted; please look for them:",
      left,
    ),
    ...itemsUnder(
      "These new coffees without any text may be of this run or of somebody else, so they were not deleted:",
      possiblyLeft,
    ),
    ...(isSure
      ? []
      : [
          "The list could not be read at the end, so there may be coffees of this run whose ids no reply gave.",
          `All coffees of this run have ${mark} in their names.`,
        ]),
  ];
}

function resultsOf(run: Run, level: Level): readonly RuleResult[] {
  return run.results.filter(({ rule }) => rule.level === level);
}

function countsOf(run: Run, level: Level) {
  const results = resultsOf(run, level);
  const count = (outcome: RuleResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return {
    rules: results.length,
    hold: count("holds"),
    fail: count("fails"),
    unseen: count("unseen"),
    notTried: count("not tried"),
  };
}

function linesOf(result: RuleResult): string[] {
  const { rule, outcome } = result;
  const failing = rule.level === "specification" ? "BREAKS" : "lacks";
  const word = outcome === "fails" ? failing : outcome;
  const line = `  ${word.padEnd(9)}  ${rule.id.padEnd(22)}  ${rule.title} (${rule.source})`;
  return [line, ...detailsOf(result).map((detail) => " ".repeat(13) + detail)];
}

function detailsOf(result: RuleResult): string[] {
  if (result.outcome === "holds") return [];
  if (result.outcome !== "fails") return [result.why];
  const { call, sent, expected, got } = result;
  return [call, ...(sent === "" ? [] : [`sent ${sent}`]), `expected ${expected}`, `got ${got}`];
}

function summaryOf(run: Run): string[] {
  const [specification, extras] = [countsOf(run, "specification"), countsOf(run, "extra")];
  return [
    `Specification: ${specification.hold} of ${specification.rules} hold, ${specification.fail} broken${otherCounts(specification)}.`,
    `Extras: ${extras.hold} of ${extras.rules} hold, ${extras.fail} lacking${otherCounts(extras)}.`,
    ...(run.isRisky ? [] : [riskyWords]),
    verdictOf(run),
    ...describeRemains(run, run.mark),
  ];
}

function otherCounts({ unseen, notTried }: ReturnType<typeof countsOf>): string {
  return `${unseen > 0 ? `, ${unseen} did not come up` : ""}${notTried > 0 ? `, ${notTried} not tried` : ""}`;
}

function verdictOf(run: Run): string {
  const { endedAfter } = run;
  if (endedAfter) {
    const request = [endedAfter.call, endedAfter.sent].join(" ").trim();
    return `The server stopped answering after this request and is not back, so the run stopped:\n  ${request}`;
  }
  if (run.isInterrupted) return "The run was interrupted, so it says nothing about the rules that were not tried.";
  if (run.results[0]?.outcome === "fails") {
    return "Without a list nothing that is added could be found again, so nothing else was tried. Check the address.";
  }
  if (countsOf(run, "specification").fail > 0) {
    return "This server breaks the specification: a storefront will not work as it should with it.";
  }
  if (countsOf(run, "extra").fail > 0) return "This server keeps to the specification, and lacks some extras.";
  return `This server keeps to the specification, and has every extra${run.isRisky ? "" : " that was tried"}.`;
}

function itemsUnder(heading: string, coffees: readonly NamedCoffee[]): string[] {
  if (coffees.length === 0) return [];
  return [heading, ...coffees.map(({ id, name }) => `  ${showId(id)}  ${showValue(name)}`)];
}

function showId(id: string): string {
  return /^[\w-]{1,64}$/.test(id) ? id : showValue(id);
}

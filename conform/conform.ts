import { Command, InvalidArgumentError } from "commander";
import { OwnCoffees } from "./own-coffees.ts";
import { NoReply } from "./product-client.ts";
import { Progress } from "./progress.ts";
import { documentOf, isLeftBehind, isMet, describeRemains, tableOf, type Demand } from "./report.ts";
import { rules } from "./rules.ts";
import { runRules, type Run } from "./run-rules.ts";

const exitCodes = { met: 0, broken: 1, misunderstood: 2, unreachable: 3, ended: 4, leftBehind: 5, interrupted: 130 };
/** Under npm, one Ctrl-C arrives twice within this time: from the terminal and from npm. */
const echoMs = 1_000;
const cleanUpMs = 30_000;

const helpText = `
Examples:
  niceties conform http://127.0.0.1:3000                what holds, and what does not
  niceties conform http://127.0.0.1:3000 --risky        every rule, on a server that may end
  niceties conform https://api.shop.example --strict    fail where an extra is lacking, too
  niceties conform https://api.shop.example --json      one JSON document

What it does to the server:
  It adds its own coffees, whose names begin with conformance-, and never touches others. It deletes them after each
  rule, and checks in the list at the end that they are gone. It names those that are left.
  Without --risky it sends only ids and coffees as a storefront sends them. With --risky it then also sends other ids, lists
  instead of coffees, broken JSON, an _id of its own and large bodies. Many servers end because of one of these, or
  store a coffee that they cannot delete. Try it on your own server first, with data that you can do without.
  If the server ends, the run waits for a restart, and stops if the server is not back in time.
  Ctrl-C stops the run and deletes its coffees, in ${cleanUpMs / 1_000} seconds or less. A second Ctrl-C ends it at once.

Exit codes:
  ${exitCodes.met}    all that the specification asks holds; extras may be lacking
  ${exitCodes.broken}    the specification is broken, or with --strict an extra is lacking
  ${exitCodes.misunderstood}    the command was not understood
  ${exitCodes.unreachable}    the server could not be reached
  ${exitCodes.ended}    the server stopped answering during the run, and did not come back
  ${exitCodes.leftBehind}    a coffee of the run is left behind, or may be
  ${exitCodes.interrupted}  interrupted by Ctrl-C; nothing is left behind

docs/conformance.md lists every rule, says which are risky, and explains the report.`;

/** `niceties conform`, and `npm run conform` in a clone. See docs/conformance.md. */
export const conformCommand = new Command("conform")
  .summary("try any product server against the specification")
  .description(
    "Tries a product server against the specification and the contract. " +
      "For each rule that does not hold it shows what was sent, what was expected and what came.",
  )
  .argument("<url>", "address of the product server, without /coffee", readAddress)
  .option("--strict", "a lacking extra fails too")
  .option("--risky", "try the risky rules too, last of all: they can end a fragile server")
  .option("--restart-wait <seconds>", "how long to wait for the restart of a server that ended", readSeconds, 15)
  .option("--json", "print one JSON document instead of the table")
  .addHelpText("after", helpText)
  .action(async (url: string, options: Options) => {
    try {
      await conform(url, options);
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      console.error(`The product server could not be reached: ${error.got}. Check the address, and that it runs.`);
      process.exitCode = exitCodes.unreachable;
    }
  });

type Options = Readonly<{ strict?: true; risky?: true; restartWait: number; json?: true }>;

async function conform(url: string, { strict, risky, restartWait, json }: Options): Promise<void> {
  const progress = new Progress(process.stderr);
  const own = new OwnCoffees();
  const run = await runRules({
    client: { url, onWait: (seconds) => progress.writeLine(waiting(seconds)) },
    rules,
    isRisky: risky === true,
    signal: stopSignal(own),
    cleanUpMs,
    restartWaitMs: restartWait * 1_000,
    own,
    onRule: ({ id }, place) => progress.show(`${place + 1} of ${rules.length}: ${id}`),
    onEnd: ({ call }) =>
      progress.writeLine(`The server stopped answering after ${call}; waiting for it to be started again.`),
  });
  progress.show("");
  console.log(json ? JSON.stringify(documentOf(url, run), null, 2) : tableOf(url, run));
  process.exitCode = exitCodes[endingOf(run, strict ? "everything" : "specification")];
}

function endingOf(run: Run, demand: Demand): keyof typeof exitCodes {
  if (run.endedAfter) return "ended";
  if (isLeftBehind(run)) return "leftBehind";
  if (run.isInterrupted) return "interrupted";
  return isMet(run, demand) ? "met" : "broken";
}

function readAddress(text: string): string {
  const address = URL.parse(text);
  const isWeb = address?.protocol === "http:" || address?.protocol === "https:";
  if (!address || !isWeb || /[?#@]/.test(text)) {
    throw new InvalidArgumentError("It must be an http or https address, such as http://127.0.0.1:3000.");
  }
  return address.href.replace(/\/+$/, "");
}

function readSeconds(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be a number of seconds, such as 15.");
  return Number(text);
}

function waiting(seconds: number): string {
  const remedy = "A shop of ours that is started with WRITE_LIMIT=off never asks to wait.";
  return `The server takes no more changes for ${seconds} s (429); waiting. ${remedy}`;
}

/** Aborts on the first Ctrl-C or SIGTERM. A later second one ends the process at once. */
function stopSignal(own: OwnCoffees): AbortSignal {
  const stop = new AbortController();
  let stoppedAt: number | undefined;
  const onSignal = () => {
    if (stoppedAt === undefined) console.error("\nInterrupted: deleting the coffees of this run …");
    else if (performance.now() - stoppedAt > echoMs) {
      const remains = own.remainsWithoutList;
      console.error(describeRemains(remains, own.mark).join("\n"));
      process.exit(isLeftBehind(remains) ? exitCodes.leftBehind : exitCodes.interrupted);
    }
    stoppedAt ??= performance.now();
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, onSignal);
  return stop.signal;
}

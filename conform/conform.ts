// Tries a product server against the specification's five calls and the contract. See docs/conformance.md.
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { NoReply } from "./product-client.ts";
import { Progress } from "./progress.ts";
import { documentOf, isMet, tableOf } from "./report.ts";
import { rules } from "./rules.ts";
import { runRules } from "./run-rules.ts";

const exitCodes = { met: 0, broken: 1, wrongUsage: 2, unreachable: 3, interrupted: 130 };
/** Ctrl-C under npm is one order that arrives twice, from the terminal and from npm. */
const echoMs = 1_000;

const helpText = `
Examples:
  npm run conform -- http://127.0.0.1:3000                what holds, and what does not
  npm run conform -- https://api.shop.example --strict    fail where an extra is lacking, too
  npm run -s conform -- https://api.shop.example --json   one JSON document; -s keeps npm's own lines out

Exit codes:
  ${exitCodes.met}    all that the specification asks holds; extras may be lacking
  ${exitCodes.broken}    the specification is broken, with --strict an extra is lacking, or a coffee of the run is left behind
  ${exitCodes.wrongUsage}    the command was called wrongly
  ${exitCodes.unreachable}    the server could not be reached
  ${exitCodes.interrupted}  interrupted by Ctrl-C

It adds coffees of its own, never touches others, and deletes its own at the end, after Ctrl-C too.
docs/conformance.md lists every rule.`;

const command = new Command("npm run conform --")
  .description("Tries a product server against the specification and the contract.")
  .argument("<url>", "address of the product server, without /coffee", readAddress)
  .option("--strict", "a lacking extra fails too")
  .option("--json", "print one JSON document in place of the table")
  .addHelpText("after", helpText)
  .showHelpAfterError("npm run conform -- --help shows how it is called.")
  .exitOverride()
  .action(conform);

async function conform(url: string, { strict, json }: { strict?: true; json?: true }): Promise<void> {
  const progress = new Progress(process.stderr);
  const run = await runRules({
    client: { url, signal: stopSignal(), onWait: (seconds) => progress.note(waiting(seconds)) },
    rules,
    onRule: ({ id }, place) => progress.show(`${place + 1} of ${rules.length}: ${id}`),
  });
  progress.show("");
  console.log(json ? JSON.stringify(documentOf(url, run), null, 2) : tableOf(url, run));
  if (run.isInterrupted) process.exitCode = exitCodes.interrupted;
  else process.exitCode = isMet(run, strict ? "everything" : "specification") ? exitCodes.met : exitCodes.broken;
}

function readAddress(text: string): string {
  const address = URL.parse(text);
  const isWeb = address?.protocol === "http:" || address?.protocol === "https:";
  if (!address || !isWeb || /[?#@]/.test(text)) {
    throw new InvalidArgumentError("It must be an http or https address, such as http://127.0.0.1:3000.");
  }
  return address.href.replace(/\/+$/, "");
}

function waiting(seconds: number): string {
  const remedy = "A shop of ours that is started with WRITE_LIMIT=off never asks to wait.";
  return `The server takes no more changes for ${seconds} s (429); waiting. ${remedy}`;
}

/** Aborted by the first Ctrl-C or SIGTERM. A second one, later than an echo of the first, ends the process at once. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  let stoppedAt: number | undefined;
  const onSignal = () => {
    if (stoppedAt === undefined) console.error("\nInterrupted: deleting the coffees of this run …");
    else if (performance.now() - stoppedAt > echoMs) process.exit(exitCodes.interrupted);
    stoppedAt ??= performance.now();
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, onSignal);
  return stop.signal;
}

try {
  await command.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.met : exitCodes.wrongUsage;
  } else if (error instanceof NoReply) {
    console.error(`The product server could not be reached: ${error.message}. Check the address, and that it runs.`);
    process.exitCode = exitCodes.unreachable;
  } else throw error;
}

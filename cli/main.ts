import { Command, CommanderError, type Argument } from "commander";
import { readFileSync } from "node:fs";
import { nearestName } from "../server/operate/nearest-name.ts";
import { asOfCommand } from "./commands/as-of.ts";
import { backupCommand } from "./commands/backup.ts";
import { CommandFailed } from "./terminal/command-failed.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { drillCommand } from "./commands/drill.ts";
import { eraseCommand } from "./commands/erase.ts";
import { explain } from "./terminal/explain.ts";
import { exportCommand } from "./commands/export.ts";
import { freezeCommand, thawCommand } from "./commands/freeze.ts";
import { historyCommand } from "./commands/history.ts";
import { importCommand } from "./commands/import.ts";
import { Interrupted } from "./terminal/interruption.ts";
import { whyNotThisNode } from "../operations/health.ts";
import { moveCommand } from "./commands/move.ts";
import { restoreCommand } from "./commands/restore.ts";
import { serveCommand } from "./commands/serve.ts";
import { printFailure } from "./terminal/print.ts";
import { undoCommand } from "./commands/undo.ts";
import { verifyCommand } from "./commands/verify.ts";

const misunderstood = 2;

const help = `
Examples:
  niceties serve                                   open the shop
  niceties history --since 2h                      what was changed in the last two hours
  niceties undo --visitor 3f2a9c01d4e7 --dry-run   what undoing one visitor's changes would do
  niceties backup                                  make a copy, also while the shop is open

Every command reads the shop's settings from the environment, else from niceties.env in this directory. DATA_DIR says where
the coffees are. niceties serve --help lists all settings, niceties COMMAND --help explains a command.`;

const program = new Command("niceties")
  .description("Niceties: a coffee shop that is open to everyone, and its operator's commands.")
  .usage("COMMAND [options]")
  .version(versionOf(new URL("../package.json", import.meta.url)), "-V, --version", "print the version")
  .helpOption("-h, --help", "print this help, or that of a command")
  .helpCommand("help [command]", "print the help of a command")
  .addHelpText("after", help)
  .configureHelp({
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(" "),
  })
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: () => {} })
  .exitOverride();

for (const command of [
  serveCommand,
  historyCommand,
  undoCommand,
  eraseCommand,
  freezeCommand,
  thawCommand,
  asOfCommand,
  exportCommand,
  importCommand,
  backupCommand,
  restoreCommand,
  drillCommand,
  moveCommand,
  verifyCommand,
  doctorCommand,
])
  program.addCommand(command.copyInheritedSettings(program));

// A reader such as head may close the pipe before everything is written.
process.stdout.on("error", (error) => process.exit("code" in error && error.code === "EPIPE" ? 0 : 1));

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exit(printUsageError(error));
  printFailure(explain(error) ?? error);
  process.exit(error instanceof Interrupted ? error.exitCode : 1);
}

async function main(words: readonly string[]): Promise<void> {
  const why = whyNotThisNode();
  if (why) throw new CommandFailed(why);
  if (words.length === 0) program.outputHelp();
  else await program.parseAsync(words, { from: "user" });
}

/** Prints what was wrong, and returns the exit code. Commander also throws to end --help and --version. */
function printUsageError({ exitCode, code, message }: CommanderError): number {
  if (exitCode === 0) return 0;
  const command = program.commands.find((each) => each.name() === process.argv[2]) ?? program;
  const name = [program.name(), command === program ? "" : command.name()].join(" ").trim();
  const [, unknown = ""] = /'([^'=]*)/.exec(message) ?? [];
  const near = nearest(command, code, unknown);
  const text = message.replace(/^error: (command-argument )?/, "").replace(/'(--[^'=]+)=[^']*'/, "'$1'");
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[.;]?$/, near ? `; is it ${near}?` : ".");
  printFailure(`${sentence} ${name} --help lists what there is.`);
  return misunderstood;
}

function nearest(command: Command, code: string, unknown: string): string | undefined {
  const names =
    code === "commander.unknownCommand"
      ? command.commands.map((each) => each.name())
      : command.options.flatMap(({ long }) => long ?? []);
  return ["commander.unknownCommand", "commander.unknownOption"].includes(code)
    ? nearestName(unknown, [...names, "--help"], 3)
    : undefined;
}

function termOf(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

function versionOf(packageFile: URL): string {
  const { version }: { version: string } = JSON.parse(readFileSync(packageFile, "utf8"));
  return version;
}

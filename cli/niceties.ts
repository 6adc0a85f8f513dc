import { Command, CommanderError, type Argument } from "commander";
import packageFile from "../package.json" with { type: "json" };
import { nearestName } from "../server/operate/nearest-name.ts";
import { explain } from "./terminal/explain.ts";
import { Interrupted } from "./terminal/interruption.ts";
import { serveCommand } from "./commands/serve.ts";
import { printFailure } from "./terminal/print.ts";

const misunderstood = 2;

const help = `
Without a command it opens the shop, as niceties serve does.

Examples:
  niceties                                         open the shop
  niceties history --since 2h                      what was changed in the last two hours
  niceties undo --visitor 3f2a9c01d4e7 --dry-run   what undoing one visitor's changes would do
  niceties backup                                  make a copy, also while the shop is open

Every command reads the shop's settings from the environment, else from niceties.env in this directory. DATA_DIR says where
the coffees are. niceties serve --help lists all settings, niceties COMMAND --help explains a command.`;

const program = new Command("niceties")
  .description("Niceties: a coffee shop that is open to everyone, and its operator's commands.")
  .usage("[COMMAND] [options]")
  .version(packageFile.version, "-V, --version", "print the version")
  .helpOption("-h, --help", "print this help, or that of a command")
  .helpCommand("help [command]", "print the help of a command")
  .addHelpText("after", help)
  .configureHelp({
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(" "),
  })
  .showSuggestionAfterError(false)
  .configureOutput({ outputError: () => {} })
  .exitOverride();

const words = process.argv.length > 2 ? process.argv.slice(2) : ["serve"];
// An open shop needs none of the other commands: without them it takes less memory, and starts sooner.
const others = words[0] === "serve" ? [] : (await import("./operator-commands.ts")).operatorCommands;
for (const command of [serveCommand, ...others]) program.addCommand(command.copyInheritedSettings(program));

// A reader such as head may close the pipe before everything is written.
process.stdout.on("error", (error) => process.exit("code" in error && error.code === "EPIPE" ? 0 : 1));

try {
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  if (error instanceof CommanderError) process.exit(printUsageError(error));
  printFailure(explain(error) ?? error);
  process.exit(error instanceof Interrupted ? error.exitCode : 1);
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

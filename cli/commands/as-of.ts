import { Command, InvalidArgumentError, Option } from "commander";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { formatTime } from "../../catalogue/text/format-time.ts";
import { coffeesAsOf, type Moment } from "../../operations/as-of.ts";
import { formatNames, type FormatName } from "../formats/format.ts";
import { withShop } from "../shop/shop.ts";
import { formatFor, jsonNeedsFile, writeCatalogue } from "../shop/write-catalogue.ts";
import { print, printFailure } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";
import { readTime, timeForms } from "../terminal/time.ts";

const help = `
A time is ${timeForms}.
A number alone is a change number. Without --out and --format, the output is byte for byte what GET /coffee answered then.

Examples:
  niceties as-of "2026-11-21 14:30"             the coffees as they were then
  niceties as-of 4812                           as change 4812 left them
  niceties as-of 1d --out yesterday.csv
  niceties as-of 1d --out yesterday.json && niceties import yesterday.json --replace   go back to that time

Exit codes:
  0    written
  1    not written, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; a file that was there before is as it was`;

type Options = Readonly<{ out?: string; format?: FormatName; json?: boolean }>;

export const asOfCommand = new Command("as-of")
  .summary("write all coffees as they were at a time or after a change")
  .description("Writes all coffees as they were at a time or after a change, from the log.")
  .argument("<moment>", "a time, or the number of a change", momentArgument)
  .option("--out <file>", "the file to write (default: standard output)")
  .addOption(new Option("--format <format>", "the format, regardless of the file's name").choices(formatNames))
  .option("--json", "print one JSON document on what was written into the file")
  .addHelpText("after", help)
  .action(async (moment: Moment, { out, format: named, json }: Options, command: Command) => {
    if (json && out === undefined) command.error(jsonNeedsFile);
    const format = formatFor(out, named);
    const { coffees, at, erasedCount } = await withShop((store) =>
      withProgress("Reading changes", (options) => coffeesAsOf(store, moment, options)),
    );
    await writeCatalogue(coffees, out, format, at);
    if (erasedCount > 0)
      printFailure(`The shop has since erased words of ${pluralise(erasedCount, "coffee")}; they are blank.`);
    if (json) print(JSON.stringify({ file: out, format, coffees: coffees.length, time: at.toISOString() }));
    else if (out !== undefined) print(`${out}: ${pluralise(coffees.length, "coffee")} as of ${formatTime(at)}.`);
  });

function momentArgument(text: string): Moment {
  if (/^\d{1,15}$/.test(text)) return { number: Number(text) };
  const time = readTime(text, new Date());
  if (time) return { time };
  throw new InvalidArgumentError(`It must be a change number or a time, such as ${timeForms}.`);
}

import { Command, InvalidArgumentError, Option } from "commander";
import { setImmediate } from "node:timers/promises";
import { erasedFields } from "../../catalogue/log/erase.ts";
import { Replay } from "../../catalogue/log/replay.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import { formatNames, type FormatName } from "../formats/format.ts";
import { interruptible } from "../terminal/interruption.ts";
import { Progress } from "../terminal/progress.ts";
import { pluralise } from "../terminal/format-change.ts";
import { print, printFailure } from "../terminal/print.ts";
import { readTime, formatTime, timeForms } from "../terminal/time.ts";
import { withShop } from "../shop/with-shop.ts";
import { formatFor, jsonNeedsFile, writeCatalogue } from "../shop/write-catalogue.ts";

const pageChanges = 1_000;

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

type Moment = Readonly<{ time: Date }> | Readonly<{ number: number }>;
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
    const { replay, at } = await withShop((store) => interruptible((signal) => replayTo(store, moment, signal)));
    const coffees = replay.coffees();
    await writeCatalogue(coffees, out, format, at);
    const blank = replay.entries().filter(([, { after }]) => erasedFields(after).length > 0).length;
    if (blank > 0) printFailure(`The shop has since erased words of ${pluralise(blank, "coffee")}; they are blank.`);
    if (json) print(JSON.stringify({ file: out, format, coffees: coffees.length, time: at.toISOString() }));
    else if (out !== undefined) print(`${out}: ${pluralise(coffees.length, "coffee")} as of ${formatTime(at)}.`);
  });

function momentArgument(text: string): Moment {
  if (/^\d{1,15}$/.test(text)) return { number: Number(text) };
  const time = readTime(text, new Date());
  if (time) return { time };
  throw new InvalidArgumentError(`It must be a change number or a time, such as ${timeForms}.`);
}

async function replayTo(store: CoffeeStore, moment: Moment, signal: AbortSignal) {
  const last = await lastChange(store, moment);
  const progress = new Progress("Reading changes");
  const replay = new Replay();
  let at = "time" in moment ? moment.time : new Date(0);
  for (let done = 0; done < last;) {
    const page = await store.changes(done, Math.min(pageChanges, last - done));
    for (const change of page) {
      replay.apply(change);
      if ("number" in moment) at = new Date(change.time);
    }
    done += page.length;
    progress.report(done, last);
    await setImmediate(); // or no signal would be heard
    signal.throwIfAborted();
  }
  progress.end();
  return { replay, at };
}

/** The number of the newest change that had been made at that moment; 0 where there was none. */
async function lastChange(store: CoffeeStore, moment: Moment): Promise<number> {
  if ("time" in moment) return (await store.select({ until: moment.time }, 1))[0]?.number ?? 0;
  const { number: newest } = await store.version();
  if (moment.number <= newest) return moment.number;
  throw new CommandFailed(`There is no change ${moment.number}: the log has ${pluralise(newest, "change")}.`);
}

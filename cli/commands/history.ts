import { Command } from "commander";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import type { ErasureNote, ChangeWithStatus } from "../../catalogue/coffee-store.ts";
import { formatTime } from "../../catalogue/text/format-time.ts";
import { networkOf, visitorOf } from "../../catalogue/visitor/visitor.ts";
import { countOption, timeOption } from "../terminal/options.ts";
import { jsonCoffee, formatCoffee, formatDifferences, formatValue, formatVisitor } from "../terminal/format-change.ts";
import { paint, print } from "../terminal/print.ts";
import { timeForms } from "../terminal/time.ts";
import { withShop } from "../shop/shop.ts";

const help = `
A time is ${timeForms}.
A visitor is one browser, or an address if the browser sent no key. A network is an address with all browsers behind it.
With --json each line is one change: number, time (UTC), action, coffeeId, before, after, visitor, network, undoes, hash,
isUndone.

Examples:
  niceties history                            the 50 newest changes
  niceties history --since 2h --limit 500     those of the last two hours
  niceties history --coffee 6b016febea64fd3e86c6a6de
  niceties history --visitor operator --json  what was done from this command line

Exit codes:
  0  printed, or there was nothing to print
  1  the shop could not be read
  2  the command was not understood`;

type Options = Readonly<{
  coffee?: string;
  visitor?: string;
  network?: string;
  since?: Date;
  until?: Date;
  limit: number;
  json?: boolean;
}>;

export const historyCommand = new Command("history")
  .summary("list changes, newest first")
  .description("Lists changes, newest first: when, by whom, and what each field was and became.")
  .option("--coffee <id>", "only changes of this coffee")
  .option("--visitor <name>", "only changes by this visitor, or by the operator")
  .option("--network <name>", "only changes from this network address")
  .option("--since <time>", "only changes from then on", timeOption)
  .option("--until <time>", "only changes up to then", timeOption)
  .option("--limit <number>", "at most so many", countOption, 50)
  .option("--json", "print one JSON document for each change")
  .addHelpText("after", help)
  .action(async ({ coffee, limit, json, ...wanted }: Options) => {
    const selection = { ...wanted, withErasures: true, ...(coffee !== undefined && { coffeeId: coffee }) };
    const changes = await withShop((store) => store.select(selection, limit));
    for (const change of changes) print(json ? toJson(change) : formatChange(change));
    if (changes.length === 0 && !json) print("No change matches.");
    if (changes.length === limit && !json) print(`There may be more: --limit ${limit * 10} shows them.`);
  });

function formatErasure(fields: readonly CoffeeField[], { time, reason }: ErasureNote): string {
  const what = fields.length > 0 ? `${fields.join(", ")}: erased` : "Erased";
  return `${what} by the shop on ${formatTime(new Date(time))}: ${formatValue(reason)}`;
}

function toJson({ browser, ...change }: ChangeWithStatus): string {
  const pseudonyms = { visitor: change.visitor, browser };
  const [before, after] = [jsonCoffee(change.before), jsonCoffee(change.after)];
  return JSON.stringify({ ...change, before, after, visitor: visitorOf(pseudonyms), network: networkOf(pseudonyms) });
}

const verbs = { add: "added", replace: "updated", remove: "deleted", erase: "erased words of" };

function formatChange(change: ChangeWithStatus): string {
  const { number, time, action, coffeeId, before, after, browser, undoes, isUndone, erased } = change;
  const { erasedBefore = [], erasedAfter = [] } = change;
  const notes = [
    browser ? `network ${networkOf(change)}` : "",
    undoes === null ? "" : `undoes ${undoes}`,
    isUndone ? "undone" : "",
  ].filter(Boolean);
  const erasedFields = coffeeFields.filter((field) => [...erasedBefore, ...erasedAfter].includes(field));
  const erasure = erased ? [`    ${formatErasure(erasedFields, erased)}`] : [];
  const head = [
    paint("bold", `${number}`),
    formatTime(new Date(time)),
    `${formatVisitor(visitorOf(change))} ${verbs[action]} ${formatCoffee(coffeeId, before, after)}`,
    ...notes.map((note) => paint("dim", `(${note})`)),
  ];
  return [head.join("  "), ...erasure, ...formatDifferences(before, after)].join("\n");
}

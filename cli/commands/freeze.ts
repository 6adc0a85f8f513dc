import { Command } from "commander";
import { freezeShop, thawShop } from "../../operations/freeze.ts";
import { withShop } from "../shop/shop.ts";
import { print } from "../terminal/print.ts";

const help = `
A frozen shop shows everything as before, and refuses every change by a visitor with your words. It works at once, also
while the shop is open, and lasts until niceties thaw, also over a restart. The operator's commands still work.

Examples:
  niceties freeze
  niceties freeze "We are counting beans until noon."

Exit codes:
  0  frozen
  1  not frozen, and a line says why
  2  the command was not understood`;

export const freezeCommand = new Command("freeze")
  .summary("refuse visitors' changes from now on")
  .description("Refuses visitors' changes from now on, in your words.")
  .argument("[words...]", "what visitors read")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (parts: readonly string[], { json }: { json?: boolean }) => {
    const { freeze, place } = await withShop(async (store, name) => ({
      freeze: await freezeShop(store, parts.join(" "), new Date()),
      place: name,
    }));
    if (json) print(JSON.stringify({ isFrozen: true, place, ...freeze }));
    else
      print(
        `Frozen: the shop in ${place}. Visitors who change something read: ${freeze.words}\nniceties thaw ends this.`,
      );
  });

const thawHelp = `
Examples:
  niceties thaw

Exit codes:
  0  visitors may change things, or the shop was not frozen
  1  the shop could not be opened, and a line says why
  2  the command was not understood`;

export const thawCommand = new Command("thaw")
  .summary("let visitors change things again")
  .description("Lets visitors change things again, after niceties freeze.")
  .option("--json", "print one JSON document")
  .addHelpText("after", thawHelp)
  .action(async ({ json }: { json?: boolean }) => {
    const { freeze, place } = await withShop(async (store, name) => ({ freeze: await thawShop(store), place: name }));
    if (json) print(JSON.stringify({ isFrozen: false, place, frozenSince: freeze?.since ?? null }));
    else if (freeze) print(`Thawed: the shop in ${place}. Visitors may change things again.`);
    else print(`The shop in ${place} was not frozen.`);
  });

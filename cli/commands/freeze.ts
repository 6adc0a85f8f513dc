import { Command } from "commander";
import { freezeShop } from "../../operations/freeze.ts";
import { withShop } from "../shop/with-shop.ts";
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

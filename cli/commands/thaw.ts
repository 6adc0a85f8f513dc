import { Command } from "commander";
import { thawShop } from "../../operations/freeze.ts";
import { withShop } from "../shop/with-shop.ts";
import { print } from "../terminal/print.ts";

const help = `
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
  .addHelpText("after", help)
  .action(async ({ json }: { json?: boolean }) => {
    const { freeze, place } = await withShop(async (store, name) => ({ freeze: await thawShop(store), place: name }));
    if (json) print(JSON.stringify({ isFrozen: false, place, frozenSince: freeze?.since ?? null }));
    else if (freeze) print(`Thawed: the shop in ${place}. Visitors may change things again.`);
    else print(`The shop in ${place} was not frozen.`);
  });

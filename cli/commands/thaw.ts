import { Command } from "commander";
import { print } from "../terminal/print.ts";
import { withShop } from "../shop/with-shop.ts";

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
    const { frozen, place } = await withShop(async (store, name) => {
      const before = await store.currentFreeze();
      if (before) await store.thaw();
      return { frozen: before, place: name };
    });
    if (json) print(JSON.stringify({ isFrozen: false, place, frozenSince: frozen?.since ?? null }));
    else if (frozen) print(`Thawed: the shop in ${place}. Visitors may change things again.`);
    else print(`The shop in ${place} was not frozen.`);
  });

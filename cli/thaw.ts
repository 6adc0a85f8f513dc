import { Command } from "commander";
import { print } from "./terminal/print.ts";
import { withShop } from "./with-shop.ts";

const help = `
Examples:
  niceties thaw

Exit codes:
  0  visitors may change things, also where the shop was not frozen
  1  the shop could not be opened, and a line says why
  2  the command was not understood`;

export const thawCommand = new Command("thaw")
  .summary("let visitors change things again")
  .description("Lets visitors change things again, after niceties freeze.")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ json }: { json?: boolean }) => {
    const frozen = await withShop(async (store) => {
      const before = await store.frozen();
      if (before) await store.thaw();
      return before;
    });
    if (json) print(JSON.stringify({ isFrozen: false, frozenSince: frozen?.since ?? null }));
    else print(frozen ? "Thawed. Visitors may change things again." : "The shop was not frozen.");
  });

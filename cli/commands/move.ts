import { Argument, Command } from "commander";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { moveShop, placesOfMove, reclaimPlace } from "../../operations/move.ts";
import { shopPlace } from "../../server/settings.ts";
import type { Verification } from "../../store/log/verification.ts";
import { describePlace, type ShopPlace } from "../../store/open-store.ts";
import { readShopSettings, requireShopPlace } from "../shop/shop.ts";
import { requireYes } from "../terminal/confirm.ts";
import { print } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

const help = `
The settings name both places: DATA_DIR and DATABASE_URL. The shop may be open. While the command runs, visitors can
read, and each change is refused with a request to try again in a minute. The whole log is copied, with the same numbers
and hashes, and verified: receipts stay valid, and a frozen shop stays frozen. Then no shop opens in the old place any
more. The target must be empty, or a place that this shop has left before. Photos are copied too, unless they are in the
bucket of PHOTOS_URL, where they stay.

If the command is stopped, run it again: it goes on or starts over. If the shop had not moved yet, it stays where it was
and takes changes again after at most 15 seconds.

niceties move here is for when the place that a shop moved to is lost for good. It makes the place that the settings
name the shop again, without what was written in the other place.

Examples:
  niceties move database    from the file in DATA_DIR into the PostgreSQL database of DATABASE_URL
  niceties move directory   from the database into DATA_DIR
  niceties move here        go on here, without what was written in the other place

Exit codes:
  0    moved, and it verifies
  1    not moved, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was moved`;

const targets = ["database", "directory", "here"] as const;
type Target = (typeof targets)[number];

export const moveCommand = new Command("move")
  .summary("move the shop into PostgreSQL, or back into a file")
  .description("Moves the shop with its whole log from its directory into PostgreSQL, or back.")
  .addArgument(new Argument("<to>", "where to move it").choices(targets))
  .option("--yes", "do not ask (niceties move here)")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (to: Target, { yes, json }: { yes?: boolean; json?: boolean }) => {
    if (to === "here") return reclaimHere(yes, json);
    const { source, target } = placesOfMove(shopPlace(readShopSettings()), to);
    const moved = await withProgress("Moving", (options) => moveShop(source, target, options));
    print(json ? toJson(moved, target) : formatMove(moved, source, target));
  });

async function reclaimHere(yes: boolean | undefined, json: boolean | undefined): Promise<void> {
  const place = requireShopPlace();
  const here = describePlace(place);
  await requireYes(
    { yes, json },
    `Changes made in the other place since the move are not in ${here} and will be lost. Go on in ${here} without them?`,
    "Nothing was done",
    "Nothing was done: there is no terminal to ask on. Add --yes to go on.",
  );
  const previousMove = await reclaimPlace(place);
  if (json) print(JSON.stringify({ here, wasMoved: previousMove !== undefined }));
  else if (previousMove) print(`The shop is in ${here} again. Never start it in ${previousMove.place} again.`);
  else print(`The shop has not moved away from ${here}; nothing was done.`);
}

function toJson({ changes, coffees, newest }: Verification, target: ShopPlace): string {
  return JSON.stringify({ to: describePlace(target), changes, coffees, hash: newest?.hash ?? null });
}

function formatMove({ changes, coffees, findings }: Verification, source: ShopPlace, target: ShopPlace): string {
  const damaged = findings.filter(({ isSound }) => isSound === false).map(({ message }) => `\n${message}`);
  const setting = target.databaseUrl === "" ? "without DATABASE_URL" : "with DATABASE_URL";
  return `Moved: ${pluralise(changes, "change")} and ${pluralise(coffees, "coffee")} are in ${describePlace(target)}, verified.
Restart the shop ${setting}. No shop opens in ${describePlace(source)} any more; remove what is there once all is well.${damaged.join("")}`;
}

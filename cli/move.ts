import { Argument, Command } from "commander";
import { shopPlace } from "../server/settings.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { moveToDatabase, moveToDirectory } from "../store/move.ts";
import { joinShop, hasShop, tellPlace, type ShopPlace } from "../store/open-store.ts";
import type { CopyOptions } from "../store/read-log.ts";
import type { Verification } from "../store/verification.ts";
import { CommandFailed } from "./command-failed.ts";
import { interruptible } from "./interruption.ts";
import { Progress } from "./progress.ts";
import { readShopSettings } from "./read-shop-settings.ts";
import { count } from "./tell-change.ts";
import { print } from "./terminal/print.ts";

const help = `
Both places are those of the settings: DATA_DIR and DATABASE_URL. The whole log is copied, with the same numbers and
hashes, so receipts stay good, and a frozen shop stays frozen. The target must be empty. It is verified before anybody
sees it; the shop that was copied is left as it is. Where it is changed meanwhile, nothing is moved.

Examples:
  niceties freeze && niceties move database   from the file in DATA_DIR into the PostgreSQL database of DATABASE_URL
  niceties move directory                     from the database into DATA_DIR

Exit codes:
  0    moved, and it verifies
  1    not moved, and a line says why
  2    the command was not understood
  130  stopped by Ctrl-C; nothing was moved`;

const targets = ["database", "directory"] as const;
type Target = (typeof targets)[number];

export const moveCommand = new Command("move")
  .summary("copy the shop into PostgreSQL, or back into a file")
  .description("Copies the shop with its whole log from its directory into PostgreSQL, or back.")
  .addArgument(new Argument("<to>", "where to").choices(targets))
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async (to: Target, { json }: { json?: boolean }) => {
    const { source, target } = placesFor(to);
    const store = await joinShop(source);
    const progress = new Progress("Moving");
    try {
      const moved = await interruptible((signal) => move(store, target, { signal, onProgress: progress.tell }));
      progress.end();
      print(json ? toJson(moved, target) : tellMoved(moved, source, target));
    } finally {
      progress.end();
      await store.close();
    }
  });

/** Throws `CommandFailed` where there is nothing to move, or nowhere to move it. */
function placesFor(to: Target): Readonly<{ source: ShopPlace; target: ShopPlace }> {
  const { directory, databaseUrl } = shopPlace(readShopSettings());
  if (databaseUrl === "") {
    throw new CommandFailed("DATABASE_URL is empty. Set it to the PostgreSQL database that is meant.");
  }
  const inDirectory = { directory, databaseUrl: "" };
  const inDatabase = { directory, databaseUrl };
  if (to === "directory") return { source: inDatabase, target: inDirectory };
  if (hasShop(directory)) return { source: inDirectory, target: inDatabase };
  throw new CommandFailed(`There is no shop in ${directory}. Set DATA_DIR to the directory of the shop that is meant.`);
}

function move(store: CoffeeStore, { directory, databaseUrl }: ShopPlace, options: CopyOptions): Promise<Verification> {
  return databaseUrl === ""
    ? moveToDirectory(store, directory, new Date(), options)
    : moveToDatabase(store, databaseUrl, options);
}

function toJson({ changes, coffees, newest }: Verification, target: ShopPlace): string {
  return JSON.stringify({ to: tellPlace(target), changes, coffees, hash: newest?.hash ?? null });
}

function tellMoved({ changes, coffees }: Verification, source: ShopPlace, target: ShopPlace): string {
  const setting = target.databaseUrl === "" ? "without DATABASE_URL" : "with DATABASE_URL";
  return `Moved: ${count(changes, "change")} and ${count(coffees, "coffee")} are in ${tellPlace(target)}, verified.
Start the shop anew ${setting}. What is in ${tellPlace(source)} is as it was; remove it once all is well.`;
}

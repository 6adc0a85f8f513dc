import { Command } from "commander";
import { existsSync } from "node:fs";
import { backupsDirectory, BadSettings, shopPlace, type Settings } from "../../server/settings.ts";
import { findExposure, mendExposure } from "../../operations/privacy.ts";
import { erasedChangesAt, findUnerased } from "../../store/copies/erased-backups.ts";
import { hasShop, hasShopIn, joinShop, describePlace, type ShopPlace } from "../../store/open-store.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import type { Finding } from "../../store/log/verification.ts";
import { verifyPlace } from "../../store/verify.ts";
import {
  backupHealth,
  erasureHealth,
  buildHealth,
  catalogueHealth,
  clockHealth,
  directoryHealth,
  freezeHealth,
  lockHealth,
  nodeHealth,
  portHealth,
  privacyHealth,
  right,
  spaceHealth,
  worthKnowing,
  wrong,
  type Health,
} from "../shop/health.ts";
import { interruptible } from "../terminal/interruption.ts";
import { Progress } from "../terminal/progress.ts";
import { readShopSettings } from "../shop/read-shop-settings.ts";
import { print } from "../terminal/print.ts";

const help = `
Checks Node, the build, the settings, the port, the data directory and who may read it, the data as niceties verify
does, the freeze, the clock and the backups. ✓ is right, ! worth knowing, ✗ wrong; each line that is not right says what
to do. --mend makes files private that other accounts may read, and deletes secrets of days that are over.

Examples:
  niceties doctor
  niceties doctor --mend

Exit codes:
  0    nothing is wrong
  1    something is
  2    the command was not understood
  130  stopped by Ctrl-C`;

const marks = { right: "✓", wrong: "✗", "worth knowing": "!" };

export const doctorCommand = new Command("doctor")
  .summary("check everything that the shop needs")
  .description("Checks everything that the shop needs, and says what to do if something is wrong.")
  .option("--mend", "make the data private to the shop's account")
  .option("--json", "print one JSON document")
  .addHelpText("after", help)
  .action(async ({ mend = false, json }: { mend?: boolean; json?: boolean }) => {
    const health = [nodeHealth(), buildHealth(), ...(await shopHealth(mend))];
    if (json) print(JSON.stringify(health));
    else for (const { what, state, message } of health) print(`${marks[state]} ${what}: ${message}`);
    if (health.some(({ state }) => state === "wrong")) process.exitCode = 1;
  });

async function shopHealth(mend: boolean): Promise<Health[]> {
  let settings: Settings;
  try {
    settings = readShopSettings();
  } catch (error) {
    if (!(error instanceof BadSettings)) throw error;
    return error.problems.map((problem) => wrong("Settings", problem));
  }
  const outside = [right("Settings", "All can be used."), await portHealth(settings)];
  const { DATA_DIR, DATABASE_URL, PRODUCT_SERVER_URL } = settings;
  if (PRODUCT_SERVER_URL) return [...outside, right("Data", `${PRODUCT_SERVER_URL} keeps them.`)];
  if (DATABASE_URL) return [...outside, ...(await databaseHealth(settings))];
  if (!existsSync(DATA_DIR)) {
    return [...outside, worthKnowing("Directory", `There is no ${DATA_DIR} yet; npm start makes it.`)];
  }
  const backups = backupsDirectory(settings);
  const exposure = (mend ? mendExposure : findExposure)(DATA_DIR, backups);
  return [
    ...outside,
    directoryHealth(DATA_DIR),
    privacyHealth(exposure, mend),
    spaceHealth(DATA_DIR),
    ...(await dataHealth(shopPlace(settings), backups)),
  ];
}

async function dataHealth(place: ShopPlace, backups: string): Promise<Health[]> {
  const { directory } = place;
  if (!hasShop(directory)) return [worthKnowing("Data", `There is no shop in ${directory} yet; npm start makes it.`)];
  const lock = lockHealth(directory);
  return [lock, ...(await placeHealth(place, backups))];
}

async function databaseHealth(settings: Settings): Promise<Health[]> {
  const place = shopPlace(settings);
  try {
    if (!(await hasShopIn(place)))
      return hasShop(place.directory) ? await openHealth(place) : [emptyHealth(describePlace(place))];
    return await placeHealth(place, backupsDirectory(settings));
  } catch (error) {
    if (error instanceof StoreRefused) return [wrong("Data", error.message)];
    throw error;
  }
}

function emptyHealth(place: string): Health {
  const told = `There is no shop in ${place} yet: npm start makes one, and niceties move database or niceties restore brings one there.`;
  return worthKnowing("Data", told);
}

async function placeHealth(place: ShopPlace, backups: string): Promise<Health[]> {
  const now = new Date();
  const progress = new Progress("Checking changes");
  const { findings, newest } = await interruptible((signal) =>
    verifyPlace(place, { signal, onProgress: progress.report }),
  ).finally(progress.end);
  const data = findings.map(findingHealth);
  const isReadable = findings.every(({ part, isSound }) => part !== "structure" || isSound !== false);
  const copies = isReadable
    ? findUnerased({ backups, directories: [place.directory] }, await erasedChangesAt(place))
    : [];
  return [
    ...data,
    ...(await openHealth(place)),
    clockHealth(newest, now),
    backupHealth(backups, now),
    ...(isReadable ? [erasureHealth(copies)] : []),
  ];
}

function findingHealth({ part, isSound, message }: Finding): Health {
  const what = `Data, ${part}`;
  return isSound === false ? wrong(what, `${message} niceties restore brings a backup back.`) : right(what, message);
}

async function openHealth(place: ShopPlace): Promise<Health[]> {
  try {
    const store = await joinShop(place);
    const freeze = await store.currentFreeze();
    const bytes = await store.catalogueBytes();
    await store.close();
    return [freezeHealth(freeze), catalogueHealth(bytes, place.catalogueLimit ?? Infinity)];
  } catch (error) {
    if (error instanceof StoreRefused) return [wrong("Opening", error.message)];
    throw error;
  }
}

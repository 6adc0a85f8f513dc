import { existsSync } from "node:fs";
import { openingCommand } from "../program/files.ts";
import { Fault } from "../catalogue/fault.ts";
import { erasedChangesAt, findUnerased } from "../store/copies/erased-backups.ts";
import type { Finding, VerifyOptions } from "../store/log/verification.ts";
import { dataVersionsOf, describePlace, hasShop, hasShopIn, joinShop, type ShopPlace } from "../store/open-store.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { verifyPlace } from "../store/verify.ts";
import {
  backupHealth,
  catalogueHealth,
  clockHealth,
  directoryHealth,
  erasureHealth,
  freezeHealth,
  goingBackHealth,
  lockHealth,
  privacyHealth,
  spaceHealth,
  worthKnowing,
  wrong,
  type Health,
} from "./health.ts";
import { photosFinding } from "./photos.ts";
import { findExposure, mendExposure } from "./privacy.ts";

/**
 * Checks a shop's data, wherever it is, as `niceties doctor` reports it. With `mends`, files that other accounts may
 * read are made private first. Rejects with the signal's reason once it is aborted.
 */
export async function checkShop(
  place: ShopPlace,
  backups: string,
  mends: boolean,
  options: Pick<VerifyOptions, "onProgress" | "signal">,
): Promise<Health[]> {
  if (place.databaseUrl !== "") return databaseHealth(place, backups, options);
  const { directory } = place;
  if (!existsSync(directory))
    return [worthKnowing("Directory", `There is no ${directory} yet; ${openingCommand} makes it.`)];
  const exposure = (mends ? mendExposure : findExposure)(directory, backups);
  return [
    directoryHealth(directory),
    privacyHealth(exposure, mends),
    spaceHealth(directory),
    ...(await fileHealth(place, backups, options)),
  ];
}

type CheckOptions = Pick<VerifyOptions, "onProgress" | "signal">;

async function fileHealth(place: ShopPlace, backups: string, options: CheckOptions): Promise<Health[]> {
  const { directory } = place;
  if (!hasShop(directory))
    return [worthKnowing("Data", `There is no shop in ${directory} yet; ${openingCommand} makes it.`)];
  return [lockHealth(directory), ...(await dataHealth(place, backups, options))];
}

async function databaseHealth(place: ShopPlace, backups: string, options: CheckOptions): Promise<Health[]> {
  try {
    if (!(await hasShopIn(place)))
      return hasShop(place.directory) ? await openHealth(place) : [emptyHealth(describePlace(place))];
    return await dataHealth(place, backups, options);
  } catch (error) {
    if (error instanceof StoreRefused) return [wrong("Data", error.message)];
    throw error;
  }
}

function emptyHealth(place: string): Health {
  const message = `There is no shop in ${place} yet: ${openingCommand} makes one, and niceties move database or niceties restore brings one there.`;
  return worthKnowing("Data", message);
}

async function dataHealth(place: ShopPlace, backups: string, options: CheckOptions): Promise<Health[]> {
  const now = new Date();
  const { findings, newest } = await verifyPlace(place, options);
  const isReadable = findings.every(({ part, isSound }) => part !== "structure" || isSound !== false);
  const copies = isReadable
    ? findUnerased({ backups, directories: [place.directory] }, await erasedChangesAt(place))
    : [];
  return [
    ...findings.map(findingHealth),
    ...(await openHealth(place)),
    await photosHealth(place, options.signal),
    clockHealth(newest, now),
    backupHealth(backups, now),
    ...(isReadable ? [erasureHealth(copies)] : []),
  ];
}

/** Checks the photos to the last byte. */
async function photosHealth(place: ShopPlace, signal: AbortSignal | undefined): Promise<Health> {
  try {
    return findingHealth(await photosFinding(place, signal));
  } catch (error) {
    if (error instanceof StoreRefused) return wrong("Data, photos", error.message);
    if (error instanceof Fault && error.cause instanceof StoreRefused)
      return wrong("Data, photos", error.cause.message);
    throw error;
  }
}

function findingHealth({ part, isSound, message }: Finding): Health {
  const what = `Data, ${part}`;
  return isSound === false
    ? wrong(what, `${message} niceties restore brings a backup back.`)
    : { what, state: "right", message };
}

/** Opens the shop beside the server, if that is running. */
async function openHealth(place: ShopPlace): Promise<Health[]> {
  try {
    await using store = await joinShop(place);
    const limit = place.catalogueLimit ?? Infinity;
    return [
      goingBackHealth(await dataVersionsOf(place)),
      freezeHealth(await store.currentFreeze()),
      catalogueHealth(await store.catalogueBytes(), limit),
    ];
  } catch (error) {
    if (error instanceof StoreRefused) return [wrong("Opening", error.message)];
    throw error;
  }
}

import { globSync, statfsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StoredChange } from "../catalogue/log/change.ts";
import type { Freeze } from "../catalogue/coffee-store.ts";
import type { Exposure } from "./privacy.ts";
import { sourcesFolder } from "../program/files.ts";
import { assertDirectoryWritable } from "../store/files/durable-files.ts";
import { listBackups } from "../store/copies/backups.ts";
import type { UnerasedCopy } from "../store/copies/erased-backups.ts";
import { isShopOpen, type DataVersions } from "../store/open-store.ts";
import { formatBytes, pluralise } from "../catalogue/text/format-quantity.ts";
import { formatAge, formatTime } from "../catalogue/text/format-time.ts";

/** The result of one check. Unless the state is right, the message says what to do. */
export type Health = Readonly<{ what: string; state: "right" | "wrong" | "worth knowing"; message: string }>;

const leastFreeBytes = 200_000_000;
const nearlyFullPercent = 80;
const oldestBackupMs = 48 * 3_600_000;
const answerTimeoutMs = 3_000;
const sources = fileURLToPath(sourcesFolder);

/** A check that passed. */
export function right(what: string, message: string): Health {
  return { what, state: "right", message };
}

/** A fault that the operator has to correct; the message says how. */
export function wrong(what: string, message: string): Health {
  return { what, state: "wrong", message };
}

/** Something that works now, but may surprise the operator later. */
export function worthKnowing(what: string, message: string): Health {
  return { what, state: "worth knowing", message };
}

/** Which Node runs this. `cli/main.ts` refuses those that cannot run the shop. */
export function nodeHealth(): Health {
  return right("Node", `Version ${process.versions.node}.`);
}

/** In a clone, whether the shop is built, and no source file is newer than the build. */
export function buildHealth(build: Readonly<{ at: Date }> | undefined): Health {
  if (!build) return worthKnowing("Build", "The shop is not built yet; npm start builds it.");
  const files = globSync(
    ["{app,catalogue,cli,client,conform,operations,program,public,server,store}/**/*.*", "package-lock.json"],
    {
      cwd: sources,
    },
  );
  const newer = files.find((file) => statSync(join(sources, file)).mtime > build.at);
  if (newer === undefined) return right("Build", "It is there, and fresh.");
  return worthKnowing("Build", `${newer} is newer than the build; npm start builds again if something differs.`);
}

/** Whether the data directory can be written. The directory must exist. */
export function directoryHealth(directory: string): Health {
  try {
    assertDirectoryWritable(directory);
  } catch (error) {
    const isReadOnly = error instanceof Error && "code" in error && error.code === "EROFS";
    const remedy = isReadOnly
      ? "is on a read-only disk: it can be verified there, and be opened once the disk can be written"
      : "cannot be written: run this as the user that runs the shop";
    return wrong("Directory", `${directory} ${remedy}.`);
  }
  return right("Directory", `${directory} can be written.`);
}

/**
 * Whether other accounts of this machine can read the shop's files, or the secrets that visitors' names are made with.
 */
export function privacyHealth({ open, withKeys }: Exposure, isMended: boolean): Health {
  const [first] = [...open, ...withKeys];
  if (first === undefined) return right("Privacy", "No other account may read the shop's files.");
  const what = [
    open.length > 0 ? `other accounts may open ${listFiles(open)}` : "",
    withKeys.length > 0 ? `the secret of a day that is over is in ${listFiles(withKeys)}` : "",
  ];
  const remedy = isMended
    ? "It belongs to another account: run niceties doctor --mend as that one, or as root."
    : "niceties doctor --mend corrects it.";
  const message = what.filter(Boolean).join(", and ");
  return wrong("Privacy", `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${remedy}`);
}

function listFiles([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${pluralise(others.length, "more place")}`;
}

/** How much space the disk of a directory has left. */
export function spaceHealth(directory: string): Health {
  const { bavail, bsize } = statfsSync(directory);
  const free = bavail * bsize;
  if (free >= leastFreeBytes) return right("Space", `${formatBytes(free)} are free.`);
  return worthKnowing("Space", `Only ${formatBytes(free)} are free: make room before writes are refused.`);
}

/** Whether a process has the shop open. */
export function lockHealth(directory: string): Health {
  const isOpen = isShopOpen(directory);
  if (isOpen === undefined)
    return worthKnowing("Lock", "The directory cannot be written to, so the shop may be open or closed.");
  return right("Lock", isOpen ? "The shop is open, or a command works on it." : "The shop is closed.");
}

/** Whether the release before this one can open the data. */
export function goingBackHealth({ data, own, before }: DataVersions): Health {
  const what = "Going back";
  if (!before) return right(what, "There is no release before this one.");
  const { release, known } = before;
  if (data > known) {
    const message = `Release ${release} cannot open these data: their version is ${data}, and it knows ${known}.`;
    return worthKnowing(what, `${message} To go back to it, restore the backup that you made before the update.`);
  }
  if (own > known) {
    const message = `Release ${release} can open these data until this one has opened them: make a backup before`;
    return worthKnowing(what, `${message}, with niceties backup.`);
  }
  return right(what, `Release ${release} can open these data.`);
}

/** Whether visitors may write. */
export function freezeHealth(freeze: Freeze | undefined): Health {
  if (!freeze) return right("Freeze", "Visitors may change things.");
  const since = formatTime(new Date(freeze.since));
  return worthKnowing("Freeze", `Frozen since ${since}: "${freeze.words}" niceties thaw ends this.`);
}

/** How full the catalogue is; size and limit in bytes. */
export function catalogueHealth(bytes: number, limit: number): Health {
  const share = Math.floor((100 * bytes) / limit);
  const size = `The coffees count for ${formatBytes(bytes)} of ${formatBytes(limit)} (${share} %).`;
  if (share < nearlyFullPercent) return right("Catalogue", size);
  const message =
    bytes < limit ? "It is nearly full" : "It is full: no coffee can be added until another is deleted or shortened";
  return worthKnowing("Catalogue", `${size} ${message}; CATALOGUE_LIMIT sets the limit.`);
}

/** Whether backups still hold words that the shop has erased. */
export function erasureHealth(copies: readonly UnerasedCopy[]): Health {
  const [first] = copies;
  if (!first) return right("Erased words", "No backup holds any.");
  const files = copies.map(({ file }) => file).join(", ");
  return worthKnowing("Erased words", `Still in ${files}: niceties erase --backups rewrites them.`);
}

/** Whether the clock is behind the newest change. */
export function clockHealth(newest: Pick<StoredChange, "number" | "time"> | undefined, now: Date): Health {
  if (!newest || new Date(newest.time) <= now) return right("Clock", `It is ${formatTime(now)}, after every change.`);
  const time = formatTime(new Date(newest.time));
  return wrong(
    "Clock",
    `It says ${formatTime(now)}, but change ${newest.number} was made at ${time}: set the clock right.`,
  );
}

/** How old the newest backup in a folder is. */
export function backupHealth(folder: string, now: Date): Health {
  let newest;
  try {
    [newest] = listBackups(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return wrong("Backup", `${folder} cannot be read (${why}): put it right, or set BACKUPS_DIR to another directory.`);
  }
  if (!newest) {
    return worthKnowing("Backup", `There is none in ${folder}; niceties backup makes one.`);
  }
  const message = `The newest is ${formatAge(newest.at, now)} old`;
  if (now.getTime() - newest.at.getTime() <= oldestBackupMs) return right("Backup", `${message}.`);
  return worthKnowing("Backup", `${message}; niceties backup makes a new one, and a timer one a day.`);
}

/** Whether the port is free, or this shop answers on it. */
export async function portHealth({ PORT, HOST }: Readonly<{ PORT: number; HOST: string }>): Promise<Health> {
  if (PORT === 0) return right("Port", "Any free one is taken.");
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "::1" : HOST;
  const address = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
  if (await isFree(PORT, HOST)) return right("Port", `${PORT} on ${HOST} is free.`);
  if ((await answerAt(`${address}/-/ready`)) === "ready") return right("Port", `The shop answers at ${address}.`);
  return wrong(
    "Port",
    `${PORT} on ${HOST} is taken, and not by a shop that is ready: end what uses it, or choose another PORT.`,
  );
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    server.close();
    return true;
  } catch {
    return false;
  }
}

async function answerAt(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) });
    return await reply.text();
  } catch {
    return undefined;
  }
}

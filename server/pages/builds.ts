import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildsFolder, installedBuild, isInstalled, ownBuild } from "../../program/files.ts";

/**
 * One build of the shop. In a clone its folder is named after a hash of its sources and never changes:
 * `tools/set-up/setup.mjs` builds other sources into another folder. It keeps the folders of open shops and of the last
 * two builds before the current one. An installed package has one build.
 */
export type Build = Readonly<{
  name: string;
  /** When `npm start` last made it the current one. */
  at: Date;
  /** The program of `niceties`. */
  programFile: string;
  /** The module that renders pages. */
  pagesFile: URL;
  /** The file that names the packages in the build, as JSON. */
  packagesFile: string;
  /** The folder of the files that browsers get. */
  clientFolder: string;
}>;

/** A shop that was opened from this folder and still runs. */
export type OpenShop = Readonly<{ processId: number; buildName: string }>;

const folder = fileURLToPath(buildsFolder);
const namePattern = /^[0-9a-f]{12}$/;
/** The number of earlier builds whose scripts and styles a shop still serves. */
export const buildsServedBefore = 2;

/** The build of this program, or if it runs from its sources, the build that `npm start` made last; else undefined. */
export function currentBuild(): Build | undefined {
  try {
    return buildAt(ownBuild ?? readlinkSync(join(folder, "current")));
  } catch {
    return undefined;
  }
}

/** The file of the built program, for programs that start it. Throws if nothing is built yet. */
export function builtProgram(): string {
  const build = currentBuild();
  if (!build) throw new Error("The shop is not built yet: node tools/set-up/setup.mjs --build");
  return build.programFile;
}

/** The builds besides this one that pages in browsers may still come from, newest first. */
export function buildsBefore({ name, at }: Build): readonly Build[] {
  if (isInstalled) return buildsOfService();
  return readdirSync(folder)
    .filter((other) => namePattern.test(other) && other !== name)
    .flatMap((other) => buildAt(other) ?? [])
    .filter((build) => build.at <= at)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, buildsServedBefore);
}

/**
 * The builds of the other versions that a service keeps beside this one, newer ones too, for it may have gone back. None
 * if this program is not a service's: then there is no launcher beside its build.
 */
function buildsOfService(): readonly Build[] {
  if (!existsSync(join(folder, "niceties"))) return [];
  const own = basename(folder);
  return readdirSync(join(folder, ".."), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== own && !entry.name.startsWith("unfinished-"))
    .flatMap((entry) => buildAt(join("..", entry.name, installedBuild)) ?? [])
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, buildsServedBefore);
}

/**
 * Notes that this process serves a build on a port, so that set-up keeps the build. The note is removed when the
 * process ends.
 */
export function noteOpenShop({ name }: Build, port: number): void {
  const note = join(folder, name, "open", String(process.pid));
  try {
    writeFileSync(note, String(port));
  } catch {
    return; // this user may only read the build; set-up still keeps the last builds
  }
  process.once("exit", () => rmSync(note, { force: true }));
}

/**
 * The shop that was last opened on a port from this folder and whose process still runs; undefined if there is none.
 */
export function findOpenShop(port: number): OpenShop | undefined {
  const notes = globSync("*/open/*", { cwd: folder }).flatMap((path) => {
    const [buildName = "", , processId] = path.split("/");
    const note = { buildName, processId: Number(processId) };
    try {
      const file = join(folder, path);
      return Number(readFileSync(file, "utf8")) === port ? [{ ...note, at: statSync(file).mtimeMs }] : [];
    } catch {
      return []; // that shop has just closed
    }
  });
  return notes.toSorted((one, other) => other.at - one.at).find(({ processId }) => isAlive(processId));
}

function buildAt(name: string): Build | undefined {
  const at = statSync(join(folder, name), { throwIfNoEntry: false })?.mtime;
  return (
    at && {
      name,
      at,
      programFile: join(folder, name, "program", "niceties.js"),
      pagesFile: pathToFileURL(join(folder, name, "program", "pages.js")),
      packagesFile: join(folder, name, "packages.json"),
      clientFolder: join(folder, name, "client"),
    }
  );
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"; // the process is another user's
  }
}

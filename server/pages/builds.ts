import { globSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * One build of the pages. Its folder is named after a hash of its sources and never changes: `tools/set-up/setup.mjs`
 * builds other sources into another folder. It keeps the folders of open shops and of the last two builds before the
 * current one.
 */
export type Build = Readonly<{
  name: string;
  /** When `npm start` last made it the current one. */
  at: Date;
  /** The module that renders pages. */
  serverFile: URL;
  /** The folder of the files that browsers get. */
  clientFolder: string;
}>;

/** A shop that was opened from this folder and still runs. */
export type OpenShop = Readonly<{ processId: number; buildName: string }>;

const folder = fileURLToPath(new URL("../../build", import.meta.url));
const namePattern = /^[0-9a-f]{12}$/;
/** The number of earlier builds whose scripts and styles a shop still serves. */
export const buildsServedBefore = 2;

/** The build that `npm start` made last; undefined before the first. */
export function currentBuild(): Build | undefined {
  try {
    return buildAt(readlinkSync(join(folder, "current")));
  } catch {
    return undefined;
  }
}

/** The builds before this one that pages in browsers may still come from, newest first. */
export function buildsBefore({ name, at }: Build): readonly Build[] {
  return readdirSync(folder)
    .filter((other) => namePattern.test(other) && other !== name)
    .flatMap((other) => buildAt(other) ?? [])
    .filter((build) => build.at <= at)
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
      serverFile: pathToFileURL(join(folder, name, "server", "index.js")),
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

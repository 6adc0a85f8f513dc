import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Whether the program was built by `tools/set-up/build-program.ts`; otherwise it runs from its sources. */
export const isBuilt = !import.meta.url.endsWith(".ts");

/** The folder of the sources, or the one folder that all files of the built program are in. */
const home = new URL(isBuilt ? "./" : "../", import.meta.url);

/** The files that a process or a thread begins with, by the names that the build gives them. */
export const scripts = {
  niceties: "cli/main.ts",
  "write-changes": "store/sqlite/writing/writer-worker.ts",
  "checkpoint-log": "store/sqlite/writing/checkpoint-worker.ts",
  "heal-database": "store/sqlite/healing/heal-worker.ts",
  "draw-pictures": "server/share/pictures/draw/draw-pictures.ts",
  "encode-photo": "server/photos/encoder/encode/main.ts",
} as const;

/** The files and folders that the program reads as text, by the names that the build gives them. */
export const resources = {
  "migrations/": "store/migrations/",
  "tokens.css": "app/styles/tokens.css",
  "html-page.css": "cli/formats/html-page.css",
} as const;

/** The file that a process or a thread begins with. */
export function scriptFile(name: keyof typeof scripts): URL {
  return new URL(isBuilt ? `${name}.js` : scripts[name], home);
}

/** A file or folder that the program reads. */
export function resource(name: keyof typeof resources): URL {
  return new URL(isBuilt ? name : resources[name], home);
}

/** The folder of builds: each has the built program in `program/` and the files of browsers in `client/`. */
export const buildsFolder = new URL(isBuilt ? "../../" : "build/", home);

/** The name of the one build in an installed package. In a clone, a build is named after a hash of its sources. */
export const installedBuild = "dist";

/** The folder of this program's build; undefined if it runs from its sources. */
export const ownBuildFolder = isBuilt ? fileURLToPath(new URL("../", home)) : undefined;

/** The name of that folder. */
export const ownBuild = ownBuildFolder && basename(ownBuildFolder);

/** Whether the program is an installed package, which has no sources. */
export const isInstalled = ownBuild === installedBuild;

/** Packages that stay outside the build and are installed beside the program, because they contain machine code. */
export const machineCodePackages = ["@napi-rs/canvas", "better-sqlite3", "sharp"];

/** The command that opens the shop, for messages. */
export const openingCommand = isInstalled ? "niceties serve" : "npm start";

/** The files that browsers get as they are, such as photographs; in the build with the built scripts and styles. */
export const publicFolder = new URL(isBuilt ? "../client/" : "public/", home);

/** The folder of the sources. An installed package has none there. */
export const sourcesFolder = new URL(isBuilt ? "../../../" : "./", home);

/**
 * The folders that a process with restricted rights has to read: its own `sources`, or the built program; and the
 * packages, where Node looks for them and where they are, if one of these folders is a symbolic link.
 */
export function readableFolders(sources: readonly URL[], packageName: string): readonly string[] {
  const packageFile = import.meta.resolve(packageName);
  const packages = packageFile.slice(0, packageFile.indexOf("/node_modules/") + "/node_modules/".length);
  return [...(isBuilt ? [home] : sources), packages, ...packageFoldersAbove(home)].map((folder) =>
    fileURLToPath(folder),
  );
}

/** Where Node looks for the packages of a file in this folder. */
function packageFoldersAbove(folder: URL): URL[] {
  const parent = new URL("../", folder);
  const own = new URL("node_modules/", folder);
  return parent.href === folder.href ? [own] : [own, ...packageFoldersAbove(parent)];
}

/** Where the built program caches V8's compiled code if it can write there: see `module.enableCompileCache`. */
export const compiledFolder = new URL("../compiled/", home);

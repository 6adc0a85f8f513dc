import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { installedBuild, machineCodePackages, ownBuildFolder } from "../../program/files.ts";
import { OperationRefused } from "../operation-refused.ts";

/** A program that can be copied to where a service may run it: its build, the packages beside it, and its Node. */
export type ProgramVersion = Readonly<{
  /** The version, and the beginning of a hash of everything that is copied, such as 1.2.0-3f2a9c01d4e7. */
  name: string;
  /** The folder of the build, with the program and the files of browsers. */
  buildFolder: string;
  packages: readonly FoundPackage[];
  nodeFile: string;
}>;

/** A package, and its place below the folder of a version. */
type FoundPackage = Readonly<{ folder: string; place: string }>;

/** The parts of a build that the shop reads. */
const buildParts = ["program", "client"];

/** The program of this process. Throws `OperationRefused` if it runs from its sources. */
export function runningVersion(): ProgramVersion {
  if (ownBuildFolder === undefined)
    throw new OperationRefused("A service runs a built program, and this one runs from its sources.");
  const packages = packagesBeside(ownBuildFolder, machineCodePackages);
  const nodeFile = realpathSync(process.execPath);
  return { name: nameOf(ownBuildFolder, packages), buildFolder: ownBuildFolder, packages, nodeFile };
}

function nameOf(buildFolder: string, packages: readonly FoundPackage[]): string {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}\n`);
  for (const { folder, place } of packages) {
    hash.update(`${place}\n`).update(readFileSync(join(folder, "package.json")));
  }
  for (const file of globSync(`{${buildParts.join()}}/**/*`, { cwd: buildFolder }).toSorted()) {
    const path = join(buildFolder, file);
    if (statSync(path).isFile()) hash.update(`${file}\n`).update(readFileSync(path));
  }
  return `${packageFile.version}-${hash.digest("hex").slice(0, 12)}`;
}

/** The packages of these names and all that they depend on, as Node finds them from a folder. Optional ones may lack. */
export function packagesBeside(from: string, names: readonly string[]): readonly FoundPackage[] {
  const found: FoundPackage[] = [];
  const visit = (name: string, importer: Readonly<{ folder: string; place: string }>) => {
    const folder = resolvePackage(name, importer.folder);
    if (folder === undefined) return;
    const atTop = join("node_modules", name);
    const other = found.find(({ place }) => place === atTop);
    // Another version of the same package is put below the one that needs it, as npm does.
    const place = !other || other.folder === folder ? atTop : join(importer.place, "node_modules", name);
    if (found.some((each) => each.place === place)) return;
    found.push({ folder, place });
    for (const needed of dependenciesOf(folder)) visit(needed, { folder, place });
  };
  for (const name of names) visit(name, { folder: from, place: "" });
  return found;
}

function resolvePackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "node_modules", name);
    if (existsSync(join(path, "package.json"))) return realpathSync(path);
    if (dirname(folder) === folder) return undefined;
  }
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies, optionalDependencies }: Readonly<Record<string, object | undefined>> = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** Starts the version that this file lies beside, also through a link. See tools/with-node for the variables. */
const launcher = `#!/bin/sh
folder=$(dirname "$(readlink -f "$0")")
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-1048576}"
export MALLOC_TRIM_THRESHOLD_="\${MALLOC_TRIM_THRESHOLD_:-8388608}"
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
exec "$folder/node" --max-semi-space-size=4 "$folder/${installedBuild}/program/niceties.js" "$@"
`;

/**
 * Copies a program into a new folder, which appears only once it is whole. Only its owner can write to it, and everyone
 * can read it. Nodes that other versions beside it have too take no space: they are hard links.
 */
export function placeVersion({ buildFolder, packages, nodeFile }: ProgramVersion, folder: string): void {
  const unfinished = join(dirname(folder), `unfinished-${basename(folder)}`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  for (const part of buildParts)
    cpSync(join(buildFolder, part), join(unfinished, installedBuild, part), { recursive: true });
  for (const { folder: from, place } of packages) {
    const inside = (path: string) => !path.slice(from.length).split(sep).includes("node_modules");
    cpSync(from, join(unfinished, place), { recursive: true, dereference: true, filter: inside });
  }
  const manifest = { name: "niceties", version: packageFile.version, type: "module" };
  writeFileSync(join(unfinished, "package.json"), `${JSON.stringify(manifest)}\n`);
  writeFileSync(join(unfinished, "niceties"), launcher);
  placeNode(nodeFile, join(unfinished, "node"));
  makeReadable(unfinished);
  for (const program of ["niceties", "node"]) chmodSync(join(unfinished, program), 0o755);
  renameSync(unfinished, folder);
}

function placeNode(from: string, to: string): void {
  const same = globSync("*/node", { cwd: join(to, "../..") })
    .map((path) => join(to, "../..", path))
    .find((path) => path !== to && isSameFile(path, from));
  if (same === undefined) cpSync(from, to);
  else linkSync(same, to);
}

function isSameFile(one: string, other: string): boolean {
  return statSync(one).size === statSync(other).size && hashOf(one) === hashOf(other);
}

/** Reads a piece at a time, because a Node is larger than the shop's memory. */
function hashOf(file: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(1 << 20);
  const descriptor = openSync(file, "r");
  try {
    for (let size = readSync(descriptor, piece); size > 0; size = readSync(descriptor, piece))
      hash.update(piece.subarray(0, size));
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

/** npm's cache may keep files that only root can read. */
function makeReadable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}

import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Decisions 0006, 0012, 0015, 0018, 0019 and 0039. */
const runtimeDependenciesAtMost = 18;

type Locked = Readonly<{ integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }>;
type Manifest = Readonly<{
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  allowScripts?: Readonly<Record<string, boolean>>;
}>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const lockFiles = globSync("**/package-lock.json", { cwd: root, exclude: (name) => basename(name) === "node_modules" });

function read(path: string): string {
  return readFileSync(`${root}/${path}`, "utf8");
}

function manifestBeside(lockFile: string): Manifest {
  return JSON.parse(read(`${dirname(lockFile)}/package.json`));
}

/** The packages that a lock file names, without the project itself. */
function lockedIn(lockFile: string): readonly (readonly [path: string, locked: Locked])[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(read(lockFile));
  return Object.entries(packages).filter(([path]) => path !== "");
}

test("every folder with packages of its own has a lock file", () => {
  const manifests = globSync("**/package.json", {
    cwd: root,
    exclude: (name) => ["node_modules", "build", "test-results"].includes(basename(name)),
  });
  expect(manifests.map((path) => dirname(path)).toSorted()).toEqual(lockFiles.map((path) => dirname(path)).toSorted());
  expect(lockFiles).toContain("package-lock.json");
});

test.for(lockFiles)("%s names the content of every package by a hash, and no place to fetch it from", (lockFile) => {
  const locked = lockedIn(lockFile);
  expect(locked.length).toBeGreaterThan(0);
  expect(locked.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([]);
  expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([]);
  expect(read(lockFile)).not.toMatch(/registry\.|\/-\/[^"]+\.tgz/);
});

test.for(lockFiles)("%s is for exact versions, and has those that package.json asks for", (lockFile) => {
  const locked = new Map<string, Locked & { version?: string }>(lockedIn(lockFile));
  const { dependencies, optionalDependencies, devDependencies } = manifestBeside(lockFile);
  for (const [name, asked] of Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })) {
    const version = asked.replace(/^npm:@?[^@]+@/, ""); // an npm alias, for example where two versions are needed
    expect([name, locked.get(`node_modules/${name}`)?.version]).toEqual([name, version]);
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  }
});

test.for(lockFiles)("no package of %s may run a script when it is installed", (lockFile) => {
  const { allowScripts = {} } = manifestBeside(lockFile);
  const withScripts = lockedIn(lockFile)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(Object.values(allowScripts).filter((isAllowed) => isAllowed)).toEqual([]);
  expect(withScripts.filter((name) => allowScripts[name] !== false)).toEqual([]);
});

test("every program that installs packages does so without their scripts, and from the lock file alone", () => {
  const sources = globSync(["tools/**/*.{ts,mjs}", "art/*.ts"], { cwd: root }).filter(
    (path) => !path.endsWith(".test.ts") && !path.includes("node_modules"),
  );
  const installing = sources.flatMap((path) => [...read(path).matchAll(/\[[^\]]*"(?:ci|i|install|add)"[^\]]*\]/g)]);
  expect(installing.length).toBeGreaterThanOrEqual(2);
  for (const [command] of installing) {
    expect(command).toContain('"ci"');
    expect(command).toContain('"--ignore-scripts"');
  }
});

test("at run time the shop needs at most 18 packages, and a decision defends each", () => {
  const names = Object.keys(manifestBeside("package-lock.json").dependencies ?? {});
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThanOrEqual(runtimeDependenciesAtMost);
  const decisions = globSync("docs/decisions/*.md", { cwd: root }).map(read).join("\n");
  const defended = new Set(decisions.matchAll(/^\| `([^`]+)` +\| \S.{20,} \|$/gm).map(([, name]) => name));
  expect(names.filter((name) => !defended.has(name))).toEqual([]);
});

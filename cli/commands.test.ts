import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { ended, Workplace } from "../test/run-niceties.ts";

const place = new Workplace();
afterAll(() => place[Symbol.asyncDispose]());

/** Each command with valid arguments. All but the last two need a shop; those need a file. */
const commands: readonly (readonly [string, ...string[]])[] = [
  ["history"],
  ["undo", "--since", "2h"],
  ["erase", "--backups"],
  ["freeze"],
  ["thaw"],
  ["as-of", "12"],
  ["export"],
  ["backup"],
  ["drill"],
  ["verify"],
  ["import", "missing.json"],
  ["restore", "missing.db"],
];
const names = ["serve", "doctor", "move", "conform", "service", ...commands.map(([name]) => name)];

const operating = readFileSync(new URL("../docs/operating.md", import.meta.url), "utf8");

test("niceties --help lists every command", async () => {
  const help = await place.run("--help");
  expect(help).toMatchObject({ code: 0, err: "" });
  const listed = listedIn(help.out);
  expect(new Set(listed.map(([name]) => name))).toEqual(new Set(names));
});

test("niceties without a word opens the shop", async () => {
  await using empty = new Workplace();
  const child = empty.start();
  const [opened] = await once(createInterface(child.stdout), "line");
  child.kill();
  expect(await ended(child)).toMatchObject({ code: 0, err: "" });
  expect(opened).toMatch(/^Niceties is open at http:/);
});

test("docs/operating.md lists every command that --help lists, in that order and with that summary", async () => {
  const { out } = await place.run("--help");
  const documented = operating.matchAll(/^\| `niceties ([\w-]+)[^`]*` +\| (.*?) +\|$/gm);
  expect([...documented].map(([, name, summary]) => [name, summary])).toEqual(listedIn(out));
});

/** The names and summaries in a help text, whose lines may be wrapped. */
function listedIn(help: string): string[][] {
  const [, list = ""] = /^Commands:\n([^]*?)\n\n/m.exec(help) ?? [];
  return list
    .replaceAll(/\n {6,}/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name = "", summary = ""] = /^ {2}([\w-]+).*? {2,}(.*)$/.exec(line) ?? [];
      return name === "help" ? [] : [[name, summary]];
    });
}

test("every command's --help exits with code 0 and has a description, examples and exit codes", async () => {
  for (const { code, out, err } of await Promise.all(names.map((name) => place.run(name, "--help")))) {
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Usage: niceties [\w-]+ .*\n\n[A-Z][^]*\.\n[^]*\nExamples:\n {2}\S[^]*\nExit codes:\n {2}0 /);
  }
});

test.for([
  [["histry"], "Unknown command 'histry'; is it history? niceties --help lists what there is.\n"],
  [["steal"], "Unknown command 'steal'. niceties --help lists what there is.\n"],
  [
    ["history", "--lmit", "5"],
    "Unknown option '--lmit'; is it --limit? niceties history --help lists what there is.\n",
  ],
  [
    ["history", "--limit=few"],
    /^Option '--limit <number>' argument 'few' is invalid\. It must be a whole number above/,
  ],
  [
    ["history", "--since", "30 February"],
    /^Option '--since <time>' argument '30 February' is invalid\. It must be a time/,
  ],
  [
    ["as-of", "never"],
    /^Value 'never' is invalid for argument 'moment'\. It must be a change number or a time, such as /,
  ],
  [["undo"], /^Say which changes: --change, --visitor, --network or --since\. niceties undo --help/],
  [["undo", "--change", "9-3"], /argument '9-3' is invalid\. It must be numbers of changes, such as 17 or 17-42/],
  [["export", "--format", "pdf"], /argument 'pdf' is invalid\. Allowed choices are json, csv, mongo, html\. /],
  [["verify", "--receipt", "17"], /argument '17' is invalid\. It must be a number, a dash and 64 hex digits/],
  [["restore"], /^Missing required argument 'file'\. niceties restore --help/],
  [["thaw", "now"], /^Too many arguments/],
] as const)("%j is refused with a one-line error and exit code 2", async ([words, message]) => {
  const { code, out, err } = await place.run(...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
  expect(err.trim().split("\n")).toHaveLength(1);
});

test("without a shop, every command that needs one exits with code 1, says what to do, and creates none", async () => {
  for (const { code, out, err } of await Promise.all(commands.slice(0, -2).map((words) => place.run(...words)))) {
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^There is no shop in data\. Run this in the directory that the shop is started in, or set DATA_DIR .*\n$/,
    );
  }
  expect(existsSync(place.data)).toBe(false);
});

test("a command given a missing file names it and asks for a correct name", async () => {
  for (const words of [...commands.slice(-2), ["verify", "missing.db"]]) {
    const { code, err } = await place.run(...words);
    expect({ code, err }).toEqual({
      code: 1,
      err: `${words[1]}: there is no such file or directory. Correct the name.\n`,
    });
  }
});

describe("the script niceties at the project's root", () => {
  const script = fileURLToPath(new URL("../niceties", import.meta.url));
  const env = { PATH: process.env["PATH"] };
  const run = (file: string, ...words: string[]) =>
    ended(spawn(file, words, { cwd: place.path, env, stdio: ["ignore", "pipe", "pipe"] }));

  test("runs from any directory, through symbolic links too", async () => {
    await symlink(script, join(place.path, "one"));
    await symlink("one", join(place.path, "two"));
    const ends = await Promise.all([run(script, "--version"), run(join(place.path, "two"), "--version")]);
    expect(ends.map(({ code, out }) => [code, out])).toEqual([
      [0, "0.1.0\n"],
      [0, "0.1.0\n"],
    ]);
  });

  test("without a build, it says what to do", async () => {
    await mkdir(join(place.path, "clone/tools"), { recursive: true });
    for (const file of ["niceties", "tools/with-node"]) {
      await writeFile(join(place.path, "clone", file), readFileSync(join(script, "..", file)), { mode: 0o755 });
    }
    const { code, err } = await run(join(place.path, "clone/niceties"));
    expect(code).toBe(1);
    expect(err).toMatch(/^The shop is not built yet\. Run npm start once in .*clone; .*\n$/);
  });
});

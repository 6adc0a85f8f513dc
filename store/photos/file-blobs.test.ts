import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, realpathSync, renameSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mountCommand } from "../../drills/crash/disk-drill.ts";
import { insistOnStrace } from "../../test/insist-on-strace.ts";
import { describePhotoBlobs } from "../../test/photo-blobs/photo-blobs-contract.ts";
import { syncsAndRenames } from "../../test/syncs-and-renames.ts";
import { StoreRefused } from "../store-refused.ts";
import { openFileBlobs } from "./file-blobs.ts";

const module = new URL("file-blobs.ts", import.meta.url);

let folder: string;
let root: string;
beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), "niceties-blobs-")));
  root = join(folder, "data", "blobs");
});
afterEach(() => rm(folder, { recursive: true }));

const bytesOf = (text: string) => new TextEncoder().encode(text);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const files = () => globSync("**", { cwd: root }).filter((name) => statSync(join(root, name)).isFile());

async function textAt(key: string): Promise<string | undefined> {
  const bytes = await openFileBlobs(root).read(key);
  return bytes && new TextDecoder().decode(bytes);
}

async function keysAt(prefix = ""): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of openFileBlobs(root).list(prefix)) keys.push(key);
  return keys;
}

describePhotoBlobs(() => {
  const place = join(folder, "shared");
  return Promise.resolve(() => Promise.resolve(openFileBlobs(place)));
});

test("a directory holds one blob in 256 of those with random names", async () => {
  const blobs = openFileBlobs(root);
  await blobs.put("photos/3fa9", bytesOf("a"));
  await blobs.put("photos/3fa8", bytesOf("a"));
  await blobs.put("photos/40", bytesOf("a"));
  expect(files().toSorted()).toEqual(["photos/~3f/3fa8", "photos/~3f/3fa9", "photos/~40/40"]);
});

test("a key that would lead out of the directory, or to a temporary file, is refused", async () => {
  const blobs = openFileBlobs(root);
  await writeFile(join(folder, "secret"), "secret");
  for (const key of ["../secret", "photos/../../secret", "/secret", "photos//a", "", "photos/~3f", "photos/A", "."]) {
    await expect(blobs.put(key, bytesOf("a"))).rejects.toThrow("No blob can have the key");
    await expect(blobs.read(key)).rejects.toThrow("No blob can have the key");
    await expect(blobs.remove(key)).rejects.toThrow("No blob can have the key");
  }
});

test("files of other programs in the directory are not listed", async () => {
  await openFileBlobs(root).put("photos/a", bytesOf("a"));
  for (const name of [".nfs01", "photos/README.md", "photos/~a/README.md", "photos/b"])
    await writeFile(join(root, name), "x");
  await mkdir(join(root, "photos", "~a", "ab"));
  expect(await keysAt()).toEqual(["photos/a"]);
});

test("with any umask, only the shop's account may read its blobs", async () => {
  const umask = process.umask(0);
  try {
    await openFileBlobs(root).put("photos/a", bytesOf("a"));
  } finally {
    process.umask(umask);
  }
  const paths = ["data", ...globSync("data/**", { cwd: folder })].map((name) => join(folder, name));
  expect(paths.length).toBeGreaterThanOrEqual(5);
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
});

test("a list removes temporary files an hour after their process was killed, and no younger ones", async () => {
  await openFileBlobs(root).put("photos/a", bytesOf("a"));
  const left = join(root, "photos", "~a");
  for (const name of ["~old", "~young"]) await writeFile(join(left, name), "part");
  await utimes(join(left, "~old"), minutesAgo(61), minutesAgo(61));
  await utimes(join(left, "~young"), minutesAgo(59), minutesAgo(59));
  expect(await keysAt("marks/")).toEqual([]);
  expect(files()).toHaveLength(3);
  expect(await keysAt()).toEqual(["photos/a"]);
  expect(files().toSorted()).toEqual(["photos/~a/a", "photos/~a/~young"]);
});

test("after another program has moved the directory away, the next put makes it again", async () => {
  const blobs = openFileBlobs(root);
  await blobs.put("photos/a", bytesOf("a"));
  renameSync(join(folder, "data"), join(folder, "aside"));
  expect(await blobs.read("photos/a")).toBeUndefined();
  await blobs.put("photos/b", bytesOf("b"));
  expect(await keysAt()).toEqual(["photos/b"]);
});

test("if the directory is a file, every call fails, and each kind of failure is reported once", async () => {
  await writeFile(join(folder, "data"), "a file");
  const blobs = openFileBlobs(root);
  const cause = new StoreRefused(
    `The disk that ${root} is on failed (ENOTDIR), so a photo was neither kept nor shown. The shop goes on by itself once the disk works; look at the disk.`,
  );
  await expect(blobs.read("photos/a")).rejects.toMatchObject({ code: "storage-failed", data: "disk", cause });
  await expect(blobs.read("photos/a")).rejects.toMatchObject({ code: "storage-failed", cause: undefined });
  await expect(blobs.put("photos/a", bytesOf("a"))).rejects.toMatchObject({ code: "storage-failed", cause: undefined });
  await rm(join(folder, "data"));
  await blobs.put("photos/a", bytesOf("a"));
  await rm(join(folder, "data"), { recursive: true });
  await writeFile(join(folder, "data"), "a file");
  await expect(blobs.remove("photos/a")).rejects.toMatchObject({ code: "storage-failed", cause });
});

/**
 * Runs a program in its own process, which the command `before` starts: `blobs` is open in `root`, and `outcome`
 * resolves to the length of what a call returns, or to the code of its fault. Returns what the program prints as JSON.
 */
async function runProgram(before: readonly string[], program: string) {
  const source = `
    const { openFileBlobs } = await import(${JSON.stringify(module.href)});
    const blobs = openFileBlobs(${JSON.stringify(root)});
    const outcome = (call) => call.then((bytes) => bytes?.length ?? "done", ({ code, message }) => code ?? message);
    const print = (value) => console.log(JSON.stringify(value));
    ${program}`;
  const [command, ...words] = [...before, process.execPath, "--input-type=module", "--eval", source];
  const { NODE_COMPILE_CACHE: _renamesToo, ...ours } = process.env;
  const env = { ...ours, UV_THREADPOOL_SIZE: "1" }; // strace counts the calls of each thread by itself
  const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  const [status, signal] = await exit;
  const wasKilled = signal === "SIGKILL" || status === 137;
  if (status !== 0 && !wasKilled) throw new Error(`The program ended with ${status}:\n${stderr}`);
  return { printed: stdout === "" ? undefined : JSON.parse(stdout), wasKilled };
}

/** Injects a failure into a process's system calls on some paths, or on all. */
function strace(calls: string, failure: string, path?: string): string[] {
  insistOnStrace();
  const paths = path === undefined ? [] : ["-P", path];
  return [
    "strace",
    "-f",
    "-qq",
    "-o",
    "/dev/null",
    ...paths,
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${failure}`,
  ];
}

/** Runs what follows with a small disk at `root`. */
function onSmallDisk(bytes: number): string[] {
  const script = `mount -t tmpfs -o size=${bytes} tmpfs "$0" && exec "$@"`;
  return [...mountCommand(), "sh", "-c", script, root];
}

describe.runIf(process.platform === "linux")("on a disk that a test can watch,", () => {
  const putOne = `await module.openFileBlobs(process.argv[1]).put("photos/a", new Uint8Array(10))`;

  test("a put syncs the bytes, their name, and each new directory, before it resolves", () => {
    const fan = join(root, "photos", "~a");
    const calls = syncsAndRenames(module, `${putOne}; console.log("resolved")`, root);
    expect(calls).toEqual([
      `sync ${folder}`,
      `sync ${join(folder, "data")}`,
      `sync ${root}`,
      `sync ${join(root, "photos")}`,
      expect.stringMatching(/^sync \/.*\/~[\da-f-]{36}$/),
      expect.stringMatching(/^\/.*\/~[\da-f-]{36} → \/.*\/photos\/~a\/a$/),
      `sync ${fan}`,
    ]);
    expect(calls[5]).toBe(`${calls[4]?.slice("sync ".length)} → ${join(fan, "a")}`);
  });

  test("a process syncs the names of directories that another one may have just made, once", () => {
    const twice = `const blobs = module.openFileBlobs(process.argv[1]);
      for (const key of ["photos/a", "photos/a"]) await blobs.put(key, new Uint8Array(10))`;
    syncsAndRenames(module, putOne, root);
    const calls = syncsAndRenames(module, twice, root).filter((call) => !call.includes("/~"));
    expect(calls).toEqual([`sync ${join(folder, "data")}`, `sync ${root}`, `sync ${join(root, "photos")}`]);
  });

  test("a read waits until the name of a blob that was put a moment ago is on the disk", async () => {
    const read = `await module.openFileBlobs(process.argv[1]).read("photos/a")`;
    syncsAndRenames(module, putOne, root);
    expect(syncsAndRenames(module, read, root).at(-1)).toBe(`sync ${join(root, "photos", "~a")}`);
  });

  test("a remove syncs the directory, also if another process has removed the blob", () => {
    const remove = `await module.openFileBlobs(process.argv[1]).remove("photos/a")`;
    syncsAndRenames(module, putOne, root);
    const fan = join(root, "photos", "~a");
    expect(syncsAndRenames(module, remove, root)).toEqual([`sync ${fan}`]);
    expect(syncsAndRenames(module, remove, root)).toEqual([`sync ${fan}`]);
  });

  test("a process that is killed before the rename leaves the old blob, and no part is listed", async () => {
    await openFileBlobs(root).put("photos/a", bytesOf("old"));
    const killed = strace("rename", "error=EIO:signal=SIGKILL");
    const program = `await blobs.put("photos/a", new Uint8Array(1e6)); print("acknowledged")`;
    expect(await runProgram(killed, program)).toEqual({ printed: undefined, wasKilled: true });
    expect(files()).toEqual(
      expect.arrayContaining(["photos/~a/a", expect.stringMatching(/^photos\/~a\/~[\da-f-]{36}$/)]),
    );
    expect(await keysAt()).toEqual(["photos/a"]);
    expect(await textAt("photos/a")).toBe("old");
  });

  test.for([
    ["the sync of its bytes", "fsync", "error=EIO:when=4", "storage-failed", "old"],
    ["the sync of its name", "fsync", "error=EIO:when=5", "storage-failed", "new"],
    ["its rename for a read-only disk", "rename", "error=EROFS", "storage-failed", "old"],
    ["its rename for a full quota", "rename", "error=EDQUOT", "storage-full", "old"],
  ] as const)(
    "a put that fails at %s is rejected, and leaves one whole blob",
    async ([, calls, failure, code, left]) => {
      await openFileBlobs(root).put("photos/a", bytesOf("old"));
      const program = `print(await outcome(blobs.put("photos/a", Buffer.from("new"))))`;
      expect((await runProgram(strace(calls, failure), program)).printed).toBe(code);
      expect(await textAt("photos/a")).toBe(left);
      expect(files()).toEqual(["photos/~a/a"]);
    },
  );

  test("a full disk rejects a put with storage-full, leaves what is there, and works again with room", async () => {
    await mkdir(root, { recursive: true });
    const program = `
      const put = (key, size) => outcome(blobs.put(key, new Uint8Array(size)));
      const outcomes = [await put("photos/a", 600_000), await put("photos/b", 600_000), await put("photos/a", 600_000)];
      const keys = [];
      for await (const { key, bytes } of blobs.list("")) keys.push([key, bytes]);
      const { globSync } = await import("node:fs");
      const left = globSync("**/~*-*", { cwd: ${JSON.stringify(root)} });
      await blobs.remove("photos/a");
      print({ outcomes, keys, left, after: await put("photos/b", 600_000), read: await outcome(blobs.read("photos/b")) });`;
    expect((await runProgram(onSmallDisk(1_000_000), program)).printed).toEqual({
      outcomes: ["done", "storage-full", "storage-full"],
      keys: [["photos/a", 600_000]],
      left: [],
      after: "done",
      read: 600_000,
    });
  });

  test("a file that ends before its size fails the read, and gives no shorter blob", async () => {
    await openFileBlobs(root).put("photos/a", new Uint8Array(1_000));
    const early = strace("pread64,read", "retval=0", join(root, "photos", "~a", "a"));
    const program = `print([await outcome(blobs.read("photos/a")), await outcome(blobs.read("photos/a", { start: 1, end: 2 }))])`;
    expect((await runProgram(early, program)).printed).toEqual(["storage-failed", "storage-failed"]);
    expect((await openFileBlobs(root).read("photos/a"))?.length).toBe(1_000);
  });

  test("a range reads no more bytes than it has", async () => {
    await openFileBlobs(root).put("photos/a", new Uint8Array(5_000_000));
    const trace = join(folder, "trace");
    const path = join(root, "photos", "~a", "a");
    const program = `print(await outcome(blobs.read("photos/a", { start: 4_000_000, end: 4_000_100 })))`;
    insistOnStrace();
    const before = ["strace", "-f", "-qq", "-o", trace, "-P", path, "-e", "trace=read,pread64"];
    expect((await runProgram(before, program)).printed).toBe(100);
    const calls = readFileSync(trace, "utf8");
    expect(calls.match(/pread64\(.*, (\d+), (\d+)\) *= 100/)?.slice(1)).toEqual(["100", "4000000"]);
    expect(calls.match(/read/g)).toHaveLength(1);
  });
});

test("processes that put, read, list and remove the same keys at once see only whole blobs", async () => {
  const program = `
    const sizes = [1_000, 200_000, 50_000];
    const seen = new Set();
    for (let round = 0; round < 60; round += 1) {
      await blobs.put("photos/" + (round % 3), new Uint8Array(sizes[round % 3]).fill(round));
      const bytes = await blobs.read("photos/" + ((round + 1) % 3));
      if (bytes) seen.add(bytes.length + " bytes of " + new Set(bytes).size + " value");
      for await (const { key, bytes } of blobs.list("photos/")) seen.add(key + " has " + bytes);
      if (round % 10 === 0) await blobs.remove("photos/1");
    }
    print([...seen].sort());`;
  const runs = await Promise.all([1, 2, 3].map(() => runProgram([], program)));
  const seen = new Set(runs.flatMap(({ printed }): string[] => printed));
  expect([...seen].toSorted()).toEqual([
    "1000 bytes of 1 value",
    "200000 bytes of 1 value",
    "50000 bytes of 1 value",
    "photos/0 has 1000",
    "photos/1 has 200000",
    "photos/2 has 50000",
  ]);
  expect(files().filter((name) => name.includes("/~0/~"))).toEqual([]);
});

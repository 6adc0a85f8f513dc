import { existsSync } from "node:fs";
import { readableFolders } from "../../../program/files.ts";

/** The source of the code that encodes, and what it imports. */
const sources = [
  new URL(".", import.meta.url),
  new URL("../../share/pictures/picture-size.ts", import.meta.url),
  new URL("../../../catalogue/", import.meta.url),
];

/**
 * Options of Node for the process that encodes. Its JavaScript may read its own source, what it imports, and nothing
 * else: no other files, no network, no writing, no other programs. They do not restrict the image library, which is
 * machine code.
 */
const nodeOptions: readonly string[] = [
  "--permission",
  "--allow-addons",
  ...readableFolders(sources, "sharp").map((folder) => `--allow-fs-read=${folder}`),
  "--max-old-space-size=64",
  "--v8-pool-size=1",
  "--no-warnings",
];

const prlimit = "/usr/bin/prlimit";

const mebibyte = 1_024 ** 2;
/** V8 reserves so much address space for compiled code when it starts. It counts as data, but stays almost empty. */
const codeRangeBytes = (process.arch === "arm64" ? 128 : 512) * mebibyte;
/** What the process may hold beside it: enough for all but the strangest photos of 64 megapixels. */
const dataBytes = 640 * mebibyte;

/**
 * Limits that the kernel holds, for the image library too: memory; seconds of a processor, after which SIGXCPU ends the
 * process even if the shop is gone; no files, and no core dump with someone's photo.
 */
function kernelLimits(processorSeconds: number): readonly string[] {
  const cpu = `--cpu=${processorSeconds}:${processorSeconds + 5}`;
  return [`--data=${codeRangeBytes + dataBytes}`, cpu, "--fsize=0", "--core=0"];
}

/**
 * The variables of the process that encodes; it gets none of the shop's. Fewer arenas of glibc keep less free memory,
 * and one thread is enough: the process has one task at a time.
 */
export const encodingEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "1" };

/** The command and arguments that run a program in Node with these limits; without prlimit, as on macOS, with Node's. */
export function withEncodingLimits(
  program: readonly string[],
  processorSeconds: number,
): Readonly<{ command: string; args: readonly string[] }> {
  const ofNode = [...nodeOptions, ...program];
  if (!existsSync(prlimit)) return { command: process.execPath, args: ofNode };
  return { command: prlimit, args: [...kernelLimits(processorSeconds), process.execPath, ...ofNode] };
}

import { spawnSync } from "node:child_process";
import { insistOnStrace } from "./insist-on-strace.ts";

/**
 * Runs a program in its own process, where `module` is the module at this address and `process.argv` has `words` after
 * the program itself. Returns the files and directories that it synced and renamed, in order. Linux only: throws if
 * strace cannot run.
 */
export function syncsAndRenames(module: URL, program: string, ...words: readonly string[]): string[] {
  insistOnStrace();
  const source = `const module = await import(${JSON.stringify(module.href)}); ${program}`;
  const node = [process.execPath, "--input-type=module", "--eval", source, ...words];
  const calls = ["-e", "trace=fsync,fdatasync,rename"];
  const { NODE_COMPILE_CACHE: _renamesToo, ...env } = process.env;
  const { stderr, status } = spawnSync("strace", ["-f", "-qq", "-y", ...calls, ...node], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`The traced program ended with ${status}:\n${stderr}`);
  const call = /(?:f(?:data)?sync\(\d+<(?<synced>[^>]*)>|rename\("(?<from>[^"]*)", "(?<to>[^"]*)")/g;
  return stderr
    .matchAll(call)
    .map(({ groups = {} }) => (groups["synced"] ? `sync ${groups["synced"]}` : `${groups["from"]} → ${groups["to"]}`))
    .toArray();
}

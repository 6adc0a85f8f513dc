import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forbiddenPrograms, outcomeOf } from "../../../test/restricted-process.ts";
import { insistOnProgram } from "../../../tools/installed-programs.ts";
import { drawingOptions } from "./drawing-process.ts";

const ours = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
const loadLibrary = `await import(${ours("../../../node_modules/@napi-rs/canvas/index.js")})`;

/** Runs a module with the permissions of the drawing process. Returns what it prints. */
const outputOf = (source: string) => outputUnder([], source);

/** The same for a process that another command starts, such as `unshare`. */
function outputUnder(command: readonly string[], source: string): string {
  const { execArgv = [], env } = drawingOptions;
  const [program, ...args] = [...command, process.execPath, ...execArgv, "--input-type=module", "--eval", source];
  return spawnSync(program, args, { encoding: "utf8", env }).stdout;
}

test("JavaScript that draws may read its own source, and load the library", () => {
  expect(outcomeOf(`fs.readFileSync(${ours("./draw/draw-picture.ts")})`, outputOf)).toBe("done");
  expect(outcomeOf(loadLibrary, outputOf)).toBe("done");
});

if (process.platform === "linux") {
  test("JavaScript that draws may load the library for a user without an entry in passwd, as in a container", () => {
    insistOnProgram("unshare");
    const unknownUser = ["/usr/bin/unshare", "--user", "--map-user=12345"];
    const run = (source: string) => outputUnder(unknownUser, source);
    expect(outcomeOf(`throw { code: process.getuid() }`, run)).toBe("12345");
    expect(outcomeOf(loadLibrary, run)).toBe("done");
  });
}

test("JavaScript that draws gets no environment variables of the shop", () => {
  expect(process.env["PATH"]).toBeDefined();
  expect(outcomeOf(`if (process.env.PATH) throw { code: "PATH" }`, outputOf)).toBe("done");
});

test.for(forbiddenPrograms(new URL(".", import.meta.url)))("JavaScript that draws may not %s", ([, program]) => {
  expect(outcomeOf(program, outputOf)).toBe("ERR_ACCESS_DENIED");
});

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { forbiddenPrograms, outcomeOf } from "../../../test/restricted-process.ts";
import { drawingOptions } from "./drawing-process.ts";

const ours = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Runs a module with the permissions of the drawing process. Returns what it prints. */
function outputOf(source: string): string {
  const { execArgv = [], env } = drawingOptions;
  const args = [...execArgv, "--input-type=module", "--eval", source];
  return spawnSync(process.execPath, args, { encoding: "utf8", env }).stdout;
}

test("JavaScript that draws may read its own source, and load the library", () => {
  expect(outcomeOf(`fs.readFileSync(${ours("./draw/draw-picture.ts")})`, outputOf)).toBe("done");
  expect(outcomeOf(`await import(${ours("../../../node_modules/@napi-rs/canvas/index.js")})`, outputOf)).toBe("done");
});

test("JavaScript that draws gets no environment variables of the shop", () => {
  expect(process.env["PATH"]).toBeDefined();
  expect(outcomeOf(`if (process.env.PATH) throw { code: "PATH" }`, outputOf)).toBe("done");
});

test.for(forbiddenPrograms(new URL(".", import.meta.url)))("JavaScript that draws may not %s", ([, program]) => {
  expect(outcomeOf(program, outputOf)).toBe("ERR_ACCESS_DENIED");
});

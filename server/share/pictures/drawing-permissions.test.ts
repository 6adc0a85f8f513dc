import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { drawingOptions } from "./drawing-process.ts";

const ours = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));

/** Runs a program with the permissions of the drawing process. Returns "done", or the code of its error. */
function outcomeOf(program: string): string {
  const source = `(async () => {
    try { ${program}; console.log("done") } catch ({ code }) { console.log(code) }
  })()`;
  const { execArgv = [], env } = drawingOptions;
  const { stdout } = spawnSync(process.execPath, [...execArgv, "--eval", source], { encoding: "utf8", env });
  return stdout.trim();
}

test("JavaScript that draws may read its own source, and load the library", () => {
  expect(outcomeOf(`fs.readFileSync(${ours("./draw/draw-picture.ts")})`)).toBe("done");
  expect(outcomeOf(`require(${ours("../../../node_modules/@napi-rs/canvas/index.js")})`)).toBe("done");
});

test("JavaScript that draws gets no environment variables of the shop", () => {
  expect(process.env["PATH"]).toBeDefined();
  expect(outcomeOf(`if (process.env.PATH) throw { code: "PATH" }`)).toBe("done");
});

test.for([
  ["read the secrets of the shop's process", `fs.readFileSync("/proc/${process.pid}/environ")`],
  ["read other files of the shop", `fs.readFileSync(${ours("../../../package.json")})`],
  ["write into its own folder", `fs.writeFileSync(${ours("./written.txt")}, "")`],
  ["start another program", `child_process.execFileSync("true")`],
  ["connect to the network", `await events.once(net.connect(9, "127.0.0.1"), "connect")`],
  ["listen on the network", `net.createServer().listen(0).unref()`],
] as const)("JavaScript that draws may not %s", ([, program]) => {
  expect(outcomeOf(program)).toBe("ERR_ACCESS_DENIED");
});

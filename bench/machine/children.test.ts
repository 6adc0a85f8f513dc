import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = new URL("./children.ts", import.meta.url).href;

/** A program that keeps its output open and ignores SIGTERM. */
const stubborn = 'process.on("SIGTERM", () => {}); console.log("ready"); setInterval(() => {}, 1_000_000);';

test.for([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends every process that was started, and leaves no file", async ([signal, code]) => {
  const folder = mkdtempSync(join(tmpdir(), "niceties-children-"));
  const program = `
    import { Children } from ${JSON.stringify(source)};
    const children = new Children(${JSON.stringify(folder)});
    children.start({ program: process.execPath, args: ["-e", ${JSON.stringify(stubborn)}] }, ["ignore", "inherit", "inherit"]);
  `;
  const run = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  await once(run.stdout, "data");
  expect(existsSync(folder)).toBe(true);
  run.kill(signal);
  // `close` is emitted when no process holds the output open any more.
  const [exitCode] = await once(run, "close");
  expect(exitCode).toBe(code);
  expect(existsSync(folder)).toBe(false);
});

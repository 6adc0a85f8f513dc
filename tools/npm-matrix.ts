// Tries npm start and npm test in a fresh clone, with each npm on each Node that a machine may have. Prints a table.
// Each npm and Node is a package from the registry, and the clone is of the last commit.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { unpackNode, unpackPackage } from "./npm-packages.ts";
import { readArguments } from "./read-arguments.ts";

const helpText = `tools/with-node node tools/npm-matrix.ts                            tries npm start and npm test in a fresh clone, with npm 9 to 12 on Node 18 to 26
tools/with-node node tools/npm-matrix.ts --npm 10 --node 20,22      with these versions only`;

const root = fileURLToPath(new URL("..", import.meta.url));
const setUpTimeoutMs = 300_000;
/** Closing takes the shop ten seconds at most. */
const passOnTimeoutMs = 12_000;
const { values } = readArguments(helpText, {
  options: { npm: { type: "string", default: "9,10,11,12" }, node: { type: "string", default: "18,20,22,24,26" } },
});
const work = mkdtempSync(join(tmpdir(), "niceties-npm-matrix-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const packages = join(work, "packages");
const rows: string[] = [];
let failures = 0;
let unsupported = 0;
for (const node of values.node.split(",")) {
  const nodeFile = join(unpackNode(node, packages), "node");
  for (const npm of values.npm.split(",")) {
    const started = performance.now();
    const row = await tryOut(join(unpackPackage(`npm@${npm}`, packages), "bin", "npm-cli.js"), nodeFile);
    const seconds = Math.round((performance.now() - started) / 1_000);
    rows.push(`${row} (${seconds} s)`);
    console.log(rows.at(-1));
  }
}
console.log(
  `\n${rows.join("\n")}\n\n${rows.length - failures - unsupported} work, ${failures} fail, npm itself does not run in ${unsupported}`,
);
process.exitCode = failures === 0 ? 0 : 1;

/** Tries a fresh clone with this npm on this Node, and resolves to one line about the outcome. */
async function tryOut(npmFile: string, nodeFile: string): Promise<string> {
  const place = mkdtempSync(join(work, "clone-"));
  const programs = join(place, "programs");
  const clone = join(place, "clone");
  mkdirSync(programs);
  symlinkSync(nodeFile, join(programs, "node"));
  writeFileSync(join(programs, "npm"), `#!/bin/sh\nexec node "${npmFile}" "$@"\n`, {
    mode: 0o755,
  });
  execFileSync("git", ["clone", "--quiet", root, clone]);
  // If npm runs this program, its variables are not the machine's.
  const ofMachine = Object.entries(process.env).filter(([setting]) => !setting.startsWith("npm_"));
  const env = { ...Object.fromEntries(ofMachine), PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`, PORT: "0" };
  const ask = (program: string) => spawnSync(program, ["--version"], { cwd: clone, env, encoding: "utf8" });
  const { stdout: npmVersion, stderr: warning } = ask("npm");
  const name = `npm ${npmVersion.trim()} on Node ${ask("node").stdout.trim().slice(1)}`;
  try {
    const outcome = await startAndClose(clone, env);
    const test = spawnSync("npm", ["test", "--", "format"], { cwd: clone, env, encoding: "utf8" });
    if (!test.stdout.endsWith("\n1 passed, 0 failed\n")) throw new Error(`npm test: ${test.stdout}${test.stderr}`);
    const warns = warning.includes("does not support") ? "; this npm warns that it is not for this Node" : "";
    return `${name}: ${outcome}${warns}`;
  } catch (error) {
    const [refusal] = /npm v\S+ does not support Node\.js \S+?\.(?= )/.exec(warning) ?? [];
    if (refusal === undefined) failures += 1;
    else unsupported += 1;
    return refusal
      ? `${name}: does not run: ${refusal}`
      : `${name}: FAILED: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** npm start until the shop answers, SIGTERM until nothing does. Resolves to a remark; rejects with what failed. */
async function startAndClose(clone: string, env: NodeJS.ProcessEnv): Promise<string> {
  const npm = spawn("npm", ["start"], { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const group = -(npm.pid ?? 0);
  const endAll = () => void process.kill(group, "SIGKILL");
  process.once("exit", endAll);
  const output: string[] = [];
  const exit = once(npm, "exit").then(() => process.off("exit", endAll));
  createInterface(npm.stderr).on("line", (line) => output.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    const giveUp = () => reject(new Error(`npm start did not open the shop:\n${output.join("\n")}`));
    const patience = setTimeout(giveUp, setUpTimeoutMs);
    npm.once("exit", giveUp);
    createInterface(npm.stdout).on("line", (line) => {
      output.push(line);
      const [, address] = / is open at (\S+)/.exec(line) ?? [];
      if (address === undefined) return;
      clearTimeout(patience);
      resolve(address);
    });
  });
  const live = await (await fetch(`${url}/-/live`)).text();
  const home = await (await fetch(url)).text();
  if (live !== "live" || !home.includes("Our Popular Products")) throw new Error(`It answered ${live} and ${home}.`);
  npm.kill("SIGTERM");
  const passesItOn = await Promise.race([exit.then(() => true), delay(passOnTimeoutMs)]);
  if (!passesItOn) process.kill(group, "SIGTERM");
  await exit;
  const isStillOpen = await fetch(url).then(
    () => true,
    () => false,
  );
  if (isStillOpen) throw new Error("The shop was still open after npm had ended.");
  return passesItOn ? "works" : "works; SIGTERM must go to its process group, for this npm does not pass it on";
}

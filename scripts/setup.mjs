// Makes a fresh clone ready: locked packages, the pinned Node, and with --build the built shop, with --browser Chromium, with
// --bench what the shop is compared with.
// Plain JavaScript for any Node from 18 up, without dependencies: it runs before there are any. Work already done for
// the very same files is not done again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const asked = new Set(process.argv.slice(2));
const bin = join(root, "node_modules", ".bin");

process.chdir(root);
if (Number.parseInt(process.versions.node) < 18)
  fail(`Node 18 or newer is needed, and this is ${process.versions.node}.`);

step(
  "Installing packages",
  " about half a minute the first time",
  "node_modules/.niceties-stamp",
  ["package.json", "package-lock.json"],
  () => {
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  },
);

if (asked.has("--build")) {
  const sources = [
    "app",
    "catalogue",
    "public",
    "scripts/setup.mjs",
    "scripts/compress-files.mjs",
    "package-lock.json",
  ];
  const configuration = ["react-router.config.ts", "vite.config.ts", "tsconfig.json"];
  step("Building the shop", "", "build/.niceties-stamp", [...sources, ...configuration], () => {
    rmSync("build", { recursive: true, force: true });
    runQuietly("react-router", ["build"], { NODE_ENV: "production" });
    runQuietly("node", ["scripts/compress-files.mjs", "build/client"]);
  });
}

if (asked.has("--browser")) {
  run("node", ["scripts/setup-browser.ts"]);
}

if (asked.has("--bench")) {
  run("node", ["scripts/setup-bench.ts"]);
}

/** Does `work` unless it was done for files of exactly this content; the stamp is written only after the work is whole. */
function step(title, expected, stamp, inputs, work) {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  const started = Date.now();
  console.log(`${title} …${expected}`);
  rmSync(stamp, { force: true });
  work();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, hash);
  console.log(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function hashOf(inputs) {
  const hash = createHash("sha256").update(process.platform + process.arch);
  for (const file of inputs.flatMap(filesUnder)) hash.update(file).update("\0").update(readFileSync(file));
  return hash.digest("hex");
}

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

function run(command, args) {
  finish(command, args, start(command, args, ["ignore", "inherit", "inherit"], {}));
}

/** What the command prints is shown only where it fails. */
function runQuietly(command, args, environment = {}) {
  const result = start(command, args, ["ignore", "pipe", "pipe"], environment);
  if (result.status !== 0) console.error(`${result.stdout}${result.stderr}`);
  finish(command, args, result);
}

function start(command, args, stdio, environment) {
  const PATH = `${bin}:${process.env.PATH}`;
  return spawnSync(command, args, { stdio, encoding: "utf8", env: { ...process.env, PATH, ...environment } });
}

function finish(command, args, { status, signal, error }) {
  if (signal) process.exit(130);
  if (error || status !== 0) {
    fail(
      `${command} ${args[0]} failed; what it printed above says why. Nothing is left half done: run the same again.`,
    );
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

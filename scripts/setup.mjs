// Makes a fresh clone ready: locked packages, the pinned Node, and with --build the built shop, with --browser Chromium, with
// --bench what the shop is compared with.
// Plain JavaScript for any Node from 18 up, without dependencies: it runs before there are any. Work already done for
// the very same files is not done again.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const asked = new Set(process.argv.slice(2));
const withNode = join("tools", "with-node");

process.chdir(root);
if (Number.parseInt(process.versions.node) < 18)
  fail(`Node 18 or newer is needed, and this is ${process.versions.node}.`);

step(
  "Installing packages",
  " about half a minute the first time",
  "node_modules/.niceties-stamp",
  ["package.json", "package-lock.json"],
  () => {
    // NODE_ENV=production, or npm's own settings, would leave out what builds the shop, or the Node that runs it.
    const whole = ["--include=dev", "--include=optional"];
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...whole]);
    checkNode();
  },
);
linkNode();

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
    runQuietly(withNode, ["react-router", "build"], { NODE_ENV: "production" });
    runQuietly(withNode, ["node", "scripts/compress-files.mjs", "build/client"]);
  });
}

if (asked.has("--browser")) {
  run(withNode, ["node", "scripts/setup-browser.ts"]);
}

if (asked.has("--bench")) {
  run(withNode, ["node", "scripts/setup-bench.ts"]);
}

/** On Alpine, for one, npm installs a Node that cannot run there. */
function checkNode() {
  const { status, stderr, error } = start(withNode, ["node", "--version"], ["ignore", "pipe", "pipe"]);
  if (status === 0) return;
  fail(
    `${(stderr || error?.message || "").trim()}\nThe Node that comes with the packages does not run on this machine. ` +
      "Niceties runs on Linux with glibc 2.28 or newer and on macOS, on x64 and arm64 processors.",
  );
}

/** For npm exec and for what is typed by hand: npm 9 and 10 do not make this link. The shop itself does without it. */
function linkNode() {
  const link = join("node_modules", ".bin", "node");
  if (existsSync(link)) return;
  const { stdout } = start(withNode, ["node", "--print", "process.execPath"], ["ignore", "pipe", "inherit"]);
  rmSync(link, { force: true });
  symlinkSync(relative(join(root, "node_modules", ".bin"), stdout.trim()), link);
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
  finish(command, args, start(command, args, ["ignore", "inherit", "inherit"]));
}

/** What the command prints is shown only where it fails. */
function runQuietly(command, args, environment = {}) {
  const result = start(command, args, ["ignore", "pipe", "pipe"], environment);
  if (result.status !== 0) console.error(`${result.stdout}${result.stderr}`);
  finish(command, args, result);
}

function start(command, args, stdio, environment = {}) {
  return spawnSync(command, args, { stdio, encoding: "utf8", env: { ...process.env, ...environment } });
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

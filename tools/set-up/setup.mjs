// Makes a fresh clone ready: installs locked packages and the pinned Node. With --build it builds the shop, with
// --browser it installs the programs that tests call, with --bench the servers that the shop is compared with.
// Plain JavaScript for any Node from 18 up, without dependencies: it runs before there are any. It skips work that was
// already done for the very same files.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const asked = new Set(process.argv.slice(2));
const helpText = `node tools/set-up/setup.mjs             installs the locked packages, where they are not there yet
node tools/set-up/setup.mjs --build     and builds the shop
node tools/set-up/setup.mjs --browser   and finds or installs a Chromium for the browser tests, and what else tests call
node tools/set-up/setup.mjs --bench     and installs what npm run bench compares the shop with`;
const withNode = join("tools", "with-node");
/** How many builds stay: the current one, and earlier ones for pages that browsers still have open. */
const buildsKept = 3;

if (asked.has("--help") || asked.has("-h")) {
  console.log(helpText);
  process.exit();
}
const [unknown] = [...asked].filter((option) => !["--build", "--browser", "--bench"].includes(option));
if (unknown) fail(`Unknown option '${unknown}'.\n\n${helpText}`, 2);

process.chdir(root);
if (Number.parseInt(process.versions.node) < 18)
  fail(`Node 18 or newer is needed, and this is ${process.versions.node}.`);

step(
  "Installing packages",
  " about half a minute the first time",
  "node_modules/.niceties-stamp",
  ["package.json", "package-lock.json"],
  installPackages,
);
linkNode();

if (asked.has("--build")) {
  const programFolders = [
    "app",
    "catalogue",
    "cli",
    "client",
    "conform",
    "operations",
    "program",
    "public",
    "server",
    "store",
  ];
  const builders = ["setup.mjs", "compress-files.mjs", "build-program.ts"].map((file) => `tools/set-up/${file}`);
  const sources = [...programFolders, ...builders, "package.json", "package-lock.json"];
  const configuration = ["react-router.config.ts", "vite.config.ts", "tsconfig.json"];
  const name = hashOf([...sources, ...configuration]).slice(0, 12);
  const build = join("build", name);
  if (!existsSync(build)) tellingTime("Building the shop", "", () => makeBuild(build));
  if (currentBuild() !== name) {
    makeCurrent(name);
    removeOldBuilds();
  }
}

if (asked.has("--browser")) {
  run(withNode, ["node", "tools/set-up/setup-browser.ts"]);
}

if (asked.has("--bench")) {
  run(withNode, ["node", "tools/set-up/setup-bench.ts"]);
}

/** Installs to another folder and swaps at the end: an open shop keeps its packages, and a failure changes none. */
function installPackages() {
  const aside = `.installing-${process.pid}`;
  rmSync(aside, { recursive: true, force: true });
  process.once("exit", () => rmSync(aside, { recursive: true, force: true }));
  for (const file of ["package.json", "package-lock.json", ".npmrc", withNode]) cpSync(file, join(aside, file));
  installIn(aside, "npm", []);
  checkNode(aside);
  // npm leaves out optional packages that do not fit the machine's own Node. They fit the Node that it has installed.
  if (leftOut(aside).length > 0) {
    const { npm_execpath: npmFile = "" } = process.env;
    installIn(aside, join(aside, withNode), npmFile.endsWith("npm-cli.js") ? ["node", npmFile] : ["npm"]);
  }
  if (leftOut(aside).length > 0) fail(`npm did not install ${leftOut(aside).join(", ")}. Try a newer npm.`);
  if (existsSync("node_modules")) renameSync("node_modules", join(aside, "old"));
  renameSync(join(aside, "node_modules"), "node_modules");
}

function installIn(folder, command, args) {
  // NODE_ENV=production, or npm's own settings, would leave out the packages that build the shop, or the Node for it.
  const whole = ["--include=dev", "--include=optional", `--prefix=${folder}`];
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  run(command, [...args, ...install, ...whole]);
}

function isFor(names, own) {
  return names === undefined || [names].flat().includes(own);
}

/** The optional packages for this machine that are not installed. */
function leftOut(folder) {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.keys(packages).filter((path) => {
    const { optional, os, cpu, libc } = packages[path];
    const isForThis = isFor(os, process.platform) && isFor(cpu, process.arch) && isFor(libc, "glibc");
    return optional && os && isForThis && !existsSync(join(folder, path));
  });
}

/** Fails if the installed Node cannot run on this machine, as on Alpine. */
function checkNode(folder) {
  const { status, stderr, error } = start(join(folder, withNode), ["node", "--version"], ["ignore", "pipe", "pipe"]);
  if (status === 0) return;
  const why = (stderr || error?.message || "").trim();
  const remedy = why.includes("libatomic")
    ? "Install that library (Debian: apt-get install libatomic1) and run the same again."
    : "Niceties runs on Linux with glibc 2.28 or newer and on macOS, on x64 and arm64 processors.";
  fail(`${why}\nThe Node that comes with the packages does not run on this machine. ${remedy}`);
}

/** Links node for npm exec and for commands typed by hand: npm 9 and 10 do not. The shop itself needs no link. */
function linkNode() {
  const link = join("node_modules", ".bin", "node");
  if (existsSync(link)) return;
  const { stdout } = start(withNode, ["node", "--print", "process.execPath"], ["ignore", "pipe", "inherit"]);
  rmSync(link, { force: true });
  symlinkSync(relative(join(root, "node_modules", ".bin"), stdout.trim()), link);
}

/** Does `work` unless it was done for exactly these file contents. Writes the stamp only once the work is complete. */
function step(title, expected, stamp, inputs, work) {
  const hash = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  tellingTime(title, expected, () => {
    rmSync(stamp, { force: true });
    work();
    writeFileSync(stamp, hash);
  });
}

function tellingTime(title, expected, work) {
  const started = Date.now();
  console.log(`${title} …${expected}`);
  work();
  console.log(`${title}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Builds in another folder, and renames that once it is complete, so that no open shop and no other set-up notices. */
function makeBuild(build) {
  const aside = join("build", `making-${process.pid}`);
  rmSync(aside, { recursive: true, force: true });
  runQuietly(withNode, ["react-router", "build"], { NODE_ENV: "production", BUILD_FOLDER: aside });
  runQuietly(withNode, ["node", "tools/set-up/build-program.ts", aside]);
  rmSync(join(aside, "server"), { recursive: true });
  runQuietly(withNode, ["node", "tools/set-up/compress-files.mjs", join(aside, "client")]);
  mkdirSync(join(aside, "open"));
  try {
    renameSync(aside, build);
  } catch (error) {
    rmSync(aside, { recursive: true });
    if (!existsSync(build)) throw error; // else another set-up was faster
  }
}

function currentBuild() {
  try {
    return readlinkSync(join("build", "current"));
  } catch {
    return undefined;
  }
}

/** Makes a build the current one. Its folder's modification time says when. */
function makeCurrent(name) {
  const aside = join("build", `current-${process.pid}`);
  rmSync(aside, { force: true });
  symlinkSync(name, aside);
  utimesSync(join("build", name), new Date(), new Date());
  renameSync(aside, join("build", "current"));
}

function currentSince(name) {
  return statSync(join("build", name)).mtimeMs;
}

/** Keeps the newest builds, whose files open pages may still request, and the builds of open shops. */
function removeOldBuilds() {
  const names = readdirSync("build");
  const builds = names.filter((name) => /^[0-9a-f]{12}$/.test(name)).sort((a, b) => currentSince(b) - currentSince(a));
  const old = builds.slice(buildsKept).filter((name) => !readdirSync(join("build", name, "open")).some(isAlive));
  const unfinished = names.filter((name) => /^(making|current)-\d+$/.test(name) && !isAlive(name.split("-")[1]));
  for (const name of [...old, ...unfinished]) rmSync(join("build", name), { recursive: true, force: true });
}

function isAlive(processId) {
  try {
    return process.kill(Number(processId), 0);
  } catch (error) {
    return error.code === "EPERM"; // the process is another user's
  }
}

function hashOf(inputs) {
  const hash = createHash("sha256").update(process.platform + process.arch);
  const files = inputs.flatMap(filesUnder).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file));
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

/** Runs a command, and shows its output only if it fails. */
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

function fail(message, exitCode = 1) {
  console.error(message);
  process.exit(exitCode);
}

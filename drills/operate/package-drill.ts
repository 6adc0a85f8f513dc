import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { samples } from "../../test/photos/sample-photos.ts";
import { unpackNode } from "../../tools/npm-packages.ts";
import { drill as define } from "../kit/drill.ts";
import { addCoffee, listCoffees, send } from "../kit/shop-client.ts";
import { temporaryFolder } from "../kit/spawned-shop.ts";
import { runBrowserSuites, suitesOption } from "../suites/browser-suites.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const sizeAtMost = 5_000_000;
/** The oldest Node is too old: the program has to say so. */
const [tooOld, ...supported] = ["20", "22", "24", "26"] as const;

/** What a user of npm does in an empty folder with an empty cache, on one Node. */
type Place = Readonly<{ version: string; folder: string; cache: string; archive: string; env: NodeJS.ProcessEnv }>;
type Expect = (isRight: boolean, fault: string) => void;

export const drill = define({
  promise: "the npm package opens a shop in an empty folder, on each supported Node, and keeps what it acknowledged",
  help: `Makes the npm package, and runs it with npx in an empty folder with an empty cache, on Node ${supported.join(", ")} and on
Node ${tooOld}, which is too old. In each shop it adds a coffee, uploads a photo and draws a shared picture, kills the shop,
verifies the data with niceties verify, opens it again, and tries every rule of the conformance kit. Then it installs the
package for good, updates and uninstalls it: only the data may be left. It needs npm's registry. Prints how long each first
answer took, and how much npm downloaded. With --suites it takes a quarter of an hour more for each Node, or half an hour.`,
  options: { suites: suitesOption, node: { default: 0, help: "only this Node; 0: each" } },
  short: [{}],
  async run({ suites, node }, onProgress, signal) {
    await using work = await temporaryFolder("package");
    const faults: string[] = [];
    const { stdout } = await run("npm", ["run", "--silent", "pack", "--", "--to", work.path], { cwd: root, signal });
    const [archive = ""] = readdirSync(work.path).map((name) => join(work.path, name));
    const { length } = await readFile(archive);
    if (length > sizeAtMost) faults.push(`The package has ${length} bytes.`);
    const measured = [stdout.trim()];
    const chosen = supported.filter((version) => node === 0 || version === String(node));
    const done: Record<string, number> = { shops: chosen.length };
    for (const [at, version] of chosen.entries()) {
      const expect: Expect = (isRight, fault) => void (isRight || faults.push(`Node ${version}: ${fault}`));
      const place = await makePlace(version, work.path, archive);
      measured.push(await tryShop(place, expect, signal));
      await tryForGood(place, expect, signal);
      const browsers = await runBrowserSuites(suites, await installedCommand(place, signal), signal);
      for (const fault of browsers.faults) expect(false, fault);
      for (const [what, count] of Object.entries(browsers.done)) done[`${what} on Node ${version}`] = count;
      onProgress(at + 1, chosen.length + 1);
    }
    const refusal = await niceties(await makePlace(tooOld, work.path, archive), ["serve"]).catch(String);
    if (!/Niceties needs Node 22\.15 or newer, and this is 20\./.test(refusal)) faults.push(`Node 20: ${refusal}`);
    onProgress(chosen.length + 1, chosen.length + 1);
    return { done, measured: measured.join("\n"), faults };
  },
});

async function makePlace(version: string, work: string, archive: string): Promise<Place> {
  const folder = join(work, `shop on ${version}`);
  const cache = join(work, `cache-${version}`);
  await mkdir(folder);
  const ofMachine = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_COMPILE_CACHE$/.test(name));
  const PATH = `${unpackNode(version, join(work, "nodes"))}:/usr/local/bin:/usr/bin:/bin`;
  const settings = { PATH, PORT: "0", DRILL: "off", WRITE_LIMIT: "off", npm_config_cache: cache };
  return { version, folder, cache, archive, env: { ...Object.fromEntries(ofMachine), ...settings } };
}

const npx = (archive: string) => ["--yes", `--package=file:${archive}`, "--", "niceties"];

async function niceties(
  { folder, archive, env }: Place,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const { stdout, stderr } = await run("npx", [...npx(archive), ...words], { cwd: folder, env, signal });
  return stdout + stderr;
}

/** Tries one Node. Resolves to what was measured. */
async function tryShop(place: Place, expect: Expect, signal: AbortSignal): Promise<string> {
  const started = performance.now();
  const first = await open(place, signal);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const [downloaded, unpacked] = [await sizeOf(join(place.cache, "_cacache")), await sizeOf(join(place.cache, "_npx"))];
  const { url } = first;
  const id = await addCoffee(url, { name: "Packed" });
  const photo = { method: "POST", body: await samples.jpeg(), headers: { "content-type": "image/jpeg" } };
  expect((await fetch(`${url}/-/photos`, photo)).status === 201, "A photo was not taken.");
  const [, picture = ""] =
    /property="og:image" content="([^"]+)"/.exec((await send(url, "GET", `/coffee-details/${id}`)).text) ?? [];
  expect((await fetch(picture)).headers.get("content-type") === "image/jpeg", "No picture was drawn.");
  await first.end("SIGKILL");
  const verified = await niceties(place, ["verify"], signal);
  expect(verified.includes("Everything that was checked is right."), verified);
  const second = await open(place, signal);
  expect(
    (await listCoffees(second.url)).some(({ name }) => name === "Packed"),
    "The coffee is lost.",
  );
  const conformity = await niceties(place, ["conform", second.url, "--risky"], signal).catch(String);
  expect(conformity.includes("This server keeps to the specification, and has every extra."), conformity);
  await second.end("SIGTERM");
  const left = readdirSync(place.folder);
  expect(
    left.join() === "niceties" && existsSync(join(place.folder, "niceties/niceties.db")),
    `It left ${left.join()}.`,
  );
  return `Node ${place.version}: ${seconds} s to the first answer, ${downloaded} MB downloaded, ${unpacked} MB on disk`;
}

/** Installs the package for good, updates it and uninstalls it, as docs/install.md says. */
async function tryForGood({ folder, archive, env }: Place, expect: Expect, signal: AbortSignal): Promise<void> {
  const prefix = `${folder} for good`;
  const options = { cwd: folder, env: { ...env, npm_config_prefix: prefix }, signal };
  const npm = (...words: readonly string[]) => run("npm", [...words], options);
  for (const _ of ["install", "update"]) await npm("install", "--global", `file:${archive}`);
  const { stdout } = await run(join(prefix, "bin/niceties"), ["verify"], options);
  expect(stdout.includes("Everything that was checked is right."), stdout);
  const dataBefore = filesIn(folder).length;
  await npm("uninstall", "--global", "niceties");
  const left = filesIn(prefix);
  expect(left.length === 0, `Uninstalled, it left ${left.join(", ")}.`);
  expect(filesIn(folder).length === dataBefore, "Uninstalling it touched the data.");
}

/** The names of the files in a folder and all that it holds. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/** The size of all files in a folder, in MB. */
async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await run("du", ["--summarize", "--bytes", folder]);
  return Math.round(Number.parseInt(stdout) / 1e6);
}

/** Opens the shop of a place with npx. `end` ends it, and resolves once it has ended. */
async function open({ folder, archive, env }: Place, signal: AbortSignal) {
  const child = spawn("npx", [...npx(archive), "serve"], {
    cwd: folder,
    env,
    signal,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const exit = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const [, url] = / is open at (\S+)/.exec(line) ?? [];
    if (url) return { url, end: (how: NodeJS.Signals) => endGroup(child, how, exit) };
  }
  throw new Error("The package opened no shop.");
}

/** npx passes SIGTERM on, but not SIGKILL. */
async function endGroup({ pid = 0 }: ChildProcess, how: NodeJS.Signals, exit: Promise<unknown>): Promise<void> {
  process.kill(-pid, how);
  await exit;
}

/** A command that runs the package, installed without npx. */
async function installedCommand({ version, folder, archive, env }: Place, signal: AbortSignal) {
  const installed = join(folder, "..", `installed-${version}`);
  await run("npm", ["install", "--ignore-scripts", `--prefix=${installed}`, `file:${archive}`], { env, signal });
  const [nodeFolder] = String(env["PATH"]).split(":");
  return [`${nodeFolder}/node`, join(installed, "node_modules/niceties/dist/program/niceties.js")];
}

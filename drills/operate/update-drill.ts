import { spawn } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildsServedBefore, currentBuild } from "../../server/pages/builds.ts";
import { ended } from "../../test/run-niceties.ts";
import { drill as define } from "../kit/drill.ts";
import { send } from "../kit/shop-client.ts";
import { isAnswered, spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { repeat } from "../kit/until.ts";
import { git, makeUpstream, publish } from "./upstream.ts";

/** `text` is undefined if the reply may differ each time. */
type Page = Readonly<{ path: string; text: string | undefined }>;

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const visitEveryMs = 5;

export const drill = define({
  promise: "an open shop goes on while a newer version is built beside it, and its pages find their files afterwards",
  help: `Clones the shop, opens it, and then pulls and builds newer versions beside it, while visitors read. The open shop must
answer every request with its own pages and files. A start on its port must name the process to end. After that process
has ended, the new shop must still have the scripts and styles of the pages that were open before.`,
  options: { updates: { default: 4, help: "newer versions, built one after the other while the first shop is open" } },
  run: async ({ updates }, onProgress) => {
    await using folder = await temporaryFolder("update");
    const work = folder.path;
    const shops: SpawnedShop[] = [];
    const faults = new Set<string>();
    try {
      const { upstream, clone } = makeClone(work);
      await ended(start(clone, ["npm", "run", "--silent", "prestart"], {}));
      const first = await openShop(clone, "0");
      shops.push(first);
      const pages = await readPages(first.url);
      let reads = 0;
      await using visits = repeat(async () => {
        for (const page of pages) await check(first.url, page, (fault) => faults.add(fault));
        reads += pages.length;
      }, visitEveryMs);
      for (let update = 1; update <= updates; update += 1) {
        publish(upstream, update);
        git(clone, "pull", "--quiet");
        await ended(start(clone, ["npm", "run", "--silent", "prestart"], {}));
        onProgress(update, updates);
      }
      const { port } = new URL(first.url);
      const { err } = await ended(start(clone, ["./niceties", "serve"], { PORT: port }));
      if (!err.includes(`is taken by an older build of this shop, process ${first.processId}. To replace it`))
        faults.add(`A start on the same port said: ${err}`);
      await visits.stop();
      const closedAt = performance.now();
      const closed = first.close();
      await refused(first.url);
      const second = await openShop(clone, port);
      const gapMs = performance.now() - closedAt;
      shops.push(second);
      await closed;
      const home = await read(second.url, "/");
      if (pages.some(({ path, text: before }) => path.endsWith(".css") && before && home.includes(path)))
        faults.add("The new shop shows the old pages.");
      if (updates <= buildsServedBefore) {
        for (const page of pages) await check(second.url, page, (fault) => faults.add(`After the update, ${fault}`));
      }
      return {
        done: { updates, reads },
        measured: `${Math.round(gapMs)} ms from SIGTERM until the new shop was open`,
        faults: [...faults],
      };
    } finally {
      await Promise.all(shops.map((shop) => shop.close()));
    }
  },
  short: [{ updates: 1 }],
});

/** Makes a repository of these sources, and an installed clone of it, which is built if this project is. */
function makeClone(work: string): { upstream: string; clone: string } {
  const [upstream, clone] = [join(work, "upstream"), join(work, "clone")];
  makeUpstream(upstream);
  git(work, "clone", "--quiet", upstream, clone);
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const build = currentBuild();
  if (build) {
    const copy = join(clone, "build", build.name);
    mkdirSync(join(copy, "open"), { recursive: true });
    for (const folder of ["client", "program"])
      cpSync(join(build.programFile, "../..", folder), join(copy, folder), { recursive: true });
  }
  return { upstream, clone };
}

function start(
  clone: string,
  [program = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const settings = { DATA_DIR: join(clone, "data"), DATABASE_URL: "", DRILL: "off", ...environment };
  const env = { ...process.env, ...settings };
  return spawn(program, args, { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
}

function openShop(clone: string, port: string): Promise<SpawnedShop> {
  const environment = { DATA_DIR: join(clone, "data"), SAMPLE: "on", PORT: port };
  return spawnShop({ directory: clone, environment, command: ["./niceties", "serve"] });
}

/** Reads home, the list and a shared picture, which may change, and home's scripts and styles, which may not. */
async function readPages(url: string): Promise<readonly Page[]> {
  const home = await read(url, "/");
  const assets = [...new Set(home.match(/\/assets\/[\w.-]+\.(?:js|css)/g))];
  const [coffee]: readonly { _id: string }[] = JSON.parse(await read(url, "/coffee"));
  const details = await read(url, `/coffee-details/${coffee?._id}`);
  const [, picture = ""] = /property="og:image" content="([^"]+)"/.exec(details) ?? [];
  const changing = ["/", "/coffee", new URL(picture, url).pathname].map((path) => ({ path, text: undefined }));
  return [...changing, ...(await Promise.all(assets.map(async (path) => ({ path, text: await read(url, path) }))))];
}

async function read(url: string, path: string): Promise<string> {
  const { isOk, status, text: body } = await send(url, "GET", path);
  if (!isOk) throw new Error(`${path} was answered ${status}.`);
  return body;
}

async function check(url: string, { path, text: before }: Page, report: (fault: string) => void): Promise<void> {
  try {
    const now = await read(url, path);
    if (before !== undefined && before !== now) report(`${path} had changed.`);
  } catch (error) {
    report(`${path} could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Resolves once the address no longer answers. */
async function refused(url: string): Promise<void> {
  while (await isAnswered(url));
}

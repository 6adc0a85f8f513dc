import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, isDeepStrictEqual } from "node:util";
import type { Version } from "../../catalogue/log/change.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { operator } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { joinShop } from "../../store/open-store.ts";
import { insistOnStrace } from "../../test/insist-on-strace.ts";
import { insistOnProgram } from "../../tools/installed-programs.ts";
import { drill as define } from "../kit/drill.ts";
import { listCoffees, send } from "../kit/shop-client.ts";
import { mainFile, spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { until } from "../kit/until.ts";
import { verifyFaults } from "../kit/verify.ts";

const thisFile = fileURLToPath(import.meta.url);
const diskBytes = 3_000_000;
const fillerBytes = 1_000_000;
const textCharacters = 9_000;
/** The number of the sync that fails: well after all syncs of opening a shop. */
const failingSync = 40;
const mostWrites = 1_000;
const slowSyncMs = 200;
const healedWithinMs = 60_000;
const writesTogether = 40;

export const drill = define({
  promise:
    "a write is answered and listed only once it is on the disk, and a disk that was full or failed loses nothing",
  help: `Fills the disk under an open shop, and makes room again; makes one sync of the disk fail; and makes every sync slow.
Linux only: needs the right to mount (as root, or in a user namespace), and strace.`,
  options: {},
  short: [{}],
  async run(_options, onProgress) {
    insistOnStrace();
    const full = fullDiskDrill(mountCommand());
    onProgress(1, 3);
    const failed = await failedSyncDrill();
    onProgress(2, 3);
    const slow = await slowSyncDrill();
    onProgress(3, 3);
    return {
      done: {
        "writes before the disk was full": full.acknowledged,
        "writes before a sync failed": failed.acknowledged,
        "writes that shared slow syncs": slow.together,
      },
      measured: `${slow.together} writes at once took ${slow.syncs} syncs`,
      faults: [
        ...faultsOfDisk("a full disk", full, 507, [
          "The disk that DATA_DIR/niceties.db is on is full, so nothing was written. Make room there; nothing else is to be done.",
        ]),
        ...faultsOfDisk("a failed sync", failed, 500, [
          "The disk that DATA_DIR/niceties.db is on failed (EIO), so nothing is written for now. The shop goes on writing by itself once the disk works; look at the disk.",
          `The disk that DATA_DIR/niceties.db is on works again. The shop has made itself a new file and goes on writing after change ${failed.acknowledged - 1}, the last one that was acknowledged.`,
        ]),
        ...faultsOfSlowSync(slow),
      ],
    };
  },
});

/** What clients and the operator saw while a disk refused writes for a time, and the faults found afterwards. */
type DiskOutcome = Readonly<{
  acknowledged: number;
  /** The status of the first write that was refused, and of the next one. */
  refusedBy: readonly [number, number];
  /** Whether reads showed everything while nothing could be written. */
  isReadable: boolean;
  /** Whether the shop reported that it is ready: while nothing could be written, and once the cause was gone. */
  isReady: readonly [boolean, boolean];
  /** What the shop printed for its operator. */
  complaints: readonly string[];
  /** The status of a write once the cause was gone. */
  healedBy: number;
  exitCode: number | null;
  /** Faults of the log, its coffees, or the receipts of acknowledged writes. */
  faults: readonly string[];
}>;

function faultsOfDisk(name: string, outcome: DiskOutcome, refusal: number, complaints: readonly string[]): string[] {
  const { acknowledged: _acknowledged, ...found } = outcome;
  const right = {
    refusedBy: [refusal, refusal],
    isReadable: true,
    isReady: [false, true],
    complaints,
    healedBy: 201,
    exitCode: 0,
    faults: [],
  };
  return isDeepStrictEqual(found, right) ? [] : [`${name}: ${inspect(found)}, not ${inspect(right)}`];
}

/** Writes until the disk refuses, calls `heal` to remove the cause and wait for the shop, and writes once more. */
async function writeAndHeal(shop: SpawnedShop, directory: string, heal: () => Promise<unknown>): Promise<DiskOutcome> {
  const { receipts, refusedBy } = await writeUntilRefused(shop);
  const isReadable = (await listed(shop)) === receipts.length;
  // Needs no room on the disk, because there is no such coffee, so its success says nothing about the disk.
  await send(shop.url, "DELETE", "/coffee/unknown");
  const wasReady = await isReady(shop);
  await heal();
  const isReadyAgain = await isReady(shop);
  const healed = await add(shop);
  if (healed.receipt) receipts.push(healed.receipt);
  const exitCode = await shop.close();
  return {
    acknowledged: receipts.length,
    refusedBy,
    isReadable,
    isReady: [wasReady, isReadyAgain],
    complaints: shop.complaints.map((line) => line.replaceAll(directory, "DATA_DIR")),
    healedBy: healed.status,
    exitCode,
    faults: await verifyFaults({ directory, databaseUrl: "" }, receipts),
  };
}

async function writeUntilRefused(shop: SpawnedShop) {
  const receipts: Version[] = [];
  for (let count = 0; count < mostWrites; count += 1) {
    const { status, receipt } = await add(shop);
    if (!receipt) return { receipts, refusedBy: [status, (await add(shop)).status] as const };
    receipts.push(receipt);
  }
  throw new Error("No write was refused.");
}

function add({ url }: SpawnedShop) {
  return send(url, "POST", "/coffee", { name: "Latte", details: "x".repeat(textCharacters) });
}

async function isReady({ url }: SpawnedShop): Promise<boolean> {
  return (await send(url, "GET", "/-/ready")).isOk;
}

function faultsOfSlowSync(outcome: SlowSyncOutcome): string[] {
  const { waitedMs, syncMs, listedMeanwhile, together, syncs, othersListedMs } = outcome;
  const faults: string[] = [];
  if (waitedMs < syncMs)
    faults.push(`A write was answered after ${waitedMs} ms, before its sync of ${syncMs} ms was done.`);
  if (othersListedMs < syncMs)
    faults.push(`Another program's change was listed after ${othersListedMs} ms, before its sync.`);
  if (listedMeanwhile.length === 0 || listedMeanwhile.some((length) => length > 0))
    faults.push(`While the first write waited for its sync, lists had ${listedMeanwhile.join()} coffees.`);
  if (syncs < 1 || syncs > 10) faults.push(`${together} writes at once took ${syncs} syncs, not 1 to 10.`);
  return faults;
}

/** The command with which a process may mount its own disk here. If there is none, the error says what to do. */
export function mountCommand(): readonly string[] {
  insistOnProgram("unshare");
  insistOnProgram("mount");
  const ways = [
    ["unshare", "--mount"],
    ["unshare", "--mount", "--user", "--map-root-user"],
  ];
  const way = ways.find(([program = "", ...args]) => spawnSync(program, [...args, "true"]).status === 0);
  if (way) return way;
  throw new Error(
    "Nothing may be mounted here, so no disk can be filled. Run this as root (in a container with --cap-add SYS_ADMIN), or allow user namespaces: sysctl kernel.unprivileged_userns_clone=1",
  );
}

/** Runs an operator's command on the shop in `directory`, as if its disk were read-only. */
export function runReadOnly(mount: readonly string[], directory: string, ...words: readonly string[]) {
  const [program = "", ...args] = mount;
  const steps = `mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,bind,ro "$DATA_DIR" && exec "$@"`;
  const command = [...args, "sh", "-c", steps, "sh", process.execPath, mainFile, ...words];
  const env = { PATH: process.env["PATH"], DATA_DIR: directory, PORT: "0" };
  return spawnSync(program, command, { cwd: directory, env, encoding: "utf8" });
}

/** Runs `fillDisk` in a separate process, because only that process can see the disk that it mounts. */
function fullDiskDrill(mount: readonly string[]): DiskOutcome {
  const [program = "", ...args] = mount;
  const { stdout, stderr, status } = spawnSync(program, [...args, process.execPath, thisFile], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The drill broke off: ${stderr}`);
  return JSON.parse(stdout);
}

async function fillDisk(): Promise<DiskOutcome> {
  await using folder = await temporaryFolder("full");
  const directory = folder.path;
  const options = ["-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", directory];
  if (spawnSync("mount", options).status !== 0) throw new Error("No disk could be mounted.");
  const filler = join(directory, "filler");
  await writeFile(filler, Buffer.alloc(fillerBytes));
  try {
    await using shop = await spawnShop({ directory });
    return await writeAndHeal(shop, directory, () => unlink(filler));
  } finally {
    spawnSync("umount", [directory]);
  }
}

/** Makes exactly one sync fail, as a failing disk may; all later ones would succeed. */
async function failedSyncDrill(): Promise<DiskOutcome> {
  await using folder = await temporaryFolder("sync");
  const directory = folder.path;
  const inject = `inject=fsync,fdatasync:error=EIO:when=${failingSync}`;
  await using shop = await spawnShop({ directory, under: strace("/dev/null", "fsync,fdatasync", inject) });
  const failure = "The shop did not become ready again after one sync had failed.";
  return await writeAndHeal(shop, directory, () => until(() => isReady(shop), { withinMs: healedWithinMs, failure }));
}

function strace(output: string, calls: string, inject: string): readonly string[] {
  return ["strace", "-D", "-f", "-qq", "-o", output, "-e", `trace=${calls}`, "-e", inject];
}

/** What was observed with a disk that syncs slowly. Times are in milliseconds. */
type SlowSyncOutcome = Readonly<{
  /** How long the first write waited for its reply, and how long a sync takes at least. */
  waitedMs: number;
  syncMs: number;
  /** The lengths of the lists that were read before a sync can have ended. */
  listedMeanwhile: readonly number[];
  /** The number of writes that were sent together, and of their syncs. */
  together: number;
  syncs: number;
  /** The time from when another program began to write until the shop listed its change. */
  othersListedMs: number;
}>;

/** Runs a shop whose syncs each take a fifth of a second. */
async function slowSyncDrill(): Promise<SlowSyncOutcome> {
  await using folder = await temporaryFolder("slow");
  const directory = folder.path;
  const trace = join(directory, "syncs");
  const inject = `inject=fdatasync:delay_enter=${slowSyncMs * 1_000}`;
  await using shop = await spawnShop({ directory, under: strace(trace, "fdatasync", inject) });
  const countSyncs = () => readFileSync(trace, "utf8").match(/fdatasync\(/g)?.length ?? 0;
  await listed(shop);
  const started = performance.now();
  const listedMeanwhile: number[] = [];
  const writing = add(shop).then(() => performance.now() - started);
  for (;;) {
    const length = await listed(shop);
    if (performance.now() - started >= slowSyncMs) break;
    listedMeanwhile.push(length);
  }
  const waitedMs = await writing;
  const before = countSyncs();
  await Promise.all(Array.from({ length: writesTogether }, () => add(shop)));
  const syncs = countSyncs() - before;
  const othersListedMs = await writeAsAnother(directory, shop);
  return { waitedMs, syncMs: slowSyncMs, listedMeanwhile, together: writesTogether, syncs, othersListedMs };
}

/** Adds a coffee from outside the shop; returns the milliseconds until the shop listed it. */
async function writeAsAnother(directory: string, shop: SpawnedShop): Promise<number> {
  const before = await listed(shop);
  const other = await joinShop({ directory, databaseUrl: "" });
  const started = performance.now();
  await other.add(coffeeText(emptyFields), { visitor: operator, at: new Date() });
  while ((await listed(shop)) === before);
  const tookMs = performance.now() - started;
  await other.close();
  return tookMs;
}

async function listed({ url }: SpawnedShop): Promise<number> {
  return (await listCoffees(url)).length;
}

if (import.meta.main) console.log(JSON.stringify(await fillDisk()));

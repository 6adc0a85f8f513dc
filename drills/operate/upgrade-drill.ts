import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkOutAndBuild, lastRelease } from "../../bench/peers/earlier-shop.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as define, type Verdict } from "../kit/drill.ts";
import { spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { startClients, Visits, type Door } from "../kit/test-clients.ts";
import { verifyFaults } from "../kit/verify.ts";

const visitors = { writing: 6, reading: 2 };
const nodes = 3;

export const drill = define({
  promise:
    "shops of an earlier release move to this one under writes, and no acknowledged write is lost or made a second time",
  help: `Builds the earlier release, and opens a shop of it on SQLite, then ${nodes} nodes of it on one PostgreSQL. While ${visitors.writing}
visitors write and ${visitors.reading} read, moves each to this release as docs/operating.md and docs/scaling.md say: on SQLite the
old shop ends and the new one opens; on PostgreSQL one new node opens, visitors are led to it, and the others follow. At
the end it checks for every acknowledged write, and verifies the log with the receipts of both releases.`,
  options: {
    seconds: { default: 5, help: "how long visitors write to each release" },
    seed: { default: 1, help: "what they write" },
  },
  texts: { from: { default: lastRelease() ?? "", help: "the earlier release: a tag or another commit" } },
  short: [],
  run: async ({ seconds, seed }, onProgress, signal, { from }) => {
    if (from === "") throw new Error("There is no release yet: name a commit with --from.");
    await using folder = await temporaryFolder("upgrade");
    const earlier = join(folder.path, "earlier");
    checkOutAndBuild(earlier, from);
    const trial = { folder: folder.path, earlier, ms: seconds * 1_000, seed, signal };
    const onSqlite = await moveUnderWrites({ ...trial, databaseUrl: "" });
    onProgress(1, 2);
    await using database = await TestServer.start(true);
    const onPostgres = await moveUnderWrites({ ...trial, databaseUrl: await database.newDatabase() });
    onProgress(2, 2);
    return {
      done: { ...named("on SQLite", onSqlite.done), ...named("on PostgreSQL", onPostgres.done) },
      faults: [...onSqlite.faults, ...onPostgres.faults],
    };
  },
});

type Trial = Readonly<{
  folder: string;
  earlier: string;
  ms: number;
  seed: number;
  signal: AbortSignal;
  /** Empty for SQLite. */
  databaseUrl: string;
}>;

async function moveUnderWrites({ folder, earlier, ms, seed, signal, databaseUrl }: Trial): Promise<Verdict> {
  const directory = join(folder, databaseUrl === "" ? "sqlite" : "postgres");
  await mkdir(directory);
  const place = { directory, environment: { DATABASE_URL: databaseUrl } };
  await using shops = new AsyncDisposableStack();
  const open = async (command?: readonly string[]) =>
    new OpenNode(shops.use(await spawnShop({ ...place, ...(command && { command }) })));
  const old = await openAll(databaseUrl === "" ? 1 : nodes, () => open([join(earlier, "niceties"), "serve"]));
  const visits = new Visits();
  let front: readonly OpenNode[] = old;
  await using crowd = startClients(visits, visitors, seed, (random) => random.pick(front).door, signal);
  await delay(ms, undefined, { signal: crowd.signal });
  const before = visits.acknowledged.length;
  for (const node of old) node.isEnding = true;
  if (databaseUrl === "") await endAll(old);
  const first = await open();
  front = [first];
  await endAll(old);
  front = [first, ...(await openAll(old.length - 1, () => open()))];
  await delay(ms, undefined, { signal: crowd.signal });
  await crowd.end();
  await visits.judgeAtEnd(first.door.url);
  const unsound = await verifyFaults({ directory, databaseUrl }, visits.receipts);
  await endAll(front);
  const complaints = front.flatMap(({ shop }) => shop.complaints);
  return {
    done: { "writes to the earlier release": before, "writes to this one": visits.acknowledged.length - before },
    faults: [...visits.faults, ...complaints, ...unsound],
  };
}

/** A process of the shop. Its replies may fail once the drill is about to replace it. */
class OpenNode {
  readonly shop: SpawnedShop;
  readonly door: Door;
  isEnding = false;

  constructor(shop: SpawnedShop) {
    this.shop = shop;
    this.door = { url: shop.url, mayFail: () => this.isEnding };
  }
}

/** Opens the nodes one after the other, because the first one creates or migrates the data. */
async function openAll(count: number, open: () => Promise<OpenNode>): Promise<OpenNode[]> {
  const opened: OpenNode[] = [];
  while (opened.length < count) opened.push(await open());
  return opened;
}

async function endAll(some: readonly OpenNode[]): Promise<void> {
  await Promise.all(some.map(({ shop }) => shop.close()));
}

function named(place: string, done: Verdict["done"]): Verdict["done"] {
  return Object.fromEntries(Object.entries(done).map(([thing, count]) => [`${thing} ${place}`, count]));
}

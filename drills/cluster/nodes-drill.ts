import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as define } from "../kit/drill.ts";
import { medianAndMost } from "../kit/figures.ts";
import { spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { startClients, Visits, type Door } from "../kit/test-clients.ts";
import { until, untilDone } from "../kit/until.ts";
import { verifyFaults } from "../kit/verify.ts";

const nodes = 3;
const visitors = { writing: 6, reading: 2 };
const longestLifeMs = 400;
const lookEveryMs = 5;
const againWithinMs = 30_000;
/** Longer than a node waits for the database to make a write. */
const longAwayMs = 6_000;

/** What a kill hits. A PostgreSQL that loses a backend to SIGKILL ends the others and recovers by itself. */
const kinds = ["node", "node and database", "database", "database for 6 s", "backend", "connection"] as const;
type Kind = (typeof kinds)[number];

export const drill = define({
  promise:
    "nodes on one PostgreSQL show every acknowledged write at once, and keep it, while nodes and the database are killed",
  help: `Opens ${nodes} nodes of a shop on one PostgreSQL, which comes with the packages. While ${visitors.writing} visitors write and read
through all of them, and ${visitors.reading} read, kills with SIGKILL a node, the database, both, or one backend of it, or ends one
connection. It starts them again, at once or, to make visitors wait, after ${longAwayMs / 1_000} s. It checks for each acknowledged
write at once through another node, and at the end.`,
  options: {
    kills: { default: 100, help: "how often something is killed" },
    seed: { default: 1, help: "what is killed, and when" },
  },
  short: [{ kills: 3, seed: 13 }],
  async run({ kills, seed }, onProgress, signal) {
    await using folder = await temporaryFolder("nodes");
    const directory = folder.path;
    await using database = await TestServer.start(true);
    const databaseUrl = await database.newDatabase();
    const all = Array.from({ length: nodes }, (_, at) => new Node(join(directory, `node-${at + 1}`), databaseUrl));
    const visits = new Visits();
    try {
      await Promise.all(all.map((node) => node.open(signal)));
      const pickOpenDoor = (random: SeededRandom, other?: Door) => pickDoor(all, random, other);
      await using crowd = startClients(visits, visitors, seed + 1, pickOpenDoor, signal);
      const random = seededRandom(seed);
      const costs: Cost[] = [];
      while (costs.length < kills) {
        await delay(random.below(longestLifeMs), undefined, { signal: crowd.signal });
        const kind = random.pick(kinds);
        const node = random.pick(all);
        const backend = random.pick(await backendsOf(database, databaseUrl));
        const [from, earlier] = [performance.now(), visits.acknowledged.length];
        const again = untilAgain(all, visits, from, earlier, crowd.signal);
        await Promise.all([again, inflict(kind, node, database, backend, crowd.signal)]);
        costs.push({ kind, ...(await again) });
        onProgress(costs.length, kills);
      }
      await crowd.end();
      for (const { door } of all) await visits.judgeAtEnd(door?.url ?? "");
      const unsound = await verifyFaults({ directory, databaseUrl }, visits.receipts);
      const faults = [...visits.faults, ...all.flatMap((node) => node.complaints), ...unsound];
      return { done: { kills, ...visits.done }, measured: summarise(costs, visits), faults };
    } finally {
      await Promise.all(all.map((node) => node.close()));
    }
  },
});

/** The cost of one kill: the milliseconds until any node, and until each node, acknowledges a write sent after it. */
type Cost = Readonly<{ kind: Kind; againMs: number; wholeMs: number }>;

/** One of the processes that share the database. After a kill and a restart it has a new door. */
class Node {
  readonly complaints: string[] = [];
  readonly #directory: string;
  readonly #databaseUrl: string;
  #shop: SpawnedShop | undefined;
  #door: Door | undefined;

  constructor(directory: string, databaseUrl: string) {
    this.#directory = directory;
    this.#databaseUrl = databaseUrl;
  }

  /** Undefined while the node does not run. */
  get door(): Door | undefined {
    return this.#door;
  }

  /** Retries while the database is away, as a service manager does. */
  async open(signal: AbortSignal): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    const shop = await untilDone(
      () => spawnShop({ directory: this.#directory, environment: { DATABASE_URL: this.#databaseUrl } }),
      { withinMs: againWithinMs, everyMs: lookEveryMs, signal },
    );
    this.#shop = shop;
    this.#door = { url: shop.url, mayFail: () => this.#shop !== shop };
  }

  async kill(): Promise<void> {
    const shop = this.#shop;
    this.#shop = undefined;
    this.#door = undefined;
    await shop?.kill();
    this.#hear(shop);
  }

  async close(): Promise<void> {
    await this.#shop?.close();
    this.#hear(this.#shop);
  }

  /** Collects complaints, except that the database is away: the drill causes that. */
  #hear(shop: SpawnedShop | undefined): void {
    this.complaints.push(...(shop?.complaints ?? []).filter((line) => !line.includes("cannot be reached")));
  }
}

function pickDoor(all: readonly Node[], random: SeededRandom, other?: Door): Door {
  const open = all.map((node) => node.door).filter((door) => door !== undefined);
  const others = open.filter((door) => door !== other);
  return random.pick(others.length > 0 ? others : open);
}

/** Kills, and restarts what does not restart by itself. */
async function inflict(
  kind: Kind,
  node: Node,
  database: TestServer,
  backend: number,
  signal: AbortSignal,
): Promise<void> {
  const killNode = async () => {
    await node.kill();
    await node.open(signal);
  };
  const killDatabase = async (awayMs: number) => {
    await database.stop("SIGKILL");
    await delay(awayMs, undefined, { signal });
    // PostgreSQL does not start while old backends, which have not noticed the kill yet, still hold its memory.
    await untilDone(() => database.start(), { withinMs: againWithinMs, everyMs: lookEveryMs, signal });
  };
  if (kind === "node") await killNode();
  else if (kind === "database") await killDatabase(0);
  else if (kind === "database for 6 s") await killDatabase(longAwayMs);
  else if (kind === "node and database") await Promise.all([killNode(), killDatabase(0)]);
  else {
    try {
      process.kill(backend, kind === "backend" ? "SIGKILL" : "SIGTERM");
    } catch {
      // The process has already ended.
    }
  }
}

/** The ids of PostgreSQL's processes that serve the nodes' connections. */
async function backendsOf(database: TestServer, databaseUrl: string): Promise<number[]> {
  const text = "SELECT pid FROM pg_stat_activity WHERE application_name = 'niceties' ORDER BY pid";
  return (await database.ask(databaseUrl, text)).map(({ pid }) => Number(pid));
}

/** The milliseconds after `from` until any node, and until each node, has acknowledged a write that was sent since. */
function untilAgain(
  all: readonly Node[],
  { acknowledged }: Visits,
  from: number,
  earlier: number,
  signal: AbortSignal,
): Promise<Pick<Cost, "againMs" | "wholeMs">> {
  const look = () => {
    const since = acknowledged.slice(earlier).filter(({ sentAt }) => sentAt > from);
    const [first] = since;
    const ofNodes = all.map(({ door }) => since.find((one) => one.door === door));
    if (!first || !ofNodes.every((one) => one !== undefined)) return undefined;
    return { againMs: first.at - from, wholeMs: Math.max(...ofNodes.map(({ at }) => at)) - from };
  };
  const failure = `Not all nodes wrote again within ${againWithinMs / 1_000} s.`;
  return until(look, { withinMs: againWithinMs, everyMs: lookEveryMs, signal, failure });
}

function summarise(costs: readonly Cost[], visits: Visits): string {
  const rows = [...kinds, "all"].flatMap((kind) => {
    const some = costs.filter((cost) => kind === "all" || cost.kind === kind);
    const columns = [some.map(({ againMs }) => againMs), some.map(({ wholeMs }) => wholeMs)].map((values) =>
      medianAndMost(values, (ms) => ms.toFixed(0).padStart(8)),
    );
    return some.length === 0 ? [] : [`${String(some.length).padStart(4)} ${kind.padEnd(18)}${columns.join("")}`];
  });
  const head = "milliseconds until a write succeeds again: any node median and most, every node median and most";
  return [head, ...rows, ...visits.summary()].join("\n");
}

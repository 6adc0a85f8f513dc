import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { CuttingProxy } from "../../test/servers/faulty-proxy.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as define, type Verdict } from "../kit/drill.ts";
import { Registers, useRegisters, type Target } from "../kit/register-clients.ts";
import { spawnShop, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { until, untilDone } from "../kit/until.ts";

const nodes = 3;
const coffees = 4;
const clients = 16;
const mostRestMs = 400;
const stoppedMs = 1_500;
/** Longer than a node waits for a silent database. */
const silentMs = 1_500;
const delayMs = 40;
const againWithinMs = 30_000;

/** What is done to one process of the shop, to its connections, or to the database. */
const faultsOfProcess = ["kill", "stop"] as const;
const faultsOfDatabase = ["cut", "cut at commit", "silence", "delay", "crash"] as const;
type FaultKind = (typeof faultsOfProcess)[number] | (typeof faultsOfDatabase)[number];

export const drill = define({
  promise:
    "each coffee is linearizable on three nodes, and never older than an acknowledged write in two processes on one file",
  help: `Opens ${nodes} nodes on one PostgreSQL, each behind a proxy. ${clients} clients read ${coffees} coffees and replace them with If-Match, at random
nodes. Meanwhile the drill kills nodes and starts them again, stops and continues them (SIGSTOP), cuts, silences and delays
their connections to the database, and crashes the database. Then it checks that the history of each coffee is one of a
register: each request took effect at one moment between its sending and its reply. The same with two processes on one
SQLite file, which are killed and stopped; there a reply may show a write before it is acknowledged.`,
  options: {
    faults: { default: 100, help: "how many faults there are on PostgreSQL, and a third as many on SQLite" },
    seed: { default: 1, help: "which faults, and when" },
  },
  short: [{ faults: 7, seed: 3 }],
  async run({ faults, seed }, onProgress, signal) {
    await using folder = await temporaryFolder("linearizable");
    const onSqlite = Math.ceil(faults / 3);
    const all = faults + onSqlite;
    const postgres = await tryOnPostgres(folder.path, faults, seed, (done) => onProgress(done, all), signal);
    const sqlite = await tryOnSqlite(folder.path, onSqlite, seed, (done) => onProgress(faults + done, all), signal);
    return {
      done: { ...named("on PostgreSQL", postgres.done), ...named("on SQLite", sqlite.done) },
      measured: `PostgreSQL: ${postgres.measured}\nSQLite: ${sqlite.measured}`,
      faults: [...postgres.faults, ...sqlite.faults],
    };
  },
});

type Progress = (done: number) => void;

async function tryOnPostgres(
  folder: string,
  count: number,
  seed: number,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Verdict> {
  await using database = await TestServer.start(true);
  const databaseUrl = await database.newDatabase();
  await using resources = new AsyncDisposableStack();
  const all: Process[] = [];
  for (let place = 1; place <= nodes; place += 1) {
    const { proxy, url } = await CuttingProxy.to(databaseUrl);
    resources.use(proxy);
    const directory = join(folder, `node-${place}`);
    await mkdir(directory);
    all.push(resources.use(new Process(`node ${place}`, directory, url, proxy)));
  }
  const inflict = (kind: FaultKind, target: Process) => inflictFault(kind, target, database, signal);
  return await tryFaults({
    all,
    kinds: [...faultsOfProcess, ...faultsOfDatabase],
    inflict,
    count,
    seed,
    onProgress,
    signal,
  });
}

async function tryOnSqlite(
  folder: string,
  count: number,
  seed: number,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Verdict> {
  const directory = join(folder, "sqlite");
  await mkdir(directory);
  await using resources = new AsyncDisposableStack();
  const all = ["process 1", "process 2"].map((name) => resources.use(new Process(name, directory, "", undefined)));
  const inflict = (kind: FaultKind, target: Process) => inflictFault(kind, target, undefined, signal);
  return await tryFaults({ all, kinds: faultsOfProcess, inflict, count, seed, onProgress, signal, mayShowEarly: true });
}

type Trial = Readonly<{
  all: readonly Process[];
  kinds: readonly FaultKind[];
  inflict: (kind: FaultKind, target: Process) => Promise<void>;
  count: number;
  seed: number;
  onProgress: Progress;
  signal: AbortSignal;
  mayShowEarly?: boolean;
}>;

/** Causes one fault after the other while clients read and write, and checks the histories. */
async function tryFaults(trial: Trial): Promise<Verdict> {
  const { all, kinds, inflict, count, seed, onProgress, signal, mayShowEarly = false } = trial;
  for (const process of all) await process.open(signal);
  const registers = await Registers.add(all[0]?.url ?? "", coffees);
  const over = new AbortController();
  const using = Array.from({ length: clients }, (_, at) =>
    useRegisters(registers, seededRandom(seed * 1_000 + at), all, over.signal),
  );
  const random = seededRandom(seed);
  const inflicted: FaultKind[] = [];
  try {
    await delay(mostRestMs, undefined, { signal });
    while (inflicted.length < count) {
      const kind = pickKind(kinds, inflicted, random);
      await inflict(kind, random.pick(all));
      inflicted.push(kind);
      onProgress(inflicted.length);
      await delay(random.below(mostRestMs), undefined, { signal });
    }
    await delay(mostRestMs, undefined, { signal });
  } finally {
    over.abort();
    await Promise.all(using);
  }
  await registers.settle(all, signal);
  const { made, reads, conflict, unknown, unmade, aged, unanswered } = registers.counts;
  return {
    done: { operations: registers.operations, "acknowledged writes": made, reads, conflicts: conflict, faults: count },
    measured: `${unknown} writes with an unknown outcome, ${unmade} refused; ${aged} reads with an Age, ${unanswered} without an answer; ${describeKinds(inflicted)}${describeFailures(registers)}`,
    faults: [...registers.judge(mayShowEarly), ...all.flatMap(({ complaints }) => complaints)],
  };
}

/** Each kind comes once before any comes again. */
function pickKind(kinds: readonly FaultKind[], inflicted: readonly FaultKind[], random: SeededRandom): FaultKind {
  const inRound = inflicted.slice(inflicted.length - (inflicted.length % kinds.length));
  return random.pick(kinds.filter((kind) => !inRound.includes(kind)));
}

function describeKinds(kinds: readonly FaultKind[]): string {
  const counts = [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${all.length} × ${kind}`);
  return counts.join(", ");
}

function describeFailures({ failures }: Registers): string {
  return [...failures].map(([failure, times]) => `\n  ${times} × ${failure}`).join("");
}

/** Causes a fault, and resolves once it is over. */
async function inflictFault(
  kind: FaultKind,
  target: Process,
  database: TestServer | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { proxy } = target;
  if (kind === "kill") {
    await target.kill();
    await target.open(signal);
  } else if (kind === "stop") await target.stopFor(stoppedMs, signal);
  else if (kind === "crash") {
    await database?.stop("SIGKILL");
    // PostgreSQL does not start until its old processes, which were killed as well, have left its memory.
    await untilDone(() => database?.start() ?? Promise.resolve(), { withinMs: againWithinMs, signal });
  } else if (proxy) await failNetwork(kind, proxy, signal);
}

async function failNetwork(kind: FaultKind, proxy: CuttingProxy, signal: AbortSignal): Promise<void> {
  if (kind === "cut") proxy.cutAll();
  else if (kind === "cut at commit") {
    let isCut = false;
    proxy.decide = (sent) => {
      if (isCut || !sent.includes("COMMIT")) return "pass";
      isCut = true;
      return "cut after";
    };
    await until(() => isCut, { withinMs: againWithinMs, signal, failure: "No commit came that could be cut." });
  } else if (kind === "silence") {
    proxy.isSilent = true;
    await delay(silentMs, undefined, { signal });
    proxy.isSilent = false;
    proxy.cutAll(); // bytes are missing on these connections
  } else if (kind === "delay") {
    proxy.delayMs = delayMs;
    await delay(silentMs, undefined, { signal });
    proxy.delayMs = 0;
  }
}

/** A process of the shop, which can be killed and started again. */
class Process implements Target, AsyncDisposable {
  readonly name: string;
  readonly proxy: CuttingProxy | undefined;
  readonly #earlier: string[] = [];
  readonly #directory: string;
  readonly #databaseUrl: string;
  #shop: SpawnedShop | undefined;

  /** `proxy` leads to the database. */
  constructor(name: string, directory: string, databaseUrl: string, proxy: CuttingProxy | undefined) {
    this.name = name;
    this.proxy = proxy;
    this.#directory = directory;
    this.#databaseUrl = databaseUrl;
  }

  /** What the process printed, except that the database is away: the drill causes that. */
  get complaints(): readonly string[] {
    const all = [...this.#earlier, ...(this.#shop?.complaints ?? [])];
    return all.filter((line) => !line.includes("cannot be reached")).map((line) => `${this.name}: ${line}`);
  }

  get url(): string | undefined {
    return this.#shop?.url;
  }

  async open(signal: AbortSignal): Promise<void> {
    const environment = { DATABASE_URL: this.#databaseUrl };
    this.#shop = await untilDone(() => spawnShop({ directory: this.#directory, environment }), {
      withinMs: againWithinMs,
      signal,
    });
  }

  async kill(): Promise<void> {
    const shop = this.#shop;
    this.#shop = undefined;
    await shop?.kill();
    this.#earlier.push(...(shop?.complaints ?? []));
  }

  async stopFor(ms: number, signal: AbortSignal): Promise<void> {
    const processId = this.#shop?.processId;
    if (processId === undefined) return;
    process.kill(processId, "SIGSTOP");
    try {
      await delay(ms, undefined, { signal });
    } finally {
      process.kill(processId, "SIGCONT");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shop?.close();
  }
}

function named(place: string, done: Verdict["done"]): Verdict["done"] {
  return Object.fromEntries(Object.entries(done).map(([thing, count]) => [`${thing} ${place}`, count]));
}

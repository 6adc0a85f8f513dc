import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { seededRandom, type SeededRandom } from "../../catalogue/seeded-random.ts";
import { Ledger, Refused, sendAgain, writeUntilCut } from "../crash/crash-drill.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { leaseMs } from "../../store/copies/move-marks.ts";
import { TestServer } from "../../test/postgres-server.ts";
import { verifyPlace } from "../../store/verify.ts";
import { drill as define, type OnProgress, type Verdict } from "../kit/drill.ts";

const mainFile = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const writers = 3;
const longestHeadStartMs = 200;
/** Beyond the lease of a mover that is gone, for a machine that is busy. */
const patienceMs = leaseMs + 15_000;
const pollMs = 100;
/** A mover that is suspended for longer than its lease holds the drill up for as long. */
const movesPerSuspension = 40;
const verifyEvery = 20;

const places = ["directory", "database"] as const;
type Place = (typeof places)[number];

const harms = ["none", "kill the mover", "kill the mover", "kill the shop", "cut the connections"] as const;
type Harm = (typeof harms)[number] | "suspend the mover";

export const drill = define({
  promise:
    "a shop that is moved to and fro while visitors write, and is killed at random, loses no acknowledged write and is never in two places",
  help: `Moves a shop between its file and PostgreSQL, to and fro, while ${writers} visitors write, and kills the mover, the shop or
their connections at random; then does what docs/operating.md says. Each acknowledged write and its receipt must be in the
place that then opens, and there must never be two places that take writes.`,
  options: {
    moves: { default: 200, help: "how many moves are begun" },
    seed: { default: 1, help: "what chance begins with" },
  },
  short: [{ moves: 4 }],
  run: async ({ moves, seed }, onProgress) => {
    const server = await TestServer.start();
    const directory = await mkdtemp(join(tmpdir(), "niceties-move-drill-"));
    try {
      return await new MoveDrill(server, directory, await server.newDatabase(), seededRandom(seed)).run(
        moves,
        onProgress,
      );
    } finally {
      await server[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    }
  },
});

class MoveDrill {
  readonly #server: TestServer;
  readonly #directory: string;
  readonly #databaseUrl: string;
  readonly #random: SeededRandom;
  readonly #ledger = new Ledger();
  readonly #faults: string[] = [];
  readonly #done = { harmed: 0, completed: 0, refused: 0 };
  #place: Place = "directory";
  /** Of the last move that nobody harmed: others are harmed within as long. */
  #moveMs = 1_500;

  constructor(server: TestServer, directory: string, databaseUrl: string, random: SeededRandom) {
    this.#server = server;
    this.#directory = directory;
    this.#databaseUrl = databaseUrl;
    this.#random = random;
  }

  async run(moves: number, onProgress: OnProgress): Promise<Verdict> {
    let shop = await this.#open(this.#place);
    try {
      for (let done = 1; done <= moves && this.#faults.length === 0; done += 1) {
        const isSuspended = done % movesPerSuspension === 0;
        shop = await this.#move(shop, isSuspended ? "suspend the mover" : this.#random.pick(harms));
        if (done % verifyEvery === 0 || done === moves) await this.#verify();
        onProgress(done, moves);
      }
    } finally {
      await shop.close();
    }
    const { harmed, completed, refused } = this.#done;
    return {
      done: {
        moves,
        "completed moves": completed,
        "acknowledged writes with their receipts": this.#ledger.receipts.length,
      },
      measured: `${harmed} moves harmed, ${refused} starts refused`,
      faults: this.#faults,
    };
  }

  /** One move, with its harm, and what an operator then does; resolves to the shop that is open after it. */
  async #move(shop: SpawnedShop, harm: Harm): Promise<SpawnedShop> {
    const [from, to] = this.#place === "directory" ? places : places.toReversed();
    if (!from || !to) throw new TypeError("There are two places.");
    const stopped = new AbortController();
    const visits = Array.from({ length: writers }, () => writeUntilCut(shop.url, this.#ledger, stopped.signal));
    await delay(this.#random.below(longestHeadStartMs));
    let isMoved = await this.#harmedMove(to, harm, shop);
    if (!isMoved && this.#random.below(2) === 0) isMoved = await this.#moveAgain(to);
    stopped.abort();
    await Promise.all(visits);
    if (isMoved && harm !== "kill the shop") await this.#insistOnRefusal(shop);
    await (this.#random.below(2) === 0 ? shop.close() : shop.kill());
    return this.#openAfter(from, to, isMoved);
  }

  /** Whether the move was reported to be done. */
  async #harmedMove(to: Place, harm: Harm, shop: SpawnedShop): Promise<boolean> {
    const begun = performance.now();
    const mover = this.#startMove(to);
    const ended = outcome(mover);
    if (harm !== "none") {
      this.#done.harmed += 1;
      await Promise.race([ended, delay(this.#random.below(this.#moveMs))]);
    }
    if (harm === "kill the mover") mover.kill("SIGKILL");
    if (harm === "kill the shop") await shop.kill();
    if (harm === "cut the connections") await this.#cutConnections();
    if (harm === "suspend the mover") {
      mover.kill("SIGSTOP");
      await delay(leaseMs + pollMs);
      mover.kill("SIGCONT");
    }
    const { code, words } = await ended;
    if (harm === "none") {
      this.#moveMs = Math.ceil(performance.now() - begun);
      if (code !== 0) this.#faults.push(`A move that nobody harmed failed: ${words}`);
    }
    return code === 0;
  }

  /** "Run the same command again." */
  async #moveAgain(to: Place): Promise<boolean> {
    const { code, words } = await outcome(this.#startMove(to));
    if (code !== 0) this.#faults.push(`A move that was run again failed: ${words}`);
    return code === 0;
  }

  /** Opens the one place that opens; the other one must refuse. */
  async #openAfter(from: Place, to: Place, isMoved: boolean): Promise<SpawnedShop> {
    let there = await this.#tryToOpen(to);
    let here = await this.#tryToOpen(from);
    if (!there && !here) {
      await this.#moveAgain(to); // the copy cannot see by itself that the database was left
      there = await this.#tryToOpen(to);
      here = await this.#tryToOpen(from);
    }
    if (there && here) this.#faults.push(`Both places open after a move to the ${to}.`);
    if (isMoved && !there) this.#faults.push(`A move to the ${to} was reported, and it does not open there.`);
    this.#done.refused += (there ? 0 : 1) + (here ? 0 : 1);
    const shop = there ?? here;
    if (!shop) throw new Error(`Neither place opens after a move to the ${to}.`);
    if (there) {
      await here?.kill();
      this.#place = to;
      this.#done.completed += 1;
    }
    const list = await fetch(`${shop.url}/coffee`);
    this.#faults.push(...this.#ledger.settle(await list.json()));
    await this.#untilWritten(shop);
    return shop;
  }

  /** What was not answered is sent again; a shop that was not moved after all takes it once the mover's lease is over. */
  async #untilWritten(shop: SpawnedShop): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        this.#faults.push(...(await sendAgain(shop.url, this.#ledger)));
        return;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (performance.now() > until) {
          this.#faults.push(`The shop takes no writes: ${error.message}`);
          return;
        }
      }
      await delay(pollMs);
    }
  }

  /** The shop that is still open where it was left takes no write. */
  async #insistOnRefusal({ url }: SpawnedShop): Promise<void> {
    const body = JSON.stringify({ name: "too late" });
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${url}/coffee`, { method: "POST", headers, body });
    if (status !== 503) this.#faults.push(`A place that was left answered a write with ${status}.`);
  }

  async #verify(): Promise<void> {
    const databaseUrl = this.#place === "database" ? this.#databaseUrl : "";
    const { findings } = await verifyPlace(
      { directory: this.#directory, databaseUrl },
      { receipts: this.#ledger.receipts },
    );
    this.#faults.push(...findings.filter(({ isSound }) => isSound === false).map(({ message }) => message));
  }

  #open(place: Place): Promise<SpawnedShop> {
    return spawnShop({ directory: this.#directory, environment: place === "database" ? this.#withDatabase() : {} });
  }

  /** Undefined where the place refuses to be opened. */
  async #tryToOpen(place: Place): Promise<SpawnedShop | undefined> {
    try {
      return await this.#open(place);
    } catch {
      return undefined;
    }
  }

  #startMove(to: Place): ChildProcess {
    const env = { PATH: process.env["PATH"], DATA_DIR: this.#directory, ...this.#withDatabase() };
    return spawn(process.execPath, [mainFile, "move", to], { cwd: this.#directory, env });
  }

  #withDatabase() {
    return { DATABASE_URL: this.#databaseUrl };
  }

  async #cutConnections(): Promise<void> {
    const others = "datname = current_database() AND pid <> pg_backend_pid()";
    await this.#server.ask(this.#databaseUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
  }
}

async function outcome(mover: ChildProcess): Promise<Readonly<{ code: number | null; words: string }>> {
  let words = "";
  for (const stream of [mover.stdout, mover.stderr]) stream?.on("data", (chunk: Buffer) => (words += String(chunk)));
  await once(mover, "close");
  return { code: mover.exitCode, words };
}

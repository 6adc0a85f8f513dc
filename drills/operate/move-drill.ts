import { setTimeout as delay } from "node:timers/promises";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { leaseMs } from "../../store/copies/move-marks.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { ended } from "../../test/run-niceties.ts";
import { drill as define, type OnProgress, type Verdict } from "../kit/drill.ts";
import { Ledger } from "../kit/ledger.ts";
import { listCoffees, send, type Reply } from "../kit/shop-client.ts";
import { spawnShop, startCommand, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { repeatAdds, writeUntilCut } from "../kit/test-clients.ts";
import { until } from "../kit/until.ts";
import { verifyFaults } from "../kit/verify.ts";

const writers = 3;
const longestHeadStartMs = 200;
/** The lease of a mover that is gone, and some time more for a busy machine. */
const patienceMs = leaseMs + 15_000;
const pollMs = 100;
/** The drill suspends a mover only once in this many moves, because it must then wait longer than the mover's lease. */
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
    seed: { default: 1, help: "of the random choices" },
  },
  short: [{ moves: 4 }],
  run: async ({ moves, seed }, onProgress) => {
    await using server = await TestServer.start();
    await using folder = await temporaryFolder("move-drill");
    const drilled = new MoveDrill(server, folder.path, await server.newDatabase(), seededRandom(seed));
    return await drilled.run(moves, onProgress);
  },
});

class MoveDrill {
  readonly #server: TestServer;
  readonly #directory: string;
  readonly #databaseUrl: string;
  readonly #random: SeededRandom;
  readonly #ledger = new Ledger();
  readonly #faults = this.#ledger.faults;
  readonly #done = { harmed: 0, completed: 0, refused: 0 };
  #place: Place = "directory";
  /** How long the last unharmed move took. Others are harmed within this time. */
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

  /** Makes one move, with its harm and an operator's repair. Resolves to the shop that is open after it. */
  async #move(shop: SpawnedShop, harm: Harm): Promise<SpawnedShop> {
    const [from, to] = this.#place === "directory" ? places : places.toReversed();
    if (!from || !to) throw new TypeError("There are two places.");
    const stopped = new AbortController();
    const visits = Array.from({ length: writers }, () =>
      writeUntilCut(this.#ledger, shop.url, isUnavailable, stopped.signal),
    );
    await delay(this.#random.below(longestHeadStartMs));
    let isMoved = await this.#harmedMove(to, harm, shop);
    if (!isMoved && this.#random.below(2) === 0) isMoved = await this.#moveAgain(to);
    stopped.abort();
    await Promise.all(visits);
    if (isMoved && harm !== "kill the shop") await this.#insistOnRefusal(shop);
    await (this.#random.below(2) === 0 ? shop.close() : shop.kill());
    return this.#openAfter(from, to, isMoved);
  }

  /** Makes a move and harms it. Resolves to whether the command reported success. */
  async #harmedMove(to: Place, harm: Harm, shop: SpawnedShop): Promise<boolean> {
    const begun = performance.now();
    const mover = this.#startMove(to);
    const outcome = ended(mover);
    if (harm !== "none") {
      this.#done.harmed += 1;
      await Promise.race([outcome, delay(this.#random.below(this.#moveMs))]);
    }
    if (harm === "kill the mover") mover.kill("SIGKILL");
    if (harm === "kill the shop") await shop.kill();
    if (harm === "cut the connections") await this.#cutConnections();
    if (harm === "suspend the mover") {
      mover.kill("SIGSTOP");
      await delay(leaseMs + pollMs);
      mover.kill("SIGCONT");
    }
    const { code, out, err } = await outcome;
    if (harm === "none") {
      this.#moveMs = Math.ceil(performance.now() - begun);
      if (code !== 0) this.#faults.push(`A move that nobody harmed failed: ${out}${err}`);
    }
    return code === 0;
  }

  /** Does what the docs say: "Run the same command again." */
  async #moveAgain(to: Place): Promise<boolean> {
    const { code, out, err } = await ended(this.#startMove(to));
    if (code !== 0) this.#faults.push(`A move that was run again failed: ${out}${err}`);
    return code === 0;
  }

  /** Opens the shop in the one place that opens; the other place must refuse to. */
  async #openAfter(from: Place, to: Place, isMoved: boolean): Promise<SpawnedShop> {
    let there = await this.#tryToOpen(to);
    let here = await this.#tryToOpen(from);
    if (!there && !here) {
      await this.#moveAgain(to); // the copy cannot detect by itself that the shop has left the database
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
    this.#ledger.settle(await listCoffees(shop.url));
    await this.#untilWritten(shop);
    return shop;
  }

  /** Sends unanswered adds again. A shop that was not moved after all takes them once the mover's lease is over. */
  async #untilWritten({ url }: SpawnedShop): Promise<void> {
    let refusal: Reply | undefined;
    await until(async () => (refusal = await repeatAdds(this.#ledger, url)) === undefined, {
      withinMs: patienceMs,
      everyMs: pollMs,
      failure: () => `The shop takes no writes: ${refusal?.status}, ${refusal?.text}`,
    });
  }

  /** The process that is still open in the old place must refuse writes. */
  async #insistOnRefusal({ url }: SpawnedShop): Promise<void> {
    const { status } = await send(url, "POST", "/coffee", { name: "too late" });
    if (status !== 503) this.#faults.push(`A place that was left answered a write with ${status}.`);
  }

  async #verify(): Promise<void> {
    const databaseUrl = this.#place === "database" ? this.#databaseUrl : "";
    this.#faults.push(...(await verifyFaults({ directory: this.#directory, databaseUrl }, this.#ledger.receipts)));
  }

  #open(place: Place): Promise<SpawnedShop> {
    return spawnShop({
      directory: this.#directory,
      environment: place === "database" ? { DATABASE_URL: this.#databaseUrl } : {},
    });
  }

  /** Opens the shop in a place; undefined if it refuses to open there. */
  async #tryToOpen(place: Place): Promise<SpawnedShop | undefined> {
    return this.#open(place).catch(() => undefined);
  }

  #startMove(to: Place) {
    return startCommand(this.#directory, { DATABASE_URL: this.#databaseUrl }, "move", to);
  }

  async #cutConnections(): Promise<void> {
    const others = "datname = current_database() AND pid <> pg_backend_pid()";
    await this.#server.ask(this.#databaseUrl, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
  }
}

/** Whether the shop refuses because it is moving, or has moved. */
function isUnavailable({ status }: Reply): boolean {
  return status === 503;
}

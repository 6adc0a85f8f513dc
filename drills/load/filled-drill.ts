import { Agent } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { readProcessTree } from "../../bench/machine/process-tree.ts";
import { sendRaw } from "../kit/shop-client.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { drill as define } from "../kit/drill.ts";

const megabyte = 1_000_000;
const addersAtOnce = 16;
const opensWithinMs = 5_000;

/** Makes the fields of the next coffee. */
type MakeFields = (random: SeededRandom) => CoffeeFields;

/** Nearly 64 KiB of letters that hardly compress, one of which makes JavaScript keep two bytes for each letter. */
const largest: MakeFields = (random) => {
  const letters = (count: number) => {
    const codes = Array.from({ length: count }, () => 0x23 + random.below(0x39));
    return `ক${String.fromCharCode(...codes)}`;
  };
  const [name = "", chef = "", supplier = "", taste = "", category = ""] = Array.from({ length: 5 }, () =>
    letters(9_700),
  );
  return { ...emptyFields, name, chef, supplier, taste, category, photo: letters(16_000) };
};

const kinds: Readonly<Record<string, MakeFields>> = {
  largest,
  /** Just small enough for the shop to keep them as strings, in the heap. */
  middling: (random) => ({ ...emptyFields, name: `ক ${random.below(1_000)}`, details: "b ".repeat(1_800) }),
  smallest: () => emptyFields,
};

export const drill = define({
  promise:
    "a shop that was filled until it refused more opens again after each kill, serves, and takes deletes and smaller coffees",
  help: `Fills shops through the API until they refuse more: with the largest coffees, with middling and with empty ones, on SQLite
and on PostgreSQL. Kills each and opens it again with a heap of --heap MB. It must open within 5 seconds, show home, send the
list in every encoding, search, and take deletes and smaller coffees, again after another kill, in --resident MB of memory.`,
  options: {
    heap: { default: 256, help: "MB that the heap of each shop may grow to" },
    limit: { default: 0, help: "CATALOGUE_LIMIT in MB; 0 for the one that the heap gives" },
    seed: { default: 1, help: "of the coffees' texts" },
    databases: { default: 1, help: "0 for SQLite alone" },
    kinds: { default: 3, help: "1 for the largest coffees alone, 2 for the middling as well" },
    resident: { default: 500, help: "MB of memory that a shop may take" },
    timed: { default: 1, help: "0 does not judge how soon it opens, for a machine that does other work" },
  },
  short: [{ limit: 1, databases: 0, kinds: 1, resident: 1_000, timed: 0 }],
  async run({ heap, limit, seed, databases, kinds: count, resident, timed }, onProgress) {
    const faults: string[] = [];
    const figures: string[] = [];
    await using server = databases > 0 ? await TestServer.start() : undefined;
    const places = [undefined, ...(server ? [server] : [])];
    const tried = Object.entries(kinds).slice(0, count);
    let done = 0;
    for (const each of places) {
      for (const [kind, makeFields] of tried) {
        await using place = await newTestPlace((await each?.newDatabase()) ?? "");
        const environment = {
          NODE_OPTIONS: `--max-old-space-size=${heap}`,
          DATABASE_URL: place.databaseUrl,
          ...(limit > 0 && { CATALOGUE_LIMIT: String(limit) }),
        };
        const name = `${kind} coffees on ${each ? "PostgreSQL" : "SQLite"}`;
        const random = seededRandom(seed);
        const round = new FilledRound({
          open: () => spawnShop({ directory: place.directory, environment }),
          makeFields: () => makeFields(random),
          residentAtMost: resident * megabyte,
          isTimed: timed === 1,
        });
        await round.run().catch((error: unknown) => round.faults.push(String(error)));
        faults.push(...round.faults.map((fault) => `${name}: ${fault}`));
        figures.push(`${name}: ${round.figures()}`);
        onProgress((done += 1), places.length * tried.length);
      }
    }
    return { done: { shops: done }, measured: figures.join("\n"), faults };
  },
});

type RoundOptions = Readonly<{
  open: () => Promise<SpawnedShop>;
  makeFields: () => CoffeeFields;
  residentAtMost: number;
  isTimed: boolean;
}>;

/** One shop, from its first coffee until it has opened three times. */
class FilledRound {
  readonly faults: string[] = [];
  readonly #options: RoundOptions;
  readonly #openedMs: number[] = [];
  #ids: string[] = [];
  #bytes = 0;
  #resident = 0;

  constructor(options: RoundOptions) {
    this.#options = options;
  }

  figures(): string {
    const seconds = this.#openedMs.map((ms) => (ms / 1_000).toFixed(1));
    const [list, resident] = [this.#bytes, this.#resident].map((bytes) => Math.round(bytes / megabyte));
    return `${this.#ids.length} coffees, a list of ${list} MB, open after ${seconds.join(", ")} s, ${resident} MB resident at most`;
  }

  async run(): Promise<void> {
    await this.#withShop((shop) => this.#fill(shop));
    for (let round = 0; round < 2; round++) {
      const started = performance.now();
      await this.#withShop(async (shop) => {
        const home = await ask(shop, "GET", "/");
        this.#openedMs.push(performance.now() - started);
        if (home.status !== 200) this.faults.push(`home is answered ${home.status}`);
        await this.#read(shop);
        await this.#write(shop);
        await this.#read(shop);
      });
    }
    const slowest = Math.max(...this.#openedMs);
    if (this.#options.isTimed && slowest > opensWithinMs)
      this.faults.push(`it opened only after ${Math.round(slowest)} ms`);
    if (this.#resident > this.#options.residentAtMost)
      this.faults.push(`it took ${Math.round(this.#resident / megabyte)} MB of memory`);
  }

  /** Opens the shop for `act`, and kills it with SIGKILL afterwards. */
  async #withShop(act: (shop: SpawnedShop) => Promise<void>): Promise<void> {
    await using shop = await this.#options.open();
    try {
      await act(shop);
    } finally {
      this.#resident = Math.max(this.#resident, readProcessTree(shop.processId)?.peakBytes ?? 0);
      this.faults.push(...shop.complaints);
      await shop.kill();
    }
  }

  async #fill(shop: SpawnedShop): Promise<void> {
    let isFull = false;
    const fillOn = async () => {
      while (!isFull) {
        const { status, bytes } = await ask(shop, "POST", "/coffee", { sent: this.#options.makeFields() });
        const body: { insertedId?: string; type?: string } = JSON.parse(bytes.toString());
        if (status === 201 && body.insertedId) this.#ids.push(body.insertedId);
        else {
          isFull = true;
          if (body.type !== "/-/problems/catalogue-full")
            this.faults.push(`an add is answered ${status}: ${bytes.toString()}`);
        }
      }
    };
    await Promise.all(Array.from({ length: addersAtOnce }, fillOn));
  }

  async #read(shop: SpawnedShop): Promise<void> {
    for (const [coding, decode] of Object.entries(decoders)) {
      const { status, headers, bytes } = await ask(shop, "GET", "/coffee", { coding });
      const list: readonly { _id: string }[] = JSON.parse(
        (headers["content-encoding"] ? decode(bytes) : bytes).toString(),
      );
      if (coding === "identity") this.#bytes = bytes.byteLength;
      const count = `${list.length} of ${this.#ids.length} coffees`;
      if (status !== 200 || list.length !== this.#ids.length)
        this.faults.push(`the list in ${coding} is answered ${status} with ${count}`);
    }
    const ofCoffees = [`/coffee/${this.#ids[0]}`, `/coffee-details/${this.#ids.at(-1)}`];
    for (const path of [...ofCoffees, "/", "/?q=b", "/-/changes", "/-/feed.atom"]) {
      const { status } = await ask(shop, "GET", path);
      if (status !== 200) this.faults.push(`${path} is answered ${status}`);
    }
  }

  /** Deletes the newest coffee, and replaces the first by a smaller one, then by its own text, which now has room. */
  async #write(shop: SpawnedShop): Promise<void> {
    const newest = this.#ids.pop();
    const first = `/coffee/${this.#ids[0]}`;
    const original: CoffeeFields = JSON.parse((await ask(shop, "GET", first)).bytes.toString());
    const longer = { ...original, details: `${original.details.slice(0, 9_000)} longer`.repeat(4).slice(0, 9_999) };
    const expected: [string, string, unknown, number][] = [
      ["PUT", first, longer, 507],
      ["PUT", first, { ...emptyFields, price: "1" }, 200],
      ["DELETE", `/coffee/${newest}`, undefined, 200],
      ["PUT", first, original, 200],
    ];
    for (const [method, path, sent, status] of expected) {
      const reply = await ask(shop, method, path, { sent });
      // The longer text may still fit: the refused add may have needed more room than it does.
      if (reply.status !== status && !(status === 507 && reply.status === 200))
        this.faults.push(`${method} ${path} is answered ${reply.status}, not ${status}`);
    }
  }
}

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
};

const agent = new Agent({ keepAlive: true });

type Asked = Readonly<{ coding?: string; sent?: unknown }>;

function ask({ url }: SpawnedShop, method: string, path: string, { coding = "identity", sent }: Asked = {}) {
  return sendRaw(url + path, { method, headers: { "accept-encoding": coding }, sent, agent });
}

import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { backupsFolder, listBackups } from "../../store/copies/backups.ts";
import { findTexts } from "../../store/copies/find-texts.ts";
import { verifyFile } from "../../store/verify.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { ended } from "../../test/run-niceties.ts";
import { drill as defineDrill } from "../kit/drill.ts";
import { send, type Reply } from "../kit/shop-client.ts";
import { spawnShop, startCommand, temporaryFolder, type SpawnedShop } from "../kit/spawned-shop.ts";
import { faultsIn, verifyFaults } from "../kit/verify.ts";

const addresses = "/coffee / /-/changes /-/changes?after=0 /-/feed.json /-/feed.atom /-/sitemap.xml".split(" ");
const longestRunMs = 1_500;

/** A text to erase, and the options of the command that erases it. */
type Written = Readonly<{ text: string; selector: readonly string[] }>;

class EraseDrill {
  readonly #chance: SeededRandom;
  readonly #folder: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #shop: SpawnedShop;
  readonly receipts: Version[] = [];
  readonly faults: string[] = [];
  kills = 0;

  constructor(chance: SeededRandom, shop: SpawnedShop, folder: string, environment: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#chance = chance;
    this.#shop = shop;
    this.#environment = environment;
  }

  /** Writes a text for one of the ways to erase it, and sometimes undoes, rewrites or deletes it as well. */
  async write(count: number): Promise<Written> {
    const random = Array.from({ length: 24 }, () => this.#chance.below(36).toString(36)).join("");
    const secret = `call "${count}" টং ${random}`;
    const address = `192.0.2.${count % 250}`;
    const kind = this.#chance.pick(["change", "field", "coffee", "visitor"] as const);
    const id = await this.#add({ name: `coffee ${count}`, taste: kind === "coffee" ? secret : "plain" }, address);
    const number = await this.#send("PUT", `/coffee/${id}`, { name: `coffee ${count}`, details: secret }, address);
    if (this.#chance.below(2) === 0) {
      const undone = await this.#send("PUT", `/-/changes/${number}/undo`, undefined, "192.0.2.251");
      await this.#send("PUT", `/-/changes/${undone}/undo`, undefined, "192.0.2.251");
    }
    if (this.#chance.below(3) === 0)
      await this.#send("PUT", `/coffee/${id}`, { name: "other", details: secret }, address);
    if (this.#chance.below(4) === 0) await this.#send("DELETE", `/coffee/${id}`, undefined, "192.0.2.252");
    switch (kind) {
      case "change":
        return { text: secret, selector: ["--change", String(number)] };
      case "field":
        return { text: secret, selector: ["--coffee", id, "--field", "details"] };
      case "coffee":
        return { text: secret, selector: ["--coffee", id] };
      case "visitor":
        return { text: secret, selector: ["--visitor", await this.#visitorOf(number), "--field", "details"] };
    }
  }

  /** Reads all that the open shop publishes, and searches it for texts that should not be there any more. */
  async read(gone: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const { text } = await send(this.#shop.url, "GET", address);
      for (const each of gone) if (holds(text, each)) this.faults.push(`${address} still shows ${each}.`);
    }
  }

  /** Runs a command. With `isKilled`, kills it at a random moment and runs it again. */
  async run(words: readonly string[], isKilled: boolean): Promise<void> {
    if (isKilled) {
      const child = startCommand(this.#folder, this.#environment, ...words);
      await Promise.race([delay(this.#chance.below(longestRunMs)), once(child, "exit")]);
      child.kill("SIGKILL");
      this.kills += 1;
    }
    const child = startCommand(this.#folder, this.#environment, ...words);
    const { code, out, err } = await ended(child);
    if (code !== 0) this.faults.push(`niceties ${words.join(" ")} ended with ${code}: ${out}${err}`);
  }

  async #add(fields: object, address: string): Promise<string> {
    const { insertedId }: { insertedId: string } = JSON.parse(
      (await this.#call("POST", "/coffee", fields, address)).text,
    );
    return insertedId;
  }

  /** The number of the change that a write made. */
  async #send(method: string, path: string, fields: object | undefined, address: string): Promise<number> {
    return (await this.#call(method, path, fields, address)).receipt?.number ?? 0;
  }

  async #call(method: string, path: string, fields: object | undefined, address: string): Promise<Reply> {
    const reply = await send(this.#shop.url, method, path, fields, { "x-forwarded-for": address });
    if (!reply.isOk) this.faults.push(`${method} ${path} was answered ${reply.status}.`);
    if (reply.receipt) this.receipts.push(reply.receipt);
    return reply;
  }

  async #visitorOf(number: number): Promise<string> {
    const { text } = await send(this.#shop.url, "GET", `/-/changes?before=${number + 1}`);
    const { changes }: { changes: { visitor: string }[] } = JSON.parse(text);
    return changes[0]?.visitor ?? "";
  }
}

function holds(reply: string, secret: string): boolean {
  return reply.includes(secret) || reply.includes(secret.slice(-24));
}

/** Makes PostgreSQL delete the write-ahead log that it no longer needs, as it does by itself in time. */
async function dropOldLog(server: TestServer): Promise<void> {
  const url = server.url("postgres");
  for (const sql of ["ALTER SYSTEM SET wal_recycle = off", "SELECT pg_reload_conf()"]) await server.ask(url, sql);
  for (let round = 0; round < 3; round++) {
    await server.ask(url, "SELECT pg_switch_wal()");
    await server.ask(url, "CHECKPOINT");
  }
}

export const drill = defineDrill({
  promise: "texts that were erased are in no byte of the data, the backups and the replies, and every receipt is good",
  help: `Writes unique texts into an open shop, backs it up, and erases them by every selector, while others read: by change,
field, coffee and visitor. It kills the command now and then and runs it again. Then none of the texts may be in any byte of
the data, the backups, the replies or PostgreSQL's files, verify must succeed, and every receipt must be good.`,
  options: {
    texts: { default: 100, help: "how many texts are erased" },
    postgres: { default: 0, help: "1 keeps the shop in a PostgreSQL server that is started for it" },
    seed: { default: 1, help: "for other texts, selectors and kills" },
  },
  short: [
    { texts: 4, seed: 3 },
    { texts: 4, seed: 3, postgres: 1 },
  ],
  async run({ texts: count, postgres, seed }, onProgress) {
    const chance = seededRandom(seed);
    await using place = await temporaryFolder("erase-drill");
    const folder = place.path;
    const data = join(folder, "data");
    await using server = postgres === 1 ? await TestServer.start(true) : undefined;
    const databaseUrl = server ? await server.newDatabase() : "";
    const environment = {
      DATA_DIR: data,
      DATABASE_URL: databaseUrl,
      BACKUPS_DIR: backupsFolder(folder),
      TRUST_PROXY: "1",
      WRITE_LIMIT: "off",
    };
    await using shop = await spawnShop({ directory: folder, environment });
    const work = new EraseDrill(chance, shop, folder, environment);
    const written: Written[] = [];
    for (let done = 0; done < count; done++) written.push(await work.write(done));
    await work.run(["backup"], false);
    if (server) await server.ask(databaseUrl, "ANALYZE"); // as PostgreSQL does by itself in time
    const secrets = written.map(({ text: secret }) => secret);
    const places = [data, backupsFolder(folder), ...(server ? [server.dataFolder] : [])];
    const found = new Set(findTexts(places, secrets).map(({ text }) => text)).size;
    if (found < count) work.faults.push(`Only ${found} of ${count} texts were found before they were erased.`);
    for (const [done, { selector }] of written.entries()) {
      const words = ["erase", ...selector, "--reason", "A drill.", "--yes"];
      await Promise.all([work.run(words, chance.below(4) === 0), work.read(secrets.slice(0, done))]);
      onProgress(done + 1, count);
    }
    await work.read(secrets);
    await work.run(["erase", "--backups"], true);
    if (server) await dropOldLog(server);
    const left = findTexts(places, [...secrets, ...secrets.map((secret) => secret.slice(-24))]);
    for (const { file, text: secret, at } of left) work.faults.push(`${file} holds ${secret} at byte ${at}.`);
    work.faults.push(...(await verifyFaults({ directory: data, databaseUrl }, work.receipts)));
    for (const { file } of listBackups(backupsFolder(folder))) work.faults.push(...faultsIn(await verifyFile(file)));
    return {
      done: { "texts that were there": found, "good receipts": work.receipts.length },
      measured: `${work.kills} commands were killed`,
      faults: [...work.faults, ...shop.complaints],
    };
  },
});

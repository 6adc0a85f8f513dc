import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Version } from "../../catalogue/log/change.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { seededRandom, type SeededRandom } from "../../catalogue/seeded-random.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { backupsFolder, listBackups } from "../../store/copies/backups.ts";
import { findTexts } from "../../store/copies/find-texts.ts";
import { TestServer } from "../../test/postgres-server.ts";
import { verifyFile, verifyPlace } from "../../store/verify.ts";
import { drill as defineDrill } from "../kit/drill.ts";

const mainFile = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
const addresses = [
  "/coffee",
  "/",
  "/-/changes",
  "/-/changes?after=0",
  "/-/feed.json",
  "/-/feed.atom",
  "/-/sitemap.xml",
];
const longestRunMs = 1_500;

/** One text that is erased, and the words of the command that does it. */
type Written = Readonly<{ text: string; selector: readonly string[] }>;

class EraseDrill {
  readonly #chance: SeededRandom;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #shop: SpawnedShop;
  readonly receipts: Version[] = [];
  readonly faults: string[] = [];
  kills = 0;

  constructor(chance: SeededRandom, shop: SpawnedShop, environment: Readonly<Record<string, string>>) {
    this.#chance = chance;
    this.#shop = shop;
    this.#environment = environment;
  }

  /** Writes a text in one of the ways that there are to erase it, and around it what an undo or a delete makes of it. */
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

  /** Asks the open shop for all that it tells, and looks for texts that should not be there any more. */
  async read(gone: readonly string[]): Promise<void> {
    for (const address of addresses) {
      const reply = await (await fetch(this.#shop.url + address)).text();
      for (const each of gone) if (holds(reply, each)) this.faults.push(`${address} still tells ${each}.`);
    }
  }

  /** Runs a command, and with `isKilled` kills it somewhere on its way and runs it again. */
  async run(words: readonly string[], isKilled: boolean): Promise<void> {
    if (isKilled) {
      const child = this.#start(words);
      await Promise.race([delay(this.#chance.below(longestRunMs)), once(child, "exit")]);
      child.kill("SIGKILL");
      this.kills += 1;
    }
    const child = this.#start(words);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (code !== 0) this.faults.push(`niceties ${words.join(" ")} ended with ${code}: ${out}${err}`);
  }

  #start(words: readonly string[]) {
    const env = { PATH: process.env["PATH"], ...this.#environment };
    return spawn(process.execPath, [mainFile, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  }

  async #add(fields: object, address: string): Promise<string> {
    const response = await this.#call("POST", "/coffee", fields, address);
    const { insertedId }: { insertedId: string } = JSON.parse(await response.text());
    return insertedId;
  }

  /** The number of the change that a write made. */
  async #send(method: string, path: string, fields: object | undefined, address: string): Promise<number> {
    const response = await this.#call(method, path, fields, address);
    await response.arrayBuffer();
    return this.receipts.at(-1)?.number ?? 0;
  }

  async #call(method: string, path: string, fields: object | undefined, address: string): Promise<Response> {
    const response = await fetch(this.#shop.url + path, {
      method,
      headers: { "x-forwarded-for": address, ...(fields && { "content-type": "application/json" }) },
      ...(fields && { body: JSON.stringify(fields) }),
    });
    if (!response.ok) this.faults.push(`${method} ${path} was answered ${response.status}.`);
    const receipt = readReceipt(response.headers.get(receiptHeader) ?? "");
    if (receipt) this.receipts.push(receipt);
    return response;
  }

  async #visitorOf(number: number): Promise<string> {
    const response = await fetch(`${this.#shop.url}/-/changes?before=${number + 1}`);
    const { changes }: { changes: { visitor: string }[] } = JSON.parse(await response.text());
    return changes[0]?.visitor ?? "";
  }
}

function holds(reply: string, secret: string): boolean {
  return reply.includes(secret) || reply.includes(secret.slice(-24));
}

/** Has PostgreSQL drop the write-ahead log that it does not need any more, as it does by itself in time. */
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
  help: `Writes unique texts into an open shop, backs it up, and erases them by every selector while readers ask: by change,
field, coffee and visitor. The command is killed now and then and run again. Then none of the texts may be in any byte of the
data, the backups, the replies or PostgreSQL's files, verify must be green, and every receipt good.`,
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
    const folder = mkdtempSync(join(tmpdir(), "niceties-erase-drill-"));
    chmodSync(folder, 0o700);
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
    try {
      await using shop = await spawnShop({ directory: folder, environment: { ...environment, DATA_DIR: data } });
      const work = new EraseDrill(chance, shop, environment);
      const written: Written[] = [];
      for (let done = 0; done < count; done++) written.push(await work.write(done));
      await work.run(["backup"], false);
      if (server) await server.ask(databaseUrl, "ANALYZE"); // as PostgreSQL does by itself in time
      const secrets = written.map(({ text: secret }) => secret);
      const places = [data, backupsFolder(folder), ...(server ? [server.dataFolder] : [])];
      const held = new Set(findTexts(places, secrets).map((found) => found.text));
      if (held.size < count)
        work.faults.push(`Only ${held.size} of ${count} texts were found before they were erased.`);
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
      const checked = [await verifyPlace({ directory: data, databaseUrl }, { receipts: work.receipts })];
      for (const { file } of listBackups(backupsFolder(folder))) checked.push(await verifyFile(file));
      for (const { file, findings } of checked)
        for (const { isSound, message } of findings) if (isSound === false) work.faults.push(`${file}: ${message}`);
      return {
        done: { "texts that were there": held.size, "good receipts": work.receipts.length },
        measured: `${work.kills} commands were killed`,
        faults: [...work.faults, ...shop.complaints],
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

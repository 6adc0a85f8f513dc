import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { findTexts } from "../../store/copies/find-texts.ts";
import { changeMoves, openShop, openStore } from "../../store/open-store.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { Workplace } from "../../test/run-niceties.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const words = "call 01711-000000";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A closed shop with two coffees, one of which has the words, and a backup of the shop. */
async function shopWithWords() {
  const place = new Workplace();
  const store = openStore(place.data, [], at);
  await store.add(coffeeText({ ...emptyFields, name: "Latte", details: words }), { visitor: "ada", at });
  await store.add(coffeeText({ ...emptyFields, name: "Mocha" }), { visitor: "bob", at });
  await store.close();
  await place.run("backup");
  return place;
}

test("erase removes the words from every byte of the data, and names the backups that still hold them", async () => {
  await using place = await shopWithWords();
  const backups = join(place.data, "backups");
  const { code, out } = await place.run(
    "erase",
    "--change",
    "1",
    "--field",
    "details",
    "--reason",
    "A number.",
    "--yes",
  );
  expect([code, out]).toEqual([0, expect.stringContaining("1 text searched for in every byte of the data: none")]);
  const [file = ""] = readdirSync(backups).filter((name) => name.endsWith(".db"));
  expect(out).toContain(`${file}: 1 change`);
  expect(findTexts([place.data], [words]).map((found) => found.file)).toEqual([join(backups, file)]);
  expect(await place.run("verify")).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${file} still hold words`),
  });
  expect((await place.run("doctor")).out).toMatch(/! Erased words: Still in .*change-2\.db/);
  const history = await place.run("history", "--visitor", "ada");
  expect(history.out).toMatch(/details: erased by the shop on .*: "A number\."/);
});

test("erase --backups rewrites the backups that hold what was erased, and they verify", async () => {
  await using place = await shopWithWords();
  await place.run("erase", "--visitor", "ada", "--reason", "Spam.", "--yes");
  expect(await place.run("erase", "--backups")).toMatchObject({ code: 0, out: "Rewrote 1 backup.\n" });
  expect(findTexts([place.path], [words])).toEqual([]);
  const [file = ""] = readdirSync(join(place.data, "backups")).filter((name) => name.endsWith(".db"));
  expect(await place.run("verify", join(place.data, "backups", file))).toMatchObject({ code: 0 });
  expect(await place.run("restore", join(place.data, "backups", file), "--yes")).toMatchObject({ code: 0 });
  expect(await place.run("verify")).toMatchObject({ code: 0 });
});

test("erase rewrites the whole file if it cannot search for all erased values, and says so", async () => {
  await using place = await shopWithWords();
  const { out } = await place.run("erase", "--change", "1", "--reason", "A number.", "--yes");
  expect(out).toContain("1 text searched for in every byte of the data: none is there any more.\n");
  expect(out).toContain("Not searched for: 1 value (too short, or beyond a megabyte). The whole file was rewritten.\n");
});

test("erase needs a selection, a reason and, without a terminal, --yes", async () => {
  await using place = await shopWithWords();
  expect(await place.run("erase", "--change", "1")).toMatchObject({ code: 2 });
  expect(await place.run("erase", "--reason", "x")).toMatchObject({ code: 2 });
  expect(await place.run("erase", "--change", "1", "--reason", "x")).toMatchObject({ code: 1 });
  expect(await place.run("erase", "--change", "1", "--reason", "x", "--dry-run")).toMatchObject({ code: 0 });
  expect(findTexts([join(place.data, "niceties.db")], [words])).toHaveLength(1);
});

test("erase --json lists each coffee with its fields", async () => {
  await using place = await shopWithWords();
  const { code, out } = await place.run("erase", "--change", "1", "--reason", "x", "--dry-run", "--json");
  expect({ code, ...JSON.parse(out) }).toMatchObject({
    code: 0,
    isDone: false,
    coffees: [{ coffee: { ...emptyFields, name: "Latte", details: words }, fields: ["name", "details"], changes: [1] }],
  });
});

const eraseOne = ["erase", "--change", "1", "--field", "details", "--reason", "A number."] as const;

/** Sets the shop's place: a database, or its directory if `url` is empty. */
function settle(place: Workplace, url: string): void {
  writeFileSync(join(place.path, "niceties.env"), `DATABASE_URL="${url}"\n`);
}

test("erase names the old file that a move into a database left, and erase --backups rewrites it", async () => {
  await using place = await shopWithWords();
  settle(place, await server.newDatabase());
  await place.run("move", "database");
  const file = join("data", "niceties.db");
  const named = `Held by 1 file that niceties move left, until niceties erase --backups rewrites them:\n  ${file}: 1 change\n`;
  expect(await place.run(...eraseOne, "--dry-run")).toMatchObject({ code: 0, out: expect.stringContaining(named) });
  expect(await place.run(...eraseOne, "--yes")).toMatchObject({ code: 0, out: expect.stringContaining(named) });
  expect((await place.run("doctor")).out).toContain(`! Erased words: Still in `);
  expect(await place.run("erase", "--backups")).toMatchObject({ code: 0, out: "Rewrote 2 backups.\n" });
  expect(findTexts([place.path], [words])).toEqual([]);
  expect(await place.run("verify", file)).toMatchObject({ code: 0 });
  expect(await place.run("history")).toMatchObject({ code: 0 });
  expect(await place.run("move", "directory")).toMatchObject({ code: 0 });
});

test("erase names the database that a move left, with the command that removes the words", async () => {
  await using place = await shopWithWords();
  const url = await server.newDatabase();
  settle(place, url);
  await place.run("move", "database");
  await place.run("move", "directory");
  settle(place, "");
  const named =
    /The shop moved here from (postgres:\S+) at .+\. What is there still holds the words, unless you have removed it:\n  psql \1 -c '(.+)'\n/;
  expect(await place.run(...eraseOne, "--dry-run")).toMatchObject({ code: 0, out: expect.stringMatching(named) });
  const { code, out } = await place.run(...eraseOne, "--yes");
  expect([code, out]).toEqual([0, expect.stringMatching(named)]);
  await server.ask(url, named.exec(out)?.[2] ?? "");
  expect(await server.ask(url, "SELECT relname FROM pg_class WHERE relname = 'changes'")).toEqual([]);
});

test("erase names what an unfinished move may have left, and a directory on another machine", async () => {
  await using place = await shopWithWords();
  const mark = { id: "dead", since: at.toISOString(), mover: "far 17", leaseUntil: 0 };
  const inFile = { directory: place.data, databaseUrl: "" };
  await changeMoves(inFile, (moves, version) => ({
    ...moves,
    to: { ...mark, place: "postgres://db/shop", isDone: false, version },
  }));
  const fromFile = await place.run(...eraseOne, "--dry-run");
  expect(fromFile.out).toMatch(
    /A move to postgres:\/\/db\/shop at .+ was not finished\. .+\n {2}psql postgres:\S+ -c 'DROP/,
  );

  const databaseUrl = await server.newDatabase();
  settle(place, databaseUrl);
  await place.run("move", "database");
  await changeMoves({ directory: place.data, databaseUrl }, (moves, version) => ({
    ...moves,
    from: { ...mark, place: "/srv/old shop", isDone: true, version },
  }));
  const { code, out } = await place.run(...eraseOne, "--yes");
  expect([code, out]).toEqual([0, expect.stringContaining("\n  rm '/srv/old shop/niceties.db'*   # on far\n")]);
});

test("erase names unfinished copies; --backups removes only the abandoned ones", async () => {
  await using place = await shopWithWords();
  const [killed, recent] = [join("data", "backups", "unfinished-abc"), join("data", "unfinished-restore")];
  for (const path of [killed, recent]) {
    mkdirSync(join(place.path, path));
    writeFileSync(join(place.path, path, "niceties.db"), words);
  }
  const twoDaysAgo = Date.now() / 1_000 - 2 * 86_400;
  utimesSync(join(place.path, killed), twoDaysAgo, twoDaysAgo);
  const named = `  ${killed}: left by a command that was killed; niceties erase --backups removes it\n  ${recent}, of `;
  expect(await place.run(...eraseOne, "--dry-run")).toMatchObject({ code: 0, out: expect.stringContaining(named) });
  expect(await place.run(...eraseOne, "--yes")).toMatchObject({ code: 0, out: expect.stringContaining(named) });
  const { code, out } = await place.run("erase", "--backups");
  expect([code, out]).toEqual([1, expect.stringContaining(`Removed ${killed}.\n`)]);
  expect(out).toContain(`remove it by rm -r ${recent}; otherwise run niceties erase --backups when it is over`);
  expect(findTexts([place.data], [words]).map((found) => found.file)).toEqual([
    join(place.path, recent, "niceties.db"),
  ]);
});

test.for(["SQLite", "PostgreSQL"])(
  "erase removes words from a history larger than its memory limit, and from the backup, in %s",
  async (kind) => {
    const databaseUrl = kind === "SQLite" ? "" : await server.newDatabase();
    await using place = new Workplace({ DATABASE_URL: databaseUrl, NODE_OPTIONS: "--max-old-space-size=128" });
    const store = await openShop({ directory: place.data, databaseUrl }, [], at);
    const edit = (number: number) =>
      coffeeText({ ...emptyFields, name: "Latte", details: `${words} `.repeat(4_000) + number });
    const { coffeeId } = await store.add(edit(1), { visitor: "ada", at });
    for (let number = 2; number <= 1_000; number += 1)
      await store.replace(coffeeId, edit(number), { visitor: "ada", at });
    await store.close();
    await place.run("backup");
    const { code, out, err } = await place.run(
      "erase",
      "--coffee",
      coffeeId,
      "--reason",
      "Spam.",
      "--yes",
      "--backups",
    );
    expect([code, err, out]).toEqual([0, "", expect.stringContaining("Erased words from 1,000 changes")]);
    expect(findTexts([place.path], [words])).toEqual([]);
    expect(await place.run("verify")).toMatchObject({ code: 0 });
  },
);

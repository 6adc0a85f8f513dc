import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { exactFields } from "../catalogue/exact-coffee.ts";
import { findTexts } from "../store/find-texts.ts";
import { openShop, openStore } from "../store/open-store.ts";
import { TestServer } from "../store/postgres/test-server.ts";
import { Workplace } from "./run-niceties.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const words = "call 01711-000000";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A closed shop with two coffees, one of which holds the words, and a backup of it. */
async function shopWithWords() {
  const place = new Workplace();
  const store = openStore(place.data, [], at);
  await store.add(exactFields({ ...emptyFields, name: "Latte", details: words }), { visitor: "ada", at });
  await store.add(exactFields({ ...emptyFields, name: "Mocha" }), { visitor: "bob", at });
  await store.close();
  await place.run("backup");
  return place;
}

test("erase shows what it takes down, takes it out of every byte of the data, and names the backups that hold it", async () => {
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

test("erase asks for a reason and for what to erase, and without a terminal it erases only what --yes allows", async () => {
  await using place = await shopWithWords();
  expect(await place.run("erase", "--change", "1")).toMatchObject({ code: 2 });
  expect(await place.run("erase", "--reason", "x")).toMatchObject({ code: 2 });
  expect(await place.run("erase", "--change", "1", "--reason", "x")).toMatchObject({ code: 1 });
  expect(await place.run("erase", "--change", "1", "--reason", "x", "--dry-run")).toMatchObject({ code: 0 });
  expect(findTexts([join(place.data, "niceties.db")], [words])).toHaveLength(1);
});

test.for(["SQLite", "PostgreSQL"])(
  "erase takes down a coffee whose history is larger than the memory that it may use, and rewrites its backup, in %s",
  async (kind) => {
    const databaseUrl = kind === "SQLite" ? "" : await server.newDatabase();
    await using place = new Workplace({ DATABASE_URL: databaseUrl, NODE_OPTIONS: "--max-old-space-size=128" });
    const store = await openShop({ directory: place.data, databaseUrl }, [], at);
    const edit = (number: number) =>
      exactFields({ ...emptyFields, name: "Latte", details: `${words} `.repeat(4_000) + number });
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

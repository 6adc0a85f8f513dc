import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { findTexts } from "../../store/copies/find-texts.ts";
import { openShop } from "../../store/open-store.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { Workplace } from "../../test/run-niceties.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const words = "call 01711-000000";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

test.for(["SQLite", "PostgreSQL"])(
  "erase takes down a coffee whose history is larger than the memory that it may use, and rewrites its backup, in %s",
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

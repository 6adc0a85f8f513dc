import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { openShop } from "../../../store/open-store.ts";
import { TestServer } from "../../../test/servers/postgres-server.ts";
import { openTestShop } from "../../../test/servers/open-test-shop.ts";

test("while the database is down, known coffees are served with Age, and unknown ids get 503", async () => {
  await using database = await TestServer.start();
  const environment = { DATABASE_URL: await database.newSchema() };
  await using shop = await openTestShop({ environment, firstCoffees: [{ ...emptyFields, name: "Latte" }] });
  const ask = async (path: string, headers = {}) => {
    const reply = await fetch(shop.url + path, { headers });
    return { status: reply.status, age: reply.headers.get("age"), text: await reply.text() };
  };
  const { text } = await ask("/coffee");
  const [coffee]: { _id: string }[] = JSON.parse(text);
  await ask("/");

  await database.stop("SIGKILL");
  const age = expect.stringMatching(/^[1-9]\d*$/);
  const paths = ["/coffee", `/coffee/${coffee?._id}`];
  const [list, one, ...held] = await Promise.all([
    ...paths.map((path) => ask(path)),
    ...paths.map((path) => ask(path, { "if-none-match": "*" })),
  ]);
  expect([list, one]).toEqual([{ status: 200, age, text }, expect.objectContaining({ status: 200, age })]);
  expect(held).toEqual(paths.map(() => ({ status: 304, age, text: "" })));
  expect(await ask("/")).toMatchObject({ status: 200, age, text: expect.stringContaining("Latte") });
  expect(await ask("/coffee/0123456789abcdef01234567")).toMatchObject({
    status: 503,
    text: expect.stringContaining("storage-unreachable"),
  });

  await database.start();
  expect(await ask("/coffee")).toEqual({ status: 200, age: null, text });
  expect(await ask("/coffee/0123456789abcdef01234567")).toMatchObject({ status: 404, age: null });
  expect(shop.reports).toEqual([]);
});

test("with EXTRAS=off, a shop that lost its database replies 503, not 404, for a coffee that it does not know", async () => {
  await using database = await TestServer.start();
  await using shop = await openTestShop({ environment: { DATABASE_URL: await database.newSchema(), EXTRAS: "off" } });
  const statusOf = async (path: string) => (await fetch(shop.url + path)).status;
  const unknown = "/coffee/0123456789abcdef01234567";
  expect([await statusOf("/coffee"), await statusOf(unknown)]).toEqual([200, 404]);
  await database.stop("SIGKILL");
  expect([await statusOf("/coffee"), await statusOf(unknown)]).toEqual([200, 503]);
});

test("after the database's log is replaced by another, the list shows that log's coffees", async () => {
  await using database = await TestServer.start();
  const url = await database.newSchema();
  /** Replaces the database's log and coffees in one transaction, by a log that adds these coffees. */
  const replaceBy = async (names: readonly string[]) => {
    const other = await database.newSchema();
    const store = await openShop({ directory: "", databaseUrl: other }, [], new Date());
    for (const name of names) {
      await store.add(coffeeText({ ...emptyFields, name }), { visitor: null, at: new Date() });
    }
    await store.close();
    const schema = other.split("%3D").at(-1);
    await database.ask(
      url,
      `DELETE FROM coffees; DELETE FROM changes; DELETE FROM head;
       INSERT INTO changes SELECT * FROM ${schema}.changes; INSERT INTO coffees SELECT * FROM ${schema}.coffees;
       INSERT INTO head SELECT * FROM ${schema}.head`,
    );
  };
  await using shop = await openTestShop({ environment: { DATABASE_URL: url } });
  const shown = async () => {
    const listed: { name: string }[] = await (await fetch(`${shop.url}/coffee`)).json();
    return listed.map(({ name }) => name);
  };
  for (const names of [["Latte"], ["Mocha"], ["Espresso", "Cortado"], []]) {
    await replaceBy(names);
    expect(await shown()).toEqual(names);
  }
  expect(shop.reports).toEqual([]);
});

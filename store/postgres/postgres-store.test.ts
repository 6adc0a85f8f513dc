// Long, because one PostgreSQL server, which takes seconds to start, serves all tests.
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chain, emptyVersion, type StoredChange } from "../../catalogue/log/change.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore, MadeChange } from "../../catalogue/coffee-store.ts";
import { coffeeText, fieldsOf } from "../../catalogue/coffee-text.ts";
import { Fault, type FaultCode } from "../../catalogue/fault.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { edited, namesOf } from "../../test/coffee-texts.ts";
import { StoreRefused } from "../store-refused.ts";
import { CuttingProxy } from "../../test/servers/faulty-proxy.ts";
import { openPostgresStore, type OpenOptions } from "./postgres-store.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const by = { visitor: null, at };
/** A shorter time limit than a visitor's, to make tests faster. */
const impatient: OpenOptions = { waitMs: 500 };
const nothing = () => {};
const coffee = (name: string) => coffeeText({ ...emptyFields, name });

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function opened(url: string, options?: OpenOptions) {
  const store = await openPostgresStore(url, [], at, options);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

async function openedAnew(options?: OpenOptions) {
  const url = await server.newSchema();
  const { store, [Symbol.asyncDispose]: dispose } = await opened(url, options);
  return { url, store, [Symbol.asyncDispose]: dispose };
}

async function connected(url: string) {
  const client = new Client(url);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

async function faultCode(call: Promise<unknown>): Promise<FaultCode> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  throw new Error("Nothing was refused.");
}

async function refusal(url: string, joins = false): Promise<string> {
  try {
    await (await openPostgresStore(url, [], at, { joins })).close();
  } catch (error) {
    if (error instanceof StoreRefused) return error.message;
    throw error;
  }
  throw new Error("The database was not refused.");
}

const names = async (store: CoffeeStore) => namesOf((await store.list()).coffees);

function nameOf({ after }: StoredChange): string {
  return after === null ? "" : fieldsOf(after).name;
}

/** Returns the whole log, after checking that each change fits the one before. */
async function soundLog(store: CoffeeStore): Promise<StoredChange[]> {
  const changes = await store.changes(0, 100_000);
  let previous = emptyVersion;
  for (const change of changes) {
    expect(change).toEqual(chain(change, previous));
    previous = { number: change.number, hash: change.hash };
  }
  expect(await store.version()).toEqual(previous);
  return changes;
}

describe("opening a store refuses in one sentence:", () => {
  test("a database of a newer version, which stays unchanged", async () => {
    const { url } = await openedAnew().then(async (made) => {
      await made.store.close();
      return made;
    });
    await server.ask(url, "UPDATE niceties SET data_version = 99");
    expect(await refusal(url)).toMatch(
      /^postgres:\/\/127\.0\.0\.1:\d+\/postgres was written by a newer version of Niceties \(data version 99, this one knows \d+\); it was left untouched\. Update Niceties\.$/,
    );
    expect(await server.ask(url, "SELECT data_version FROM niceties")).toEqual([{ data_version: 99 }]);
  });

  test("another program's database, which stays unchanged", async () => {
    const url = await server.newSchema();
    await server.ask(url, "CREATE TABLE notes (text text)");
    expect(await refusal(url)).toMatch(/ is a database, but not of this shop; it was left untouched\.$/);
    expect(await server.ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")).toEqual([
      { tablename: "notes" },
    ]);
  });

  test("a database whose encoding cannot store every text", async () => {
    const url = await server.newDatabase("ENCODING 'LATIN1' LOCALE 'C'");
    expect(await refusal(url)).toMatch(/ is encoded in LATIN1, which cannot keep every text; make one in UTF8\.$/);
  });

  test("a database that does not exist", async () => {
    expect(await refusal(server.url("missing"))).toMatch(/\/missing cannot be opened: there is no such database\.$/);
  });

  test("an address where nothing listens, without showing the password", async () => {
    const message = await refusal("postgres://shop:secret@127.0.0.1:1/shop?application_name=secret");
    expect(message).toBe("postgres://127.0.0.1:1/shop cannot be opened: nothing listens there.");
  });

  test("a database without a shop, where a command creates no tables", async () => {
    const url = await server.newSchema();
    expect(await refusal(url, true)).toMatch(/^There is no shop in postgres:/);
    expect(await server.ask(url, "SELECT * FROM pg_tables WHERE schemaname = current_schema()")).toEqual([]);
  });
});

test("if five stores open a new database at once, it is filled only once", async () => {
  const url = await server.newSchema();
  const first = [{ ...emptyFields, name: "a" }];
  const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(url, first, at)));
  for (const store of stores) expect(await names(store)).toEqual(["a"]);
  await Promise.all(stores.map((store) => store.close()));
});

test("text columns have the C collation, so ids and names are ordered by their bytes", async () => {
  await using opening = await openedAnew();
  const columns = await server.ask(
    opening.url,
    `SELECT DISTINCT collation_name FROM information_schema.columns
     WHERE table_schema = current_schema() AND data_type = 'text'`,
  );
  expect(columns).toEqual([{ collation_name: "C" }]);
});

describe("concurrent writes", () => {
  test("share transactions and get consecutive numbers", async () => {
    await using opening = await openedAnew();
    await Promise.all(Array.from({ length: 100 }, (_, count) => opening.store.add(coffee(`${count}`), by)));
    expect(await soundLog(opening.store)).toHaveLength(100);
    const [row] = await server.ask(opening.url, "SELECT count(DISTINCT xmin::text)::int AS commits FROM changes");
    expect(Number(row?.["commits"])).toBeLessThanOrEqual(3);
  });

  test("see the writes before them, and a refused write does not affect the others", async () => {
    await using opening = await openedAnew();
    const { store } = opening;
    const { coffeeId, number } = await store.add(coffee("a"), by);
    const isFirst = { upTo: number };
    const outcomes = await Promise.allSettled([
      store.replace(coffeeId, coffee("b"), by, isFirst),
      store.replace(coffeeId, coffee("c"), by, isFirst),
      store.add(coffee("d"), by),
      store.remove(coffeeId, by),
      store.remove(coffeeId, by),
      store.replace(coffeeId, coffee("e"), by),
    ]);
    expect(outcomes).toMatchObject([
      { value: { number: 2, action: "replace", before: coffee("a") } },
      { reason: { code: "changed-meanwhile" } },
      { value: { number: 3 } },
      { value: { number: 4, action: "remove", before: coffee("b") } },
      { value: undefined },
      { reason: { code: "unknown-coffee" } },
    ]);
    expect(await names(store)).toEqual(["d"]);
    await soundLog(store);
  });

  test("are seen by a concurrent undo", async () => {
    await using opening = await openedAnew();
    const { store } = opening;
    const { coffeeId, number } = await store.add(coffee("a"), by);
    const [, undo] = await Promise.all([store.replace(coffeeId, coffee("b"), by), store.undo([number], by)]);
    expect(undo).toEqual({ changes: [], kept: [{ change: number, fields: ["name"] }] });
    expect(await names(store)).toEqual(["b"]);
  });

  test("with the same key make one change, and still share transactions with others", async () => {
    await using opening = await openedAnew();
    const { store } = opening;
    const add = (name: string) => store.add(coffee(name), by, `key ${name}`);
    const different = Array.from({ length: 40 }, (_, count) => `${count}`);
    const made = await Promise.all(different.flatMap((name) => [add(name), add(name)]));
    expect(new Set(made.map(({ hash }) => hash)).size).toBe(40);
    expect(await soundLog(store)).toHaveLength(40);
    const [row] = await server.ask(opening.url, "SELECT count(DISTINCT xmin::text)::int AS commits FROM changes");
    expect(Number(row?.["commits"])).toBeLessThanOrEqual(3);
  });

  test("share a transaction with fewer others if their texts are large", async () => {
    await using opening = await openedAnew();
    const long = edited(coffee("a"), { details: "x".repeat(50_000) });
    await Promise.all(Array.from({ length: 100 }, () => opening.store.add(long, by)));
    const [row] = await server.ask(opening.url, "SELECT count(DISTINCT xmin::text)::int AS commits FROM changes");
    expect(Number(row?.["commits"])).toBeGreaterThanOrEqual(5);
  });

  test("are made in smaller batches if the connection breaks on a large one", async () => {
    const { proxy, url } = await CuttingProxy.to(await server.newSchema());
    const { store } = await opened(url);
    proxy.decide = (sent) => (sent.length > 20_000 ? "cut before" : "pass");
    await Promise.all(Array.from({ length: 200 }, (_, count) => store.add(coffee(`${count} ${"x".repeat(400)}`), by)));
    expect(await soundLog(store)).toHaveLength(200);
    await store.close();
    await proxy[Symbol.asyncDispose]();
  });

  test("are all refused at once when they have waited too long", async () => {
    const { proxy, url } = await CuttingProxy.to(await server.newSchema());
    const { store } = await opened(url, impatient);
    proxy.isSilent = true;
    let refusals = 0;
    const writes = Array.from({ length: 1_000 }, () =>
      faultCode(store.add(coffee("a"), by)).finally(() => (refusals += 1)),
    );
    await writes[0];
    await nextTurn();
    expect(refusals).toBe(1_000);
    expect(new Set(await Promise.all(writes))).toEqual(new Set(["storage-busy"]));
    await store.close();
    await proxy[Symbol.asyncDispose]();
  });

  test("are kept even if the database rejects one of them", async () => {
    await using opening = await openedAnew();
    const { store } = opening;
    const authors = [by, { ...by, visitor: "\0" }, by];
    const outcomes = await Promise.allSettled(authors.map((author, index) => store.add(coffee(`${index}`), author)));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await names(store)).toEqual(["0", "2"]);
    await soundLog(store);
  });
});

test("two stores that write at once lose no change, and number all changes without a gap", async () => {
  const url = await server.newSchema();
  await using one = await opened(url);
  await using other = await opened(url);
  const written = await Promise.all(
    Array.from({ length: 200 }, (_, count) => (count % 2 === 0 ? one : other).store.add(coffee(`${count}`), by)),
  );
  const changes = await soundLog(one.store);
  expect(written.toSorted((first, second) => first.number - second.number)).toEqual(changes);
  expect(changes).toHaveLength(200);
});

test("if another program locks the log's head, writes are refused, change nothing, and reads continue", async () => {
  await using opening = await openedAnew(impatient);
  await using other = await connected(opening.url);
  await other.client.query("BEGIN; SELECT * FROM head FOR UPDATE");
  const writing = opening.store.add(coffee("a"), by);
  expect(await names(opening.store)).toEqual([]);
  expect(await faultCode(writing)).toBe("storage-busy");
  await other.client.query("ROLLBACK");
  expect(await opening.store.version()).toEqual(emptyVersion);
  expect(await opening.store.add(coffee("b"), by)).toMatchObject({ number: 1 });
});

test("a full disk refuses writes, the operator is told once, and the store is ready again once there is room", async () => {
  await using opening = await openedAnew();
  const { store, url } = opening;
  await server.ask(
    url,
    `CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE UPDATE ON head FOR EACH STATEMENT EXECUTE FUNCTION be_full()`,
  );
  const reported = { code: "storage-full", cause: expect.any(StoreRefused) };
  await expect(store.add(coffee("a"), by)).rejects.toMatchObject(reported);
  await expect(store.add(coffee("a"), by)).rejects.toMatchObject({ code: "storage-full", cause: undefined });
  expect(await faultCode(store.ready())).toBe("storage-full");
  await server.ask(url, "DROP TRIGGER full_disk ON head");
  await store.ready();
  expect(await store.add(coffee("b"), by)).toMatchObject({ number: 1 });
});

test("a database that has lost an acknowledged change is no longer used", async () => {
  await using opening = await openedAnew();
  const { store, url } = opening;
  await store.add(coffee("a"), by);
  await server.ask(url, "DELETE FROM coffees; DELETE FROM changes; UPDATE head SET number = 0, hash = ''");
  expect(await faultCode(store.version())).toBe("storage-failed");
  expect(await faultCode(store.add(coffee("b"), by))).toBe("storage-failed");
  expect(await server.ask(url, "SELECT * FROM changes")).toEqual([]);
});

const lose = (url: string) =>
  server.ask(url, "DELETE FROM coffees; DELETE FROM changes; UPDATE head SET number = 0, hash = ''");

describe("after a database has lost changes,", () => {
  test("a store that acknowledged one of them refuses reads and writes", async () => {
    await using opening = await openedAnew();
    await using other = await opened(opening.url);
    await opening.store.add(coffee("a"), by);
    await lose(opening.url);
    await other.store.add(coffee("b"), by);
    await other.store.add(coffee("c"), by);
    expect(await faultCode(opening.store.version())).toBe("storage-failed");
    expect(await faultCode(opening.store.add(coffee("d"), by))).toBe("storage-failed");
    expect(await names(other.store)).toEqual(["b", "c"]);
  });

  test("a store that has only seen them shows and changes the present data", async () => {
    await using opening = await openedAnew();
    await using other = await opened(opening.url);
    const { number, hash } = await opening.store.add(coffee("a"), by);
    expect(await other.store.version()).toEqual({ number, hash });
    expect(await faultCode(other.store.replace("0".repeat(24), coffee("b"), by))).toBe("unknown-coffee");
    await lose(opening.url);
    expect(await other.store.version()).toEqual(emptyVersion);
    expect(await other.store.add(coffee("b"), by)).toMatchObject({ number: 1 });
  });
});

test("a commit that the replicas may not have is not acknowledged", async () => {
  await using own = await TestServer.start();
  const url = await own.newDatabase();
  const { store } = await opened(url, impatient);
  await store.add(coffee("a"), by);
  await own.ask(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  await own.ask(url, "SELECT pg_reload_conf()");
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  /** Whether a commit waited for its replicas. The wait is then cancelled. */
  const waits = async (commit: Promise<unknown>) => {
    const over = commit.then(() => true);
    let hasWaited = false;
    while (!(await Promise.race([over, delay(0, false)]))) hasWaited ||= (await own.ask(url, cancel)).length > 0;
    return hasWaited;
  };
  // The server applies the setting a moment after it was sent.
  const commit = "SELECT set_config('synchronous_commit', 'on', false), pg_logical_emit_message(true, 'commit', '')";
  while (!(await waits(own.ask(url, commit))));
  const writing = faultCode(store.add(coffee("b"), by));
  expect(await waits(writing)).toBe(true);
  expect(await writing).toBe("storage-unknown");
  await own.ask(url, "ALTER SYSTEM RESET synchronous_standby_names");
  await own.ask(url, "SELECT pg_reload_conf()");
  expect(await names(store)).toEqual(["a", "b"]);
  expect(await store.add(coffee("c"), by)).toMatchObject({ number: 3 });
  await store.close();
});

test("a store that was closed stays closed", async () => {
  await using opening = await openedAnew();
  const { store } = opening;
  await store.close();
  const calls = [store.version(), store.list(), store.add(coffee("a"), by), store.thaw()];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: "rejected", reason: new Error("The store is closed.") });
  }
});

/** A store whose connection breaks at its next commit. */
async function cutOnce(cut: "cut before" | "cut after", options?: OpenOptions) {
  const { proxy, url } = await CuttingProxy.to(await server.newSchema());
  const { store } = await opened(url, options);
  await store.add(coffee("first"), by);
  let cuts = 0;
  proxy.decide = (sent) => (sent.includes("COMMIT\0") && cuts++ === 0 ? cut : "pass");
  const close = async () => {
    await store.close();
    await proxy[Symbol.asyncDispose]();
  };
  return { store, proxy, cuts: () => cuts, [Symbol.asyncDispose]: close };
}

describe("where the network fails around a commit, a change", () => {
  test("that arrived is acknowledged, and made once", async () => {
    await using cutting = await cutOnce("cut after");
    expect(await cutting.store.add(coffee("a"), by)).toMatchObject({ number: 2 });
    expect(await names(cutting.store)).toEqual(["first", "a"]);
    expect(await soundLog(cutting.store)).toHaveLength(2);
    expect(cutting.cuts()).toBeGreaterThan(0);
  });

  test("that arrived with another one is acknowledged with it, and both are made once", async () => {
    await using cutting = await cutOnce("cut after");
    const adds = ["a", "b"].map((name) => cutting.store.add(coffee(name), by));
    expect(await Promise.all(adds)).toMatchObject([{ number: 2 }, { number: 3 }]);
    expect(await names(cutting.store)).toEqual(["first", "a", "b"]);
    expect(await soundLog(cutting.store)).toHaveLength(3);
  });

  test("that did not arrive is sent again and made once", async () => {
    await using cutting = await cutOnce("cut before");
    expect(await cutting.store.add(coffee("a"), by)).toMatchObject({ number: 2 });
    expect(await names(cutting.store)).toEqual(["first", "a"]);
    expect(await soundLog(cutting.store)).toHaveLength(2);
    expect(cutting.cuts()).toBeGreaterThan(1);
  });

  test("whose result is unknown is refused as unknown", async () => {
    await using cutting = await cutOnce("cut after", impatient);
    const { store, proxy } = cutting;
    let isCut = false;
    proxy.decide = (sent) => {
      const wasCut = isCut;
      isCut ||= sent.includes("COMMIT\0");
      if (wasCut) return "cut before";
      return isCut ? "cut after" : "pass";
    };
    expect(await faultCode(store.add(coffee("a"), by))).toBe("storage-unknown");
    expect(await faultCode(store.add(coffee("b"), by))).toBe("storage-busy");
    proxy.decide = () => "pass";
    expect(await names(store)).toEqual(["first", "a"]);
    expect(await store.add(coffee("c"), by)).toMatchObject({ number: 3 });
  });
});

test("an undo whose commit gets no reply is refused as unknown", async () => {
  const { proxy, url } = await CuttingProxy.to(await server.newSchema());
  const { store } = await opened(url, impatient);
  const { number } = await store.add(coffee("a"), by);
  proxy.decide = (sent) => {
    proxy.isSilent ||= sent.includes("COMMIT\0");
    return "pass";
  };
  expect(await faultCode(store.undo([number], by))).toBe("storage-unknown");
  await store.close();
  await proxy[Symbol.asyncDispose]();
});

test("reads of a silent database fail as unreachable; reads and writes work again once it answers", async () => {
  const { proxy, url } = await CuttingProxy.to(await server.newSchema());
  const { store } = await opened(url);
  const { number } = await store.add(coffee("a"), by);
  const ask = () => [
    store.version(),
    store.list(),
    store.page(0, 10),
    store.follow(emptyVersion, 10),
    store.select({}, 10),
  ];
  await Promise.all(ask());
  proxy.isSilent = true;
  const asked = ask();
  expect(await Promise.all(asked.map((each) => faultCode(each)))).toEqual(asked.map(() => "storage-unreachable"));
  expect(await faultCode(store.version())).toBe("storage-unreachable");
  const writing = store.add(coffee("b"), by);
  proxy.isSilent = false;
  expect((await store.version()).number).toBeGreaterThanOrEqual(number);
  expect(await writing).toMatchObject({ number: 2 });
  await store.close();
  await proxy[Symbol.asyncDispose]();
});

test("a watcher whose connection was cut is notified again", async () => {
  const url = await server.newSchema();
  await using one = await opened(url);
  await using other = await opened(url);
  let hear = nothing;
  one.store.watch(() => hear());
  await new Promise<void>((resolve) => (hear = resolve)); // a watcher is notified once when it starts to listen
  await server.ask(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
  const heard = new Promise<void>((resolve) => (hear = resolve));
  await other.store.add(coffee("a"), by);
  await heard;
});

test("while its connections are killed 100 times, nothing that was acknowledged is lost, and nothing is made twice", async () => {
  const url = await server.newSchema();
  const random = seededRandom(1);
  await using one = await opened(url);
  await using other = await opened(url);
  await using killer = await connected(url);
  const over = new AbortController();
  const acknowledged: MadeChange[] = [];
  const refused = new Map<string, FaultCode>();
  const write = async (store: CoffeeStore, writer: number) => {
    for (let count = 0; !over.signal.aborted; count++) {
      const name = `${writer} ${count}`;
      try {
        acknowledged.push(await store.add(coffee(name), by));
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        refused.set(name, error.code);
      }
    }
  };
  const writing = Promise.all([one, other, one, other].map(({ store }, writer) => write(store, writer)));
  for (let kills = 0; kills < 100;) {
    const { rowCount } = await killer.client.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'niceties' AND state <> 'idle' ORDER BY random() LIMIT 1`);
    kills += rowCount ?? 0;
    const until = performance.now() + random.below(20);
    while (performance.now() < until) await delay(0);
  }
  over.abort();
  await writing;
  const changes = await soundLog(one.store);
  const made = changes.map(nameOf);
  expect(made).toEqual([...new Set(made)]);
  const numbers = new Set(acknowledged.map(({ number }) => number));
  expect(changes.filter(({ number }) => numbers.has(number))).toMatchObject(
    acknowledged.toSorted((first, second) => first.number - second.number),
  );
  const unasked = changes.filter(({ number }) => !numbers.has(number)).map(nameOf);
  expect(unasked.map((name) => refused.get(name))).toEqual(unasked.map(() => "storage-unknown"));
});

test("while PostgreSQL is down, versions are refused and writes wait or are refused; acknowledged changes survive", async () => {
  await using own = await TestServer.start();
  const url = await own.newDatabase();
  const { store } = await opened(url, { waitMs: 50_000 });
  const { store: hasty } = await opened(url, impatient);
  const acknowledged = [await store.add(coffee("a"), by)];
  await own.stop("SIGKILL");
  expect(await faultCode(store.version())).toBe("storage-unreachable");
  expect(await faultCode(hasty.add(coffee("b"), by))).toBe("storage-busy");
  const writing = store.add(coffee("c"), by);
  await own.start();
  acknowledged.push(await writing);
  expect(await store.version()).toMatchObject({ number: 2 });
  await own.stop();
  const waiting = store.add(coffee("d"), by);
  await own.start();
  acknowledged.push(await waiting);
  expect(await soundLog(hasty)).toEqual(acknowledged);
  await Promise.all([store.close(), hasty.close()]);
});

test("closing waits for a pending write, and refuses one that stays blocked", async () => {
  await using opening = await openedAnew();
  const writing = opening.store.add(coffee("a"), by);
  await opening.store.close();
  expect(await writing).toMatchObject({ number: 1 });
  await using again = await opened(opening.url);
  await using other = await connected(opening.url);
  await other.client.query("BEGIN; SELECT * FROM head FOR UPDATE");
  const outcome = faultCode(again.store.add(coffee("b"), by));
  await again.store.close();
  expect(await outcome).toBe("storage-busy");
});

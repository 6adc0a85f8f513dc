import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { describePhotoBlobs } from "../../test/photo-blobs/photo-blobs-contract.ts";
import { CuttingProxy } from "../../test/servers/faulty-proxy.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { openPostgresStore } from "../postgres/postgres-store.ts";
import { readMigrations } from "../read-migrations.ts";
import { StoreRefused } from "../store-refused.ts";
import { openPostgresBlobs } from "./postgres-blobs.ts";

/** A shorter time limit than a visitor's, to make tests faster. */
const impatient = { waitMs: 500 };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function withShop(url: string): Promise<string> {
  await (await openPostgresStore(url, [], new Date())).close();
  return url;
}

const newShop = async () => withShop(await server.newSchema());

describePhotoBlobs(async () => {
  const url = await newShop();
  return () => openPostgresBlobs(url);
});

describe("opening refuses in one sentence", () => {
  test("a database without a shop, and creates no tables in it", async () => {
    const url = await server.newSchema();
    await expect(openPostgresBlobs(url)).rejects.toThrow(/^There is no shop in postgres:/);
    expect(await server.ask(url, "SELECT * FROM pg_tables WHERE schemaname = current_schema()")).toEqual([]);
  });

  test("an address where nothing listens", async () => {
    const refused = new StoreRefused("postgres://127.0.0.1:1/shop cannot be opened: nothing listens there.");
    await expect(openPostgresBlobs("postgres://shop:secret@127.0.0.1:1/shop")).rejects.toThrow(refused);
  });
});

test("a shop of data version 9 has no place for blobs until this version has opened it", async () => {
  const url = await server.newSchema();
  const older = readMigrations("postgres")
    .slice(0, 9)
    .map(({ sql }) => sql)
    .join(";");
  await server.ask(url, `${older}; CREATE TABLE niceties AS SELECT 1 AS one, 9 AS data_version`);
  await expect(openPostgresBlobs(url)).rejects.toThrow(/ was written by an older version of Niceties\. npm start /);
  await withShop(url);
  await using blobs = await openPostgresBlobs(url);
  await blobs.put("photos/a", bytesOf("a"));
  expect(textOf(await blobs.read("photos/a"))).toBe("a");
});

/** The blocks of bytes that a schema's blobs were read in, once all connections have told what they read. */
async function blocksRead(url: string): Promise<number> {
  const text = `SELECT (toast_blks_read + toast_blks_hit)::int AS blocks FROM pg_statio_user_tables
    WHERE schemaname = current_schema() AND relname = 'blobs'`;
  const [row] = await server.ask(url, text);
  return Number(row?.["blocks"]);
}

/** Counts the blocks of bytes that an act reads. Each connection tells its count when it ends. */
async function blocksOf(url: string, act: (blobs: Awaited<ReturnType<typeof openPostgresBlobs>>) => Promise<unknown>) {
  const before = await blocksRead(url);
  const blobs = await openPostgresBlobs(url);
  await act(blobs);
  await blobs[Symbol.asyncDispose]();
  while ((await server.ask(url, "SELECT FROM pg_stat_activity WHERE application_name = 'niceties'")).length > 0);
  return (await blocksRead(url)) - before;
}

test("a range of a large blob reads that part, and a list reads no bytes", async () => {
  const url = await newShop();
  {
    await using blobs = await openPostgresBlobs(url);
    await blobs.put("photos/a", new Uint8Array(5_000_000)); // zeros, which compression would shrink
  }
  const whole = await blocksOf(url, (blobs) => blobs.read("photos/a"));
  const range = await blocksOf(url, (blobs) => blobs.read("photos/a", { start: 4_000_000, end: 4_020_000 }));
  const list = await blocksOf(url, (blobs) => Array.fromAsync(blobs.list("photos/")));
  expect(whole).toBeGreaterThan(5_000_000 / 8_192);
  expect(range).toBeGreaterThan(0);
  expect(range).toBeLessThan(40);
  expect(list).toBe(0);
});

test("a range may begin and end beyond the largest number of the database", async () => {
  await using blobs = await openPostgresBlobs(await newShop());
  await blobs.put("photos/a", bytesOf("0123456789"));
  expect(textOf(await blobs.read("photos/a", { start: 8, end: Number.MAX_SAFE_INTEGER }))).toBe("89");
  expect(textOf(await blobs.read("photos/a", { start: 1e12, end: Number.MAX_SAFE_INTEGER }))).toBe("");
  expect(textOf(await blobs.read("photos/a", { start: 5, end: 5 }))).toBe("");
});

test("ANALYZE copies neither keys nor bytes", async () => {
  const url = await newShop();
  await using blobs = await openPostgresBlobs(url);
  await Promise.all(Array.from({ length: 50 }, (_, at) => blobs.put(`photos/${at}`, bytesOf("a"))));
  await server.ask(url, "ANALYZE blobs");
  const text = "SELECT attname FROM pg_stats WHERE schemaname = current_schema() AND tablename = 'blobs'";
  expect(await server.ask(url, text)).toEqual([{ attname: "changed_at" }]);
});

test("any number of calls share two connections", async () => {
  const url = await newShop();
  const own = `${url}&application_name=blobs`;
  const connections = () => server.ask(url, "SELECT FROM pg_stat_activity WHERE application_name = 'blobs'");
  await using blobs = await openPostgresBlobs(own);
  while ((await connections()).length > 0); // the one that looked for the tables ends
  const puts = Array.from({ length: 30 }, (_, at) => blobs.put(`photos/${at}`, new Uint8Array(200_000)));
  await Promise.all([...puts, ...puts.map((_, at) => blobs.read(`photos/${at}`))]);
  expect(await connections()).toHaveLength(2);
});

test("a full disk rejects puts, the operator is told once, and puts succeed once there is room", async () => {
  const url = await newShop();
  await using blobs = await openPostgresBlobs(url);
  await blobs.put("photos/a", bytesOf("a"));
  await server.ask(
    url,
    `CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON blobs FOR EACH STATEMENT EXECUTE FUNCTION be_full()`,
  );
  const reported = { code: "storage-full", data: "database", cause: expect.any(StoreRefused) };
  await expect(blobs.put("photos/a", bytesOf("b"))).rejects.toMatchObject(reported);
  await expect(blobs.put("photos/a", bytesOf("b"))).rejects.toMatchObject({ code: "storage-full", cause: undefined });
  expect(textOf(await blobs.read("photos/a"))).toBe("a");
  await server.ask(url, "DROP TRIGGER full_disk ON blobs");
  await blobs.put("photos/a", bytesOf("b"));
  expect(textOf(await blobs.read("photos/a"))).toBe("b");
});

test("while the server is down, calls are refused and the operator is told once; once it is up, they succeed", async () => {
  await using blobs = await openPostgresBlobs(await newShop(), impatient);
  await blobs.put("photos/a", bytesOf("a"));
  await server.stop("SIGKILL");
  const reported = { code: "storage-unreachable", cause: expect.any(StoreRefused) };
  await expect(blobs.put("photos/b", bytesOf("b"))).rejects.toMatchObject(reported);
  const again = { code: "storage-unreachable", cause: undefined };
  await expect(blobs.read("photos/a")).rejects.toMatchObject(again);
  await expect(Array.fromAsync(blobs.list(""))).rejects.toMatchObject(again);
  await expect(blobs.remove("photos/a")).rejects.toMatchObject(again);
  await server.start();
  expect(textOf(await blobs.read("photos/a"))).toBe("a");
  await blobs.put("photos/b", bytesOf("b"));
  expect(textOf(await blobs.read("photos/b"))).toBe("b");
});

test("a call that begins while the server starts again waits for it", async () => {
  await using blobs = await openPostgresBlobs(await newShop(), { waitMs: 60_000 });
  await blobs.put("photos/a", bytesOf("a"));
  await server.stop();
  const putting = blobs.put("photos/a", bytesOf("b"));
  await server.start();
  await putting;
  expect(textOf(await blobs.read("photos/a"))).toBe("b");
});

/** Blobs whose connection breaks at their next commit. */
async function cutOnce(cut: "cut before" | "cut after") {
  const { proxy, url } = await CuttingProxy.to(await newShop());
  const blobs = await openPostgresBlobs(url);
  await blobs.put("photos/a", bytesOf("a"));
  const state = { cuts: 0 };
  proxy.decide = (sent) => (sent.includes("COMMIT\0") && state.cuts++ === 0 ? cut : "pass");
  const close = async () => {
    await blobs[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  };
  return { blobs, proxy, state, [Symbol.asyncDispose]: close };
}

describe.each(["cut before", "cut after"] as const)("where a connection is %s a commit passes,", (cut) => {
  test("a put is sent again, and its blob is whole", async () => {
    await using cutting = await cutOnce(cut);
    await cutting.blobs.put("photos/a", new Uint8Array(100_000).fill(7));
    expect(cutting.state.cuts).toBeGreaterThanOrEqual(2);
    expect(await cutting.blobs.read("photos/a")).toEqual(Buffer.alloc(100_000, 7));
  });

  test("a remove is sent again, and the blob is gone", async () => {
    await using cutting = await cutOnce(cut);
    await cutting.blobs.remove("photos/a");
    expect(cutting.state.cuts).toBeGreaterThanOrEqual(2);
    expect(await cutting.blobs.read("photos/a")).toBeUndefined();
  });
});

test("calls to a silent server are refused, and succeed once it answers", async () => {
  const { proxy, url } = await CuttingProxy.to(await newShop());
  await using blobs = await openPostgresBlobs(url, impatient);
  await blobs.put("photos/a", bytesOf("a"));
  proxy.isSilent = true;
  const calls = [blobs.put("photos/a", new Uint8Array(8_000_000)), blobs.read("photos/a"), blobs.remove("photos/a")];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "storage-unreachable" } });
  proxy.isSilent = false;
  expect(textOf(await blobs.read("photos/a"))).toBe("a");
  await proxy[Symbol.asyncDispose]();
});

test("a put that gets no reply before the blobs are closed is refused", async () => {
  const { proxy, url } = await CuttingProxy.to(await newShop());
  const blobs = await openPostgresBlobs(url, { waitMs: 60_000 });
  await blobs.put("photos/a", bytesOf("a"));
  proxy.isSilent = true;
  const putting = expect(blobs.put("photos/a", bytesOf("b"))).rejects.toMatchObject({ code: "storage-unreachable" });
  await nextTurn(); // the put is sent
  await blobs[Symbol.asyncDispose]();
  await putting;
  await proxy[Symbol.asyncDispose]();
});

test("blobs that were closed stay closed", async () => {
  const blobs = await openPostgresBlobs(await newShop());
  await blobs[Symbol.asyncDispose]();
  const calls = [blobs.put("photos/a", bytesOf("a")), blobs.read("photos/a"), blobs.remove("photos/a")];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: "rejected", reason: new Error("The store is closed.") });
});

test("a put or a remove that the replicas may not have is not acknowledged, however often it is sent", async () => {
  const url = await newShop();
  await using blobs = await openPostgresBlobs(url, impatient);
  await blobs.put("photos/a", bytesOf("a"));
  await server.ask(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  await server.ask(url, "SELECT pg_reload_conf()");
  onTestFinished(async () => {
    await server.ask(url, "ALTER SYSTEM RESET synchronous_standby_names");
    await server.ask(url, "SELECT pg_reload_conf()");
  });
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  /** Whether a commit waited for its replicas. Each wait is then cancelled. */
  const waits = async (commit: Promise<unknown>) => {
    const over = commit.then(
      () => true,
      () => true,
    );
    let hasWaited = false;
    while (!(await Promise.race([over, delay(0, false)]))) hasWaited ||= (await server.ask(url, cancel)).length > 0;
    return hasWaited;
  };
  // The server applies the setting a moment after it was sent.
  const commit = "SELECT set_config('synchronous_commit', 'on', false), pg_logical_emit_message(true, 'commit', '')";
  while (!(await waits(server.ask(url, commit))));
  for (const call of [() => blobs.put("photos/b", bytesOf("b")), () => blobs.remove("photos/a")]) {
    const calling = call();
    expect(await waits(calling)).toBe(true);
    await expect(calling).rejects.toMatchObject({ code: "storage-unreachable" });
  }
  await server.ask(url, "ALTER SYSTEM RESET synchronous_standby_names");
  await server.ask(url, "SELECT pg_reload_conf()");
  await blobs.put("photos/b", bytesOf("b"));
  await blobs.remove("photos/a");
  expect((await Array.fromAsync(blobs.list(""))).map(({ key }) => key)).toEqual(["photos/b"]);
});

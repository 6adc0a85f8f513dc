// Over 300 lines: the tests share one PostgreSQL server, and shops in each state of a move.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { operator, type CoffeeStore, type Move } from "../catalogue/coffee-store.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { backUp } from "../store/copies/backups.ts";
import { leaseMs } from "../store/copies/move-marks.ts";
import { changeMoves, joinShop, openShop, openStore, describePlace, type ShopPlace } from "../store/open-store.ts";
import { namesOf } from "../test/coffee-texts.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { restore } from "../store/copies/restore.ts";
import { verifyPlace } from "../store/verify.ts";
import { moveShop, reclaimPlace } from "./move.ts";

const at = new Date("2026-11-23T12:00:00.000Z");
const by = { visitor: null, at };
const coffee = (name: string) => coffeeText({ ...emptyFields, name });

let server: TestServer;
let folder: string;
let count = 0;
beforeAll(async () => {
  server = await TestServer.start();
  folder = await mkdtemp(join(tmpdir(), "niceties-moves-"));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

type Way = "database" | "directory";

/** A shop with one coffee, and an empty place; one of them is a database. */
async function shopToMove(to: Way): Promise<Readonly<{ source: ShopPlace; target: ShopPlace }>> {
  count += 1;
  const directory = join(folder, `shop ${count}`);
  const inDirectory = { directory, databaseUrl: "" };
  const inDatabase = { directory, databaseUrl: await server.newSchema() };
  const [source, target] = to === "database" ? [inDirectory, inDatabase] : [inDatabase, inDirectory];
  await (await openShop(source, [{ ...emptyFields, name: "first" }], at)).close();
  return { source, target };
}

/** Opens a shop; it is closed when the scope ends. */
async function opened(place: ShopPlace) {
  const store = await openShop(place, [], at);
  return { store, [Symbol.asyncDispose]: () => store.close() };
}

async function namesIn(place: ShopPlace): Promise<string[]> {
  await using shop = await opened(place);
  return namesOf((await shop.store.list()).coffees);
}

const codeOf = (write: Promise<unknown>): Promise<unknown> =>
  write.then(
    () => "written",
    (error: unknown) => error instanceof Error && "code" in error && error.code,
  );

/** The mark of a move whose mover was killed: its process is gone, but its lease has not expired. */
async function markOfDeadMover(target: ShopPlace, store: CoffeeStore): Promise<Move> {
  const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(gone, "exit");
  return {
    id: "dead",
    place: target.databaseUrl === "" ? target.directory : describePlace(target),
    since: at.toISOString(),
    isDone: false,
    version: await store.version(),
    mover: `${hostname()} ${gone.pid}`,
    leaseUntil: Date.now() + leaseMs,
  };
}

describe.for<Way>(["database", "directory"])("moving to a %s,", (to) => {
  test("from the start all writes are refused and reads go on, and everything acknowledged before arrives", async () => {
    const { source, target } = await shopToMove(to);
    await using shop = await opened(source);
    const { store } = shop;
    const early = ["a", "b", "c"].map(async (name) => ({ name, code: await codeOf(store.add(coffee(name), by)) }));
    let meanwhile: Promise<unknown[]> | undefined;
    const write = () =>
      Promise.all([
        ...[by, { visitor: operator, at }].map((author) => codeOf(store.add(coffee("late"), author))),
        codeOf(store.undo([1], { visitor: operator, at })),
        codeOf(store.freeze({ since: at.toISOString(), words: "Closed." })),
        codeOf(store.thaw()),
      ]);
    const moved = await moveShop(source, target, { onProgress: () => void (meanwhile ??= write()) });
    expect(await meanwhile).toEqual(Array(5).fill("moving"));
    const acknowledged = (await Promise.all(early)).flatMap(({ name, code }) => (code === "written" ? [name] : []));
    expect(moved).toMatchObject({ isSound: true, changes: 1 + acknowledged.length });
    expect((await store.list()).coffees).toHaveLength(1 + acknowledged.length);
    expect(await write()).toEqual(Array(5).fill("moving"));
    await expect(store.ready()).rejects.toMatchObject({ code: "moving" });
    expect(await namesIn(target)).toEqual(["first", ...acknowledged]);
  });

  test("the place that was left refuses to open and says where the shop is, for commands too", async () => {
    const { source, target } = await shopToMove(to);
    await moveShop(source, target);
    const words = /^The shop in .+ was moved to .+ at .+\. Start it with.+ niceties move here takes what is in /;
    await expect(openShop(source, [], at)).rejects.toThrow(words);
    await expect(joinShop(source)).rejects.toThrow(words);
    expect((await verifyPlace(source)).isSound).toBe(true);
  });

  test("running the move again reports that the shop has moved", async () => {
    const { source, target } = await shopToMove(to);
    await moveShop(source, target);
    await using shop = await opened(target);
    await shop.store.add(coffee("later"), by);
    expect(await moveShop(source, target)).toMatchObject({ isSound: true, changes: 2 });
  });

  test("a shop comes back to the place that it left, with what was written meanwhile", async () => {
    const { source, target } = await shopToMove(to);
    for (const name of ["there", "there again"]) {
      await moveShop(source, target);
      await using there = await opened(target);
      await there.store.add(coffee(name), by);
      await there.store.close();
      await moveShop(target, source);
      await using back = await opened(source);
      await back.store.add(coffee(`back from ${name}`), by);
    }
    expect(await namesIn(source)).toEqual([
      "first",
      "there",
      "back from there",
      "there again",
      "back from there again",
    ]);
    expect((await verifyPlace(source)).isSound).toBe(true);
  });

  test("after a mover was killed before the shop left, writes soon work again, and the next move starts at once", async () => {
    const { source, target } = await shopToMove(to);
    await using shop = await opened(source);
    const mark = await markOfDeadMover(target, shop.store);
    await changeMoves(source, (moves) => ({ ...moves, to: mark }));
    expect(await codeOf(shop.store.add(coffee("early"), by))).toBe("moving");
    await changeMoves(source, (moves) => ({ ...moves, to: { ...mark, leaseUntil: Date.now() } }));
    expect(await codeOf(shop.store.add(coffee("in time"), by))).toBe("written");
    await changeMoves(source, (moves) => ({ ...moves, to: mark }));
    expect(await moveShop(source, target)).toMatchObject({ changes: 2 });
  });

  test("a copy from an unfinished move does not open, and the next move replaces it", async () => {
    const { source, target } = await shopToMove(to);
    await moveShop(source, target);
    await changeMoves(source, () => ({ to: undefined, from: undefined }));
    await changeMoves(target, (moves) => ({ ...moves, from: moves.from && { ...moves.from, isDone: false } }));
    await using shop = await opened(source);
    await shop.store.add(coffee("later"), by);
    await expect(openShop(target, [], at)).rejects.toThrow(
      /^What is in .+ is a copy of the shop in .+, and the move was not finished\. Run niceties move \w+ again/,
    );
    await expect(moveShop(target, source)).rejects.toThrow(
      /^What is in .+ is a copy whose move from .+ was not finished/,
    );
    expect(await moveShop(source, target)).toMatchObject({ changes: 2 });
    expect(await namesIn(target)).toEqual(["first", "later"]);
  });

  test("after a stopped move, writes work again at once", async () => {
    const { source, target } = await shopToMove(to);
    await using shop = await opened(source);
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort(new Error("stopped")) };
    await expect(moveShop(source, target, options)).rejects.toThrow("stopped");
    expect(await codeOf(shop.store.add(coffee("after"), by))).toBe("written");
  });

  test("only one of two concurrent moves moves the shop", async () => {
    const { source, target } = await shopToMove(to);
    let second: Promise<unknown> | undefined;
    const again = () => moveShop(source, target).catch((error: unknown) => error);
    await moveShop(source, target, { onProgress: () => void (second ??= again()) });
    const outcome = await second;
    if (outcome instanceof Error) expect(outcome.message).toMatch(/^A move to |^Another niceties move was quicker/);
    else expect(outcome).toMatchObject({ changes: 1 });
    expect(await namesIn(target)).toEqual(["first"]);
  });

  test("the old place can become the shop again, and a later move from it is refused", async () => {
    const { source, target } = await shopToMove(to);
    await moveShop(source, target);
    expect(await reclaimPlace(source)).toMatchObject({ isDone: true });
    expect(await reclaimPlace(source)).toBeUndefined();
    await using shop = await opened(source);
    await shop.store.add(coffee("here"), by);
    await expect(moveShop(source, target)).rejects.toThrow(/^There is a shop in /);
  });

  test("a move to a place with a shop is refused, and the source still accepts writes", async () => {
    const { source, target } = await shopToMove(to);
    await moveShop(source, target);
    await changeMoves(source, () => ({ to: undefined, from: undefined }));
    await using shop = await opened(source);
    await expect(moveShop(source, target)).rejects.toThrow(/^(There is a shop|This very shop is) in /);
    expect(await codeOf(shop.store.add(coffee("here"), by))).toBe("written");
  });
});

test("a mover that was suspended for too long loses no later write", async () => {
  const { source, target } = await shopToMove("database");
  const store = openStore(source.directory, [], at);
  let meanwhile: Promise<unknown> | undefined;
  const write = async () => {
    await changeMoves(source, (moves) => ({ ...moves, to: moves.to && { ...moves.to, leaseUntil: 0 } }));
    return store.add(coffee("meanwhile"), by);
  };
  const moving = moveShop(source, target, { onProgress: () => void (meanwhile ??= write()) });
  await expect(moving).rejects.toThrow(/^The shop was changed meanwhile, /);
  expect(await meanwhile).toMatchObject({ number: 2 });
  await expect(openShop(target, [], at)).rejects.toThrow(/^What is in .+ is a copy of the shop in /);
  expect(await codeOf(store.add(coffee("after"), by))).toBe("written");
  expect(await moveShop(source, target)).toMatchObject({ changes: 3 });
  await store.close();
});

/** A shop that has left its file for a database; the last step of the move is missing. */
async function arriving() {
  const { source, target } = await shopToMove("database");
  await moveShop(source, target);
  await changeMoves(target, (moves) => ({ ...moves, from: moves.from && { ...moves.from, isDone: false } }));
  return { source, target };
}

describe("a start on a database", () => {
  test("finishes a move that was cut short after the shop had left its file", async () => {
    const { target } = await arriving();
    expect(await namesIn(target)).toEqual(["first"]);
    await using shop = await opened(target);
    expect((await shop.store.moves()).from).toMatchObject({ isDone: true });
    expect(await codeOf(shop.store.add(coffee("after"), by))).toBe("written");
  });

  test("is refused while it is unknown whether the shop has left, until the operator decides", async () => {
    const { target } = await arriving();
    const elsewhere = { ...target, directory: join(folder, "elsewhere") };
    await expect(openShop(elsewhere, [], at)).rejects.toThrow(/^What is in .+ is a copy of the shop in /);
    await reclaimPlace(elsewhere);
    expect(await namesIn(elsewhere)).toEqual(["first"]);
  });

  test("is refused if the old file has become the shop again", async () => {
    const { source, target } = await shopToMove("database");
    await moveShop(source, target);
    await reclaimPlace(source);
    await expect(openShop(target, [], at)).rejects.toThrow(
      /^The shop in .+ is another shop now, or goes on beyond that/,
    );
  });

  test("is refused where the database is empty and a shop is in the directory", async () => {
    const { source, target } = await shopToMove("database");
    const words =
      /^DATABASE_URL names .+, which holds no shop\. There is a shop in .+: niceties move database brings it/;
    await expect(openShop(target, [{ ...emptyFields, name: "sample" }], at)).rejects.toThrow(words);
    await expect(joinShop(target)).rejects.toThrow(words);
    await moveShop(source, target);
    const wrong = { ...target, databaseUrl: await server.newSchema() };
    await expect(openShop(wrong, [], at)).rejects.toThrow(/ The shop in .+ was moved to .+: name that database\./);
  });
});

test("a clock set back after a mover was killed does not block writes", async () => {
  const { source, target } = await shopToMove("database");
  await using shop = await opened(source);
  const mark = await markOfDeadMover(target, shop.store);
  await changeMoves(source, (moves) => ({ ...moves, to: { ...mark, leaseUntil: Date.now() + 3_600_000 } }));
  expect(await codeOf(shop.store.add(coffee("now"), by))).toBe("written");
});

test.for(["is moving", "has moved"])("a backup of a shop that %s can be restored and opened", async (state) => {
  const { source, target } = await shopToMove("database");
  if (state === "has moved") await moveShop(source, target);
  else {
    await using shop = await opened(source);
    const mark = await markOfDeadMover(target, shop.store);
    await changeMoves(source, (moves) => ({ ...moves, to: mark }));
  }
  const { file } = await backUp(source.directory, join(folder, "backups"), at);
  const directory = join(folder, "restored");
  await restore(file, directory, at);
  expect(await namesIn({ directory, databaseUrl: "" })).toEqual(["first"]);
});

test("after a move by an older version, the database opens, and so does the old file", async () => {
  const { source, target } = await shopToMove("database");
  await moveShop(source, target);
  for (const place of [source, target]) await changeMoves(place, () => ({ to: undefined, from: undefined }));
  expect(await namesIn(target)).toEqual(["first"]);
  const file = openStore(source.directory, [], at);
  await file.close();
});

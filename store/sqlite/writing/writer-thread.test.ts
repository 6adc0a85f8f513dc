import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";
import { SharedProgress } from "./shared-progress.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { serialiseError, deserialiseError } from "./error-message.ts";
import { WriterThread } from "./writer-thread.ts";

const by = { visitor: null, at: new Date("2026-11-22T12:00:00.000Z") };
const add = { kind: "add", text: coffeeText(emptyFields), by } as const;

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "niceties-thread-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** The code of the fault that a call rejects with, and the operator's message. */
async function faultOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Fault)) throw new TypeError("No fault.", { cause: error });
  return [error.code, error.cause instanceof StoreRefused ? error.cause.message : undefined];
}

const noEvents = { onReplaced: () => {}, onGivenUp: () => {} };

test("if threads keep ending, pending writes are reported as unknown, and the third end is final", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "none.db");
  const original: string[] = [];
  const onGivenUp = ({ message }: StoreRefused) => original.push(message);
  const events = { ...noEvents, onGivenUp };
  const writer = new WriterThread(
    file,
    join(folder.path, "none.head"),
    new SharedProgress(),
    () => {},
    Infinity,
    events,
  );
  const ended = `The thread that writes to ${file} ended (unable to open database file), `;
  const replaced = `${ended}and another has taken its place. Nobody can tell whether the writes under way were made.`;
  const last = `${ended}the last of 3 within a minute. Nothing is written any more.`;
  const atOnce = await Promise.all([writer.write(add), writer.write(add)].map(faultOf));
  expect(atOnce).toEqual([
    ["storage-unknown", replaced],
    ["storage-unknown", undefined],
  ]);
  expect(await faultOf(writer.write(add))).toEqual(["storage-unknown", replaced]);
  expect(await faultOf(writer.write(add))).toEqual(["storage-unknown", last]);
  expect(original).toEqual([last]);
  expect(await faultOf(writer.ready())).toEqual(["storage-unknown", undefined]);
  await writer.close();
});

test("reads continue during a long write", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "niceties.db");
  const store = openSqliteStore(file, [], by.at, { writesInThread: true });
  const other = new Database(file, { timeout: 0 });
  const coffees = Array.from({ length: 2_000 }, () => ({ id: undefined, text: coffeeText(emptyFields) }));
  const over = new AbortController();
  const bringing = store.importAll(coffees, by, false).finally(() => over.abort());
  // Only a turn of the event loop during the transaction can find its lock.
  let foundLock = false;
  while (!foundLock && !over.signal.aborted) {
    foundLock = isLocked(other);
    await nextTurn();
  }
  await bringing;
  expect(foundLock).toBe(true);
  other.close();
  await store.close();
});

function isLocked(database: Database.Database): boolean {
  try {
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch {
    return true;
  }
}

test("a fault crosses the thread unchanged, with the operator's message", () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const cause = new StoreRefused("The disk is full.", { cause: full });
  const errors = [{ field: "name", message: { en: "is odd", bn: "অদ্ভুত" } }];
  const fault = new Fault("invalid-coffee", { errors }, cause);
  const received = deserialiseError(structuredClone(serialiseError(fault)));
  expect(received).toBeInstanceOf(Fault);
  expect(received).toEqual(fault);
  expect(received.cause).toBeInstanceOf(StoreRefused);
  expect(received.stack).toBe(fault.stack);
  expect(format(received)).toBe(format(fault));
});

test.for([false, true])(
  "what another program commits between our own writes is in the next version (in a thread: %s)",
  async (writesInThread) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "niceties.db");
    const store = openSqliteStore(file, [], by.at, { writesInThread });
    const other = openSqliteStore(file, [], by.at, { joins: true });
    const over = new AbortController();
    const write = async () => {
      while (!over.signal.aborted) await store.add(coffeeText(emptyFields), by);
    };
    const writing = Promise.all([write(), write(), write()]);
    for (let round = 0; round < 100; round++) {
      const { number } = await other.add(coffeeText(emptyFields), by);
      expect((await store.version()).number).toBeGreaterThanOrEqual(number);
    }
    over.abort();
    await writing;
    await store.close();
    await other.close();
  },
);

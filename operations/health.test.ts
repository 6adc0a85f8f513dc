import { once } from "node:events";
import { createServer } from "node:net";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestShop } from "../test/servers/open-test-shop.ts";
import { openStore } from "../store/open-store.ts";
import {
  backupHealth,
  catalogueHealth,
  clockHealth,
  freezeHealth,
  goingBackHealth,
  lockHealth,
  portHealth,
} from "./health.ts";
import { Workplace } from "../test/run-niceties.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

test("a clock that is behind the newest change is wrong", () => {
  const newest = { number: 1, time: "2026-11-21T12:00:01.000Z" };
  expect(clockHealth(newest, now)).toMatchObject({
    state: "wrong",
    message: expect.stringMatching(/set the clock right/),
  });
  expect(clockHealth(newest, new Date("2026-11-21T12:00:01.000Z"))).toMatchObject({ state: "right" });
});

test("a full or nearly full catalogue is reported as worth knowing", () => {
  expect(catalogueHealth(6_000_000, 8_000_000)).toMatchObject({
    state: "right",
    message: expect.stringMatching(/75 %/),
  });
  expect(catalogueHealth(7_000_000, 8_000_000)).toMatchObject({
    state: "worth knowing",
    message: expect.stringMatching(/^The coffees count for 7\.0 MB of 8\.0 MB \(87 %\)\. It is nearly full/),
  });
  expect(catalogueHealth(9_000_000, 8_000_000)).toMatchObject({
    state: "worth knowing",
    message: expect.stringMatching(/It is full: no coffee can be added/),
  });
});

test("doctor says whether the release before can open the data", () => {
  const before = { release: "1.2.0", known: 7 };
  expect(goingBackHealth({ data: 7, own: 7, before: undefined })).toEqual({
    what: "Going back",
    state: "right",
    message: "There is no release before this one.",
  });
  expect(goingBackHealth({ data: 7, own: 7, before })).toMatchObject({
    state: "right",
    message: "Release 1.2.0 can open these data.",
  });
  expect(goingBackHealth({ data: 7, own: 8, before })).toMatchObject({
    state: "worth knowing",
    message: expect.stringContaining("Release 1.2.0 can open these data until this one has opened them"),
  });
  expect(goingBackHealth({ data: 8, own: 8, before })).toMatchObject({
    state: "worth knowing",
    message: expect.stringMatching(/^Release 1\.2\.0 cannot open these data: their version is 8, and it knows 7\. To /),
  });
});

test("a missing backup, or one older than two days, is reported as worth knowing", async () => {
  await using place = new Workplace();
  const folder = join(place.path, "backups");
  await mkdir(folder);
  expect(backupHealth(folder, now)).toMatchObject({
    state: "worth knowing",
    message: expect.stringMatching(/^There is none/),
  });
  await writeFile(join(folder, "niceties-2026-11-19T110000Z-change-1.db"), "");
  expect(backupHealth(folder, now)).toMatchObject({
    state: "worth knowing",
    message: expect.stringMatching(/^The newest is 2 days old; niceties backup/),
  });
  await writeFile(join(folder, "niceties-2026-11-21T110000Z-change-2.db"), "");
  expect(backupHealth(folder, now)).toMatchObject({ state: "right", message: "The newest is 60 minutes old." });
});

test("a directory of backups that cannot be read is reported as wrong", async () => {
  await using place = new Workplace();
  const file = join(place.path, "backups");
  await writeFile(file, "");
  expect(backupHealth(file, now)).toMatchObject({ state: "wrong", message: expect.stringContaining(file) });
});

test("a freeze is worth knowing, with its words and how to end it", () => {
  const message = expect.stringMatching(/^Frozen since .*: "Closed\." niceties thaw ends this\.$/);
  expect(freezeHealth({ since: now.toISOString(), words: "Closed." })).toMatchObject({
    state: "worth knowing",
    message,
  });
  expect(freezeHealth(undefined)).toMatchObject({ state: "right" });
});

test("an open shop is distinguished from a closed one", async () => {
  await using place = new Workplace();
  const store = openStore(place.data, [], now);
  expect(lockHealth(place.data).message).toMatch(/^The shop is open/);
  await store.close();
  expect(lockHealth(place.data).message).toBe("The shop is closed.");
});

function stateOf(port: string) {
  return portHealth({ PORT: Number(port), HOST: "127.0.0.1" });
}

test("a port is free, ours, or taken by something else", async () => {
  await using shop = await openTestShop();
  const other = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  expect(await stateOf(new URL(shop.url).port)).toMatchObject({
    state: "right",
    message: expect.stringMatching(/answers at/),
  });
  expect(await stateOf(port)).toMatchObject({
    state: "wrong",
    message: expect.stringMatching(/is taken, and not by a shop/),
  });
  other.close();
  await once(other, "close");
  expect(await stateOf(port)).toMatchObject({ state: "right", message: expect.stringMatching(/is free\.$/) });
});

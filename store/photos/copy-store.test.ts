import { globSync, mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { CopyRecord } from "./copy-record.ts";
import { CopyStore } from "./copy-store.ts";
import { openFileBlobs } from "./file-blobs.ts";
import { copyId } from "./photo-keys.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000];
/** A picture that takes about a fifth of the room of a store below. */
const picture = { format: "jpg", width: 400, height: 300, bytes: Buffer.alloc(10_000) } as const;
const nothing = async () => new Set<string>();
const addressOf = (name: string) => `https://photos.example/${name}.jpg`;
const idOf = (name: string) => copyId(addressOf(name)) ?? "";
const naming =
  (...names: string[]) =>
  async () =>
    new Set(names.map((name) => `copies/${idOf(name)}`));

/** Copies with room for five, and a clock that the test sets. */
function newStore(limitBytes = 55_000) {
  const directory = mkdtempSync(join(tmpdir(), "niceties-copies-"));
  directories.push(directory);
  const clock = { now: Date.now() };
  const blobs = openFileBlobs(directory);
  const open = () => new CopyStore(blobs, limitBytes, () => clock.now);
  const copies = open();
  const keep = (name: string, references = nothing, failure?: CopyRecord["failure"]) => {
    const photo = { id: idOf(name), width: 400, height: 300, colour: "c8a27f" };
    const [address, from] = [addressOf(name), addressOf(name)];
    return copies.keep(photo, [picture], { address, from, freshUntil: clock.now, failure }, references);
  };
  /** Makes a copy as if it had been shown that long ago. */
  const age = (name: string, ms: number, half: "addresses" | "copies" = "addresses") => {
    const then = (clock.now - ms) / 1_000;
    const [path = ""] = globSync(`${half}/*/${idOf(name)}`, { cwd: directory });
    utimesSync(join(directory, path), then, then);
  };
  const names = async () => {
    const found: string[] = [];
    for await (const { record } of copies.list()) found.push(record.address.slice(23, -4));
    return found.toSorted().join("");
  };
  return { clock, blobs, open, copies, keep, age, names };
}

test("a copy is found with what is known of its address, by every process", async () => {
  const { copies, open, keep, clock } = newStore();
  expect([await copies.find(idOf("a")), await copies.record(idOf("a"))]).toEqual([undefined, undefined]);
  await keep("a");
  for (const each of [copies, open()]) {
    expect((await each.picture(idOf("a"), 400, ["jpg"]))?.bytes.byteLength).toBe(10_000);
    expect(await each.record(idOf("a"))).toEqual({
      address: addressOf("a"),
      from: addressOf("a"),
      freshUntil: clock.now,
    });
  }
});

test("without room, copies go that were not shown for the longest time: first those that no coffee names", async () => {
  const { keep, age, names } = newStore();
  for (const [at, name] of ["a", "b", "c", "d", "e"].entries()) {
    await keep(name);
    age(name, (10 - at) * hourMs);
  }
  await keep("f", naming("a", "b", "f"));
  expect(await names()).toBe("abef");
});

test("a copy whose source is gone is not removed for want of room; the new one is refused", async () => {
  const { keep, clock, names } = newStore();
  const gone = { since: clock.now, times: 1, reason: "gone" };
  const late = { since: clock.now - 8 * dayMs, times: 9, reason: "later" };
  const lately = { ...late, since: clock.now - dayMs };
  for (const [name, failure] of [
    ["a", gone],
    ["b", late],
    ["c", lately],
    ["d", gone],
    ["e", gone],
  ] as const)
    await keep(name, nothing, failure);
  await keep("f", nothing, gone);
  expect(await names()).toBe("abdef");
  await expect(keep("g")).rejects.toMatchObject({ code: "photos-full" });
  expect(await names()).toBe("abdef");
});

test("a copy that no coffee names is removed a day after it was last shown", async () => {
  const { copies, keep, age, names, clock, open } = newStore();
  for (const name of "abc") await keep(name);
  for (const name of "abc") age(name, dayMs + hourMs);
  await open().use(idOf("b"));
  clock.now += 1_000;
  expect(await copies.sweep(naming("a"))).toBe(1);
  expect(await names()).toBe("ab");
});

test("half a copy is removed after an hour, and is no copy until then", async () => {
  const { blobs, copies, keep, age, open } = newStore();
  for (const name of "ab") await keep(name);
  await blobs.remove(`addresses/${idOf("a")}`);
  await blobs.remove(`copies/${idOf("b")}`);
  expect([await open().record(idOf("a")), await open().find(idOf("b"))]).toEqual([undefined, undefined]);
  expect(await copies.sweep(naming("a", "b"))).toBe(0);
  age("a", 2 * hourMs, "copies");
  age("b", 2 * hourMs);
  expect(await copies.sweep(naming("a", "b"))).toBe(2);
  for await (const { key } of blobs.list("")) expect.fail(key);
});

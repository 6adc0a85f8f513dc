import { expect, test } from "vitest";
import type { BlobEntry, PhotoBlobs } from "../../store/photos/photo-blobs.ts";

/** Opens the same empty place for blobs each time it is called, until the test ends. */
export type OpenPlace = () => Promise<() => Promise<PhotoBlobs>>;

async function allOf(entries: AsyncIterable<BlobEntry>): Promise<BlobEntry[]> {
  const all: BlobEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

/** What every place for photos promises; each place runs it with `openPlace`. */
export function describePhotoBlobs(openPlace: OpenPlace): void {
  test("a blob comes back byte for byte, also to a process that opens the place later", async () => {
    const open = await openPlace();
    const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256);
    {
      await using blobs = await open();
      await blobs.put("photos/a", bytes);
      expect(Buffer.from((await blobs.read("photos/a")) ?? []).equals(bytes)).toBe(true);
    }
    await using later = await open();
    expect(Buffer.from((await later.read("photos/a")) ?? []).equals(bytes)).toBe(true);
  });

  test("an unknown key has no bytes, and removing it does nothing", async () => {
    await using blobs = await (await openPlace())();
    expect(await blobs.read("photos/none")).toBeUndefined();
    expect(await blobs.read("photos/none", { start: 0, end: 10 })).toBeUndefined();
    await blobs.remove("photos/none");
    expect(await allOf(blobs.list("photos/"))).toEqual([]);
  });

  test("an empty blob is a blob", async () => {
    await using blobs = await (await openPlace())();
    await blobs.put("marks/a", new Uint8Array());
    expect(textOf(await blobs.read("marks/a"))).toBe("");
    expect(await allOf(blobs.list("marks/"))).toMatchObject([{ key: "marks/a", bytes: 0 }]);
  });

  test("a range has the bytes from its start to before its end, cut at the end of the blob", async () => {
    await using blobs = await (await openPlace())();
    await blobs.put("photos/a", bytesOf("0123456789"));
    expect(textOf(await blobs.read("photos/a", { start: 0, end: 1 }))).toBe("0");
    expect(textOf(await blobs.read("photos/a", { start: 3, end: 6 }))).toBe("345");
    expect(textOf(await blobs.read("photos/a", { start: 8, end: 100 }))).toBe("89");
    expect(textOf(await blobs.read("photos/a", { start: 10, end: 12 }))).toBe("");
  });

  test("a blob that is put again has the new bytes", async () => {
    await using blobs = await (await openPlace())();
    await blobs.put("photos/a", bytesOf("the first, which is longer"));
    await blobs.put("photos/a", bytesOf("the second"));
    expect(textOf(await blobs.read("photos/a"))).toBe("the second");
    expect(await allOf(blobs.list(""))).toMatchObject([{ key: "photos/a", bytes: 10 }]);
  });

  test("a removed blob is gone for every process", async () => {
    const open = await openPlace();
    await using blobs = await open();
    await using beside = await open();
    await blobs.put("photos/a", bytesOf("a"));
    expect(textOf(await beside.read("photos/a"))).toBe("a");
    await blobs.remove("photos/a");
    expect(await beside.read("photos/a")).toBeUndefined();
    expect(await allOf(beside.list(""))).toEqual([]);
  });

  test("a list has the keys with its prefix, in order, with their sizes and the times of their puts", async () => {
    await using blobs = await (await openPlace())();
    const before = Date.now();
    for (const key of ["photos/b2", "photos/a", "photos/b10", "marks/a", "photos.old/a"])
      await blobs.put(key, bytesOf(key));
    const after = Date.now();
    const listed = await allOf(blobs.list("photos/"));
    expect(listed.map(({ key, bytes }) => [key, bytes])).toEqual([
      ["photos/a", 8],
      ["photos/b10", 10],
      ["photos/b2", 9],
    ]);
    for (const { changedAt } of listed) {
      // The clock of another machine, and file systems and protocols that keep whole seconds.
      expect(changedAt.getTime()).toBeGreaterThan(before - 5_000);
      expect(changedAt.getTime()).toBeLessThan(after + 5_000);
    }
    expect((await allOf(blobs.list("photos/b"))).map(({ key }) => key)).toEqual(["photos/b10", "photos/b2"]);
    expect(await allOf(blobs.list("photos/c"))).toEqual([]);
  });

  test("a list is in the order of whole keys, also where the parts of a key have different lengths", async () => {
    await using blobs = await (await openPlace())();
    const keys = ["a-b/x", "a.b/x", "a/b-c", "a/b.c", "a/b/c", "a/b/d/e", "a/b0", "a/c", "a0", "b"];
    for (const key of keys.toReversed()) await blobs.put(key, bytesOf(key));
    expect((await allOf(blobs.list(""))).map(({ key }) => key)).toEqual(keys);
    expect((await allOf(blobs.list("a/b"))).map(({ key }) => key)).toEqual(keys.slice(2, 7));
    expect((await allOf(blobs.list("a/b/"))).map(({ key }) => key)).toEqual(["a/b/c", "a/b/d/e"]);
    expect((await allOf(blobs.list("a/b/c"))).map(({ key }) => key)).toEqual(["a/b/c"]);
    for (const key of keys) expect(textOf(await blobs.read(key))).toBe(key);
  });

  test("a key can have a part of 64 characters, and bytes of every value are kept in each range", async () => {
    await using blobs = await (await openPlace())();
    const key = `photos/${"0123456789abcdef".repeat(4)}`;
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => 255 - at);
    await blobs.put(key, bytes);
    expect([...((await blobs.read(key, { start: 100, end: 200 })) ?? [])]).toEqual([...bytes.subarray(100, 200)]);
    expect((await allOf(blobs.list(key))).map((entry) => entry.key)).toEqual([key]);
  });

  test("a blob can be a part of a larger buffer", async () => {
    await using blobs = await (await openPlace())();
    await blobs.put("photos/a", bytesOf("0123456789").subarray(3, 6));
    expect(textOf(await blobs.read("photos/a"))).toBe("345");
  });

  test("a list whose blobs are removed as it passes them is whole", async () => {
    await using blobs = await (await openPlace())();
    const keys = Array.from({ length: 30 }, (_, at) => `photos/${String(at).padStart(2, "0")}`);
    await Promise.all(keys.map((key) => blobs.put(key, bytesOf("x"))));
    const listed: string[] = [];
    for await (const { key } of blobs.list("photos/")) {
      listed.push(key);
      await blobs.remove(key);
    }
    expect(listed).toEqual(keys);
    expect(await allOf(blobs.list(""))).toEqual([]);
  });

  test("a removed blob can be put again", async () => {
    await using blobs = await (await openPlace())();
    await blobs.put("photos/a", bytesOf("a"));
    await blobs.remove("photos/a");
    await blobs.put("photos/a", bytesOf("b"));
    expect(textOf(await blobs.read("photos/a"))).toBe("b");
  });

  test("a long list is whole", async () => {
    await using blobs = await (await openPlace())();
    const keys = Array.from({ length: 1_203 }, (_, at) => `photos/${String(at).padStart(4, "0")}`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => blobs.put(key, bytesOf("x"))));
    expect((await allOf(blobs.list("photos/"))).map(({ key }) => key)).toEqual(keys);
  });

  test("of puts and reads of one key at once, each read has the whole of one put", async () => {
    await using blobs = await (await openPlace())();
    const size = 100_000;
    const wholes = ["a", "b", "c", "d"].map((letter) => letter.repeat(size));
    await blobs.put("photos/a", bytesOf(wholes[0] ?? ""));
    const puts = wholes.map((whole) => blobs.put("photos/a", bytesOf(whole)));
    const reads = Array.from({ length: 20 }, async () => textOf(await blobs.read("photos/a")) ?? "");
    await Promise.all(puts);
    for (const text of await Promise.all(reads)) expect(wholes.includes(text)).toBe(true);
    expect(wholes).toContain(textOf(await blobs.read("photos/a")));
  });
}

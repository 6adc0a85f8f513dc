import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { changeHeader } from "../../../catalogue/log/change-header.ts";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import { openStore } from "../../../store/open-store.ts";
import { PreparedCatalogue } from "../../list-cache/prepared-catalogue.ts";
import { CoffeeReads } from "./coffee-reads.ts";

const by = { visitor: null, at: new Date("2026-11-22T12:00:00.000Z") };
const coffee = (name: string) => coffeeText({ ...emptyFields, name, details: "কফি ".repeat(40) });

/** Opens reads of a list so large that a browser gets Brotli only if an earlier request had it compressed. */
async function openReads(now: () => number) {
  const directory = await mkdtemp(join(tmpdir(), "niceties-reads-"));
  const store = openStore(directory, [], by.at);
  await store.importAll(
    Array.from({ length: 2_000 }, (_, at) => ({ id: undefined, text: coffee(`${at}`) })),
    by,
    false,
  );
  const catalogue = new PreparedCatalogue(store);
  const reads = new CoffeeReads(catalogue, now);
  return {
    catalogue,
    reads,
    change: () => store.add(coffee("another"), by),
    codingFor: async (acceptEncoding: string) => {
      const { headers } = await reads.list(acceptEncoding, undefined);
      return headers[headers.indexOf("content-encoding") + 1];
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

const browser = "gzip, deflate, br, zstd";
/** Numbers for 64 different values of one header, as many as the cache keeps. */
const firstHeaders = Array.from({ length: 64 }, (_, number) => number);

test("replies that were requested within the last minute are built again after each change", async () => {
  let now = 0;
  await using opened = await openReads(() => now);
  const { reads, change, codingFor } = opened;
  expect(await codingFor("br")).toBe("br");
  now += 59_000;
  await change();
  const first = reads.renew();
  await change();
  await reads.renew();
  await first;
  expect(await codingFor(browser)).toBe("br");
});

test("replies that nobody requested within the last minute are not built again", async () => {
  let now = 0;
  await using opened = await openReads(() => now);
  const { reads, change, codingFor } = opened;
  expect(await codingFor("br")).toBe("br");
  now += 61_000;
  await change();
  await reads.renew();
  expect(await codingFor(browser)).toBe("zstd");
});

test("a client that got gzip before brotli was made gets brotli once it is there", async () => {
  await using opened = await openReads(() => 0);
  const { codingFor } = opened;
  expect(await codingFor("gzip, br")).toBe("gzip");
  expect(await codingFor("br")).toBe("br");
  expect(await codingFor("gzip, br")).toBe("br");
});

test("a list that is still being compressed when a coffee changes is not sent to later requests", async () => {
  await using opened = await openReads(() => 0);
  const { catalogue, reads, change } = opened;
  const { list } = await catalogue.current();
  const body = list.body.bind(list);
  const compressing = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  vi.spyOn(list, "body").mockImplementationOnce(async (acceptEncoding) => {
    compressing.resolve();
    await changed.promise;
    return body(acceptEncoding);
  });
  const before = reads.list("gzip", undefined);
  await compressing.promise;
  await change();
  await reads.list("zstd", undefined);
  changed.resolve();
  const replies = [await before, await reads.list("gzip", undefined)];
  expect(replies.map(({ headers }) => headers[headers.indexOf(changeHeader) + 1])).toEqual(["2000", "2001"]);
});

test("only the first 64 Accept-Encoding headers are cached, so a client cannot fill the memory with them", async () => {
  await using opened = await openReads(() => 0);
  const { reads, change, codingFor } = opened;
  for (const number of firstHeaders) await codingFor(`gzip;q=0.${number + 100}`);
  expect(await codingFor("br")).toBe("br");
  const sentTwice = async (header: string) =>
    (await reads.list(header, undefined)) === (await reads.list(header, undefined));
  expect([await sentTwice("gzip;q=0.100"), await sentTwice("br")]).toEqual([true, false]);
  await change();
  await reads.renew();
  expect(await codingFor(browser)).toBe("zstd"); // Brotli was not renewed
});

test("only the first 64 If-None-Match headers are cached, and others still get 304", async () => {
  await using opened = await openReads(() => 0);
  const { headers } = await opened.reads.list("gzip", undefined);
  const etag = headers[headers.indexOf("etag") + 1];
  const held = (number: number) => opened.reads.list("gzip", `${etag}, "${number}"`);
  for (const number of firstHeaders) expect((await held(number)).status).toBe(304);
  const isRemembered = async (number: number) => (await held(number)) === (await held(number));
  expect([await isRemembered(0), await isRemembered(64), (await held(64)).status]).toEqual([true, false, 304]);
});

test("a reply is cached until the cache is cleared, as it is after an erasure", async () => {
  await using opened = await openReads(() => 0);
  const { reads } = opened;
  const kept = await reads.list("gzip", undefined);
  expect(await reads.list("gzip", undefined)).toBe(kept);
  reads.forget();
  expect(await reads.list("gzip", undefined)).not.toBe(kept);
});

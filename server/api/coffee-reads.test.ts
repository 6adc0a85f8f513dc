import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { exactFields } from "../../catalogue/exact-coffee.ts";
import { openStore } from "../../store/open-store.ts";
import { PreparedCatalogue } from "../prepared/prepared-catalogue.ts";
import { CoffeeReads } from "./coffee-reads.ts";

const by = { visitor: null, at: new Date("2026-11-22T12:00:00.000Z") };
const fields = (name: string) => exactFields({ ...emptyFields, name, details: "কফি ".repeat(40) });

/** Of a list so large that a browser gets brotli only where somebody has it already. */
async function openReads(now: () => number) {
  const directory = await mkdtemp(join(tmpdir(), "niceties-reads-"));
  const store = openStore(directory, [], by.at);
  await store.bring(
    Array.from({ length: 2_000 }, (_, at) => ({ _id: undefined, fields: fields(`${at}`) })),
    by,
    false,
  );
  const reads = new CoffeeReads(new PreparedCatalogue(store), now);
  return {
    reads,
    change: () => store.add(fields("another"), by),
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

test("what was asked for within the last minute is made anew after each change of a burst", async () => {
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

test("what nobody has asked for within the last minute is not made anew", async () => {
  let now = 0;
  await using opened = await openReads(() => now);
  const { reads, change, codingFor } = opened;
  expect(await codingFor("br")).toBe("br");
  now += 61_000;
  await change();
  await reads.renew();
  expect(await codingFor(browser)).toBe("zstd");
});

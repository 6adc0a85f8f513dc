import { expect, test } from "vitest";
import { cachedAtHeader } from "../../calls/cached-at-header.ts";
import { latestCoffee } from "./latest-coffee.ts";

const [monday, friday] = ["2026-03-02T08:00:00.000Z", "2026-03-06T08:00:00.000Z"];
const cachedReply = (body: unknown, time: string) =>
  new Response(JSON.stringify(body), { headers: { [cachedAtHeader]: time } });

const seen = { _id: "1", name: "Seen" };
const listed = [
  { _id: "1", name: "Listed" },
  { _id: "a b", name: "Spaced" },
];

test.for([
  [
    "its own reply if that is newer than the list",
    "/coffee/1",
    cachedReply(seen, friday),
    cachedReply(listed, monday),
    "Seen",
    friday,
  ],
  [
    "the one in the list if the list is newer",
    "/coffee/1",
    cachedReply(seen, monday),
    cachedReply(listed, friday),
    "Listed",
    friday,
  ],
  [
    "the one in the list if it has no reply of its own",
    "/coffee/a%20b",
    undefined,
    cachedReply(listed, friday),
    "Spaced",
    friday,
  ],
  ["its own reply if no list is cached", "/coffee/1", cachedReply(seen, monday), undefined, "Seen", monday],
] as const)("the latest cached copy of a coffee is %s, with its own time", async ([, path, own, list, name, time]) => {
  const latest = await latestCoffee(path, own, list);
  expect(latest?.headers.get(cachedAtHeader)).toBe(time);
  expect(await latest?.json()).toMatchObject({ name });
});

test("a cached coffee is not used if a newer list lacks it", async () => {
  expect(
    await latestCoffee("/coffee/1", cachedReply(seen, monday), cachedReply(listed.slice(1), friday)),
  ).toBeUndefined();
});

test("a coffee that was never loaded has no cached copy", async () => {
  expect(await latestCoffee("/coffee/1", undefined, undefined)).toBeUndefined();
});

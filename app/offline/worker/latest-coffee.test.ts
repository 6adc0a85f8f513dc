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
    "what was seen later than the list",
    "/coffee/1",
    cachedReply(seen, friday),
    cachedReply(listed, monday),
    "Seen",
    friday,
  ],
  ["what the list has since", "/coffee/1", cachedReply(seen, monday), cachedReply(listed, friday), "Listed", friday],
  ["what was seen in the list alone", "/coffee/a%20b", undefined, cachedReply(listed, friday), "Spaced", friday],
  ["what was seen while no list is kept", "/coffee/1", cachedReply(seen, monday), undefined, "Seen", monday],
] as const)("the latest of a coffee is %s, with its own time", async ([, path, own, list, name, time]) => {
  const latest = await latestCoffee(path, own, list);
  expect(latest?.headers.get(cachedAtHeader)).toBe(time);
  expect(await latest?.json()).toMatchObject({ name });
});

test("nothing is left of a coffee that a later list no longer has", async () => {
  expect(
    await latestCoffee("/coffee/1", cachedReply(seen, monday), cachedReply(listed.slice(1), friday)),
  ).toBeUndefined();
});

test("nothing is known of a coffee that was never seen", async () => {
  expect(await latestCoffee("/coffee/1", undefined, undefined)).toBeUndefined();
});

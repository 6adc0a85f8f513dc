import { describe, expect, test } from "vitest";
import { freshForMs, validatorsOf } from "./freshness.ts";

const now = Date.parse("2026-11-20T08:00:00Z");
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (ms: number) => new Date(now + ms).toUTCString();

describe("a copy is fresh", () => {
  test.each([
    ["for a day if its host says nothing", {}, day],
    ["as max-age says", { "cache-control": "max-age=7200" }, 2 * hour],
    ["as s-maxage says before max-age", { "cache-control": "max-age=60, s-maxage=7200" }, 2 * hour],
    ["as max-age says, in any case and in quotes", { "cache-control": 'Public,MAX-AGE = "7200"' }, 2 * hour],
    ["as the first of two directives says", { "cache-control": "max-age=7200, max-age=14400" }, 2 * hour],
    ["as max-age says before Expires", { "cache-control": "max-age=7200", expires: at(day) }, 2 * hour],
    ["as Expires says", { expires: at(3 * hour), date: at(0) }, 3 * hour],
    ["as Expires says, without a date", { expires: at(3 * hour) }, 3 * hour],
    ["for a tenth of the time since it was changed", { "last-modified": at(-100 * hour) }, 10 * hour],
    ["for the rest of its time", { "cache-control": "max-age=7200", age: "1800" }, 90 * minute],
    ["for the rest of its time, by its date", { "cache-control": "max-age=7200", date: at(-30 * minute) }, 90 * minute],
    ["as long as it says, with a clock ahead", { "cache-control": "max-age=7200", date: at(hour) }, 2 * hour],
    ["for an hour at least", { "cache-control": "max-age=60" }, hour],
    ["for an hour if its time is over", { "cache-control": "max-age=7200", age: "86400" }, hour],
    ["for an hour with no-store", { "cache-control": "no-store, max-age=86400" }, hour],
    ["for an hour with no-cache", { "cache-control": "max-age=86400, no-cache" }, hour],
    ["for an hour with private", { "cache-control": "private, max-age=86400" }, hour],
    ["for an hour if max-age is no number", { "cache-control": "max-age=a day" }, hour],
    ["for an hour if max-age is negative", { "cache-control": "max-age=-1" }, hour],
    ["for an hour if Expires is no date", { expires: "never" }, hour],
    ["for an hour if Expires is 0", { expires: "0" }, hour],
    ["for a day if it was changed in the future", { "last-modified": at(day) }, day],
    ["for 30 days at most", { "cache-control": "max-age=31536000, immutable" }, 30 * day],
    ["for 30 days if it says for ever", { "cache-control": "max-age=99999999999999999999" }, 30 * day],
    ["as max-age says if its age is no number", { "cache-control": "max-age=7200", age: "old" }, 2 * hour],
  ])("%s", (_, headers, expected) => {
    expect(freshForMs(headers, now)).toBe(expected);
  });
});

test("a long header of directives is read in no time", () => {
  for (const piece of ["a", "a ", 'a="', "a=", "a = ", ","]) {
    const start = performance.now();
    freshForMs({ "cache-control": piece.repeat(16_000 / piece.length) }, now);
    expect(performance.now() - start).toBeLessThan(1_000);
  }
});

describe("the validators of a reply are", () => {
  const lastModified = "Fri, 20 Nov 2026 08:00:00 GMT";
  test.each([
    [
      { etag: '"a"', "last-modified": lastModified },
      { etag: '"a"', lastModified },
    ],
    [{ etag: 'W/"a-1:ü"' }, {}],
    [{ etag: 'W/"a-1:!"' }, { etag: 'W/"a-1:!"' }],
    [{ etag: '""' }, { etag: '""' }],
    [{ etag: "a" }, {}],
    [{ etag: '"a' }, {}],
    [{ etag: '"a" "b"' }, {}],
    [{ etag: `"${"a".repeat(501)}"` }, {}],
    [{ "last-modified": "yesterday" }, {}],
    [{ "last-modified": `${lastModified} ${"(a)".repeat(20)}` }, {}],
    [{}, {}],
  ])("of %j: %j", (headers, expected) => {
    expect(validatorsOf(headers)).toEqual({ etag: undefined, lastModified: undefined, ...expected });
  });
});

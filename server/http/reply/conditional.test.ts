import { describe, expect, test } from "vitest";
import { emptyVersion, versionName } from "../../../catalogue/log/change.ts";
import { entityTag, matchingTag, preconditionOf } from "./conditional.ts";

const version = { number: 7, hash: "0123456789abcdef".repeat(4) };
const tag = entityTag(version);
const brTag = entityTag(version, "br");

function mayOverwrite(ifMatch: string | undefined): boolean {
  const precondition = preconditionOf(ifMatch);
  return !precondition || ("names" in precondition && precondition.names.includes(versionName(version)));
}

describe("an ETag", () => {
  test.for([tag, brTag, entityTag(emptyVersion)])("%s is strong and well-formed", (one) => {
    expect(one).toMatch(/^"[!#-~]+"$/);
  });

  test.for([
    ["number", { ...version, number: 8 }],
    ["hash", { ...version, hash: "f".repeat(64) }],
  ] as const)("differs if the version has another %s", ([, other]) => {
    expect(entityTag(other)).not.toBe(tag);
  });

  test("differs between encodings", () => {
    expect(new Set([tag, brTag, entityTag(version, "gzip")]).size).toBe(3);
  });
});

/** A header's value, whether it matches as If-None-Match, and whether it allows a write as If-Match. */
test.for([
  [tag, true, true],
  [brTag, true, true],
  [`W/${tag}`, true, false],
  [`W/${brTag}`, true, false],
  ["*", true, true],
  [" * ", true, true],
  [`"a", ${tag}`, true, true],
  [`"a,${tag.slice(1, -1)}", "b"`, false, false],
  [`${tag},W/"b"`, true, true],
  [`W/${tag}, ${tag}`, true, true],
  [`"a",W/${tag}`, true, false],
  ['"*"', false, false],
  ['""', false, false],
  ["", false, false],
  [tag.slice(1, -1), false, false],
  [`"${tag.slice(1, -2)}"`, false, false],
  [`"${tag.slice(1, -1)}0"`, false, false],
  [`"${tag.slice(1, -1)}-"`, false, false],
  [`"${tag.slice(1, -1)}-deflate"`, false, false],
  [`"${tag.slice(1, -1)}-br-br"`, false, false],
  [`"${tag.slice(1, -1)}-zstd"`, true, true],
  [`"${tag.slice(1, -1)}-gzip"`, true, true],
  [`"0${tag.slice(1)}`, false, false],
  [entityTag({ ...version, number: 17 }), false, false],
  [entityTag(emptyVersion), false, false],
] as const)("%s: held %s, may overwrite %s", ([header, held, may]) => {
  expect([matchingTag(header, tag) !== undefined, mayOverwrite(header)]).toEqual([held, may]);
});

test("without a header, no ETag matches, and any write may go ahead", () => {
  expect([matchingTag(undefined, tag), mayOverwrite(undefined)]).toEqual([undefined, true]);
});

test.for([
  [tag, tag],
  [brTag, brTag],
  [`"a", W/${brTag}`, brTag],
  ["*", tag],
] as const)("in If-None-Match: %s, the matching ETag is %s", ([header, held]) => {
  expect(matchingTag(header, tag)).toBe(held);
});

test("an ETag is found at the end of 5,000 others", () => {
  expect(mayOverwrite(`${'"a",'.repeat(5_000)}${tag}`)).toBe(true);
});

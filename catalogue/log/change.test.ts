import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  chain,
  emptyVersion,
  erasedInVersion1,
  fieldMask,
  fieldsIn,
  hashAfter,
  ownDigest,
  saltedEntry,
  versionName,
  type ChangeEntry,
  type Version,
} from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeFields } from "../fields.ts";
import { coffeeText } from "../coffee-text.ts";

const entry: ChangeEntry = {
  time: "2026-11-21T10:00:00.000Z",
  action: "replace",
  coffeeId: "6b0170fbc7b3dc984a466fbf",
  before: coffeeText({ ...emptyFields, name: "Latte", price: 250 }),
  after: coffeeText({ ...emptyFields, name: "Flat white", price: 250 }),
  visitor: null,
  browser: null,
  undoes: null,
};
const previous: Version = { number: 6, hash: "a".repeat(64) };

/** Another value for each member. TypeScript reports a member of the type that is missing here. */
const others: { [Member in keyof ChangeEntry]-?: ChangeEntry[Member] } = {
  time: "2026-11-21T10:00:00.001Z",
  action: "add",
  coffeeId: "6b0170fbc7b3dc984a466fb0",
  before: null,
  after: null,
  visitor: "somebody",
  browser: "some browser",
  undoes: 1,
};

const salt = "5a17".repeat(8);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** An entry, chained to `last`. */
function chained(one: ChangeEntry = entry, last = previous) {
  return chain(saltedEntry(one, salt), last);
}

test("a change has the next number, and the content of its entry", () => {
  expect(chained()).toEqual({
    ...entry,
    salt,
    own: null,
    erasure: null,
    fields: 1,
    number: 7,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(chained(entry, emptyVersion).number).toBe(1);
});

test("equal changes with equal salts have equal hashes", () => {
  expect(chained({ ...entry }, { ...previous })).toEqual(chained());
  expect(chain(saltedEntry(entry, "other"), previous).hash).not.toBe(chained().hash);
});

test.for(Object.entries(others))("the hash covers %s", ([member, value]) => {
  expect(chained({ ...entry, [member]: value }).hash).not.toBe(chained().hash);
});

test.for([
  ["a text within before", { before: coffeeText({ ...emptyFields, name: "Mocha", price: 250 }) }],
  ["a text within after", { after: coffeeText({ ...emptyFields, name: "Mocha", price: 250 }) }],
  ["the digits of a price", { after: coffeeText({ ...emptyFields, name: "Flat white", price: 250 }, "250.00") }],
  ["the type of a price", { after: coffeeText({ ...emptyFields, name: "Flat white", price: "250" }) }],
  ["which side is before and which after", { before: entry.after, after: entry.before }],
  ["whether null is before or after", { before: null, after: entry.before }],
] as const)("the hash covers %s", ([, other]) => {
  expect(chained({ ...entry, ...other }).hash).not.toBe(chained().hash);
});

test("the hash covers the content of an erasure", () => {
  const erasing = { ...saltedEntry(entry, salt), erasure: "{}" };
  expect(chain(erasing, previous).hash).not.toBe(chained().hash);
});

test.for([
  ["number", { ...previous, number: 7 }],
  ["hash", { ...previous, hash: "b".repeat(64) }],
] as const)("the hash covers the %s of the change before", ([, other]) => {
  expect(chained(entry, other).hash).not.toBe(chained().hash);
});

test("the same changes in another order end in another hash", () => {
  const other = { ...entry, coffeeId: others.coffeeId };
  const there = chained(other, chained(entry, emptyVersion));
  const back = chained(entry, chained(other, emptyVersion));
  expect(there.number).toBe(back.number);
  expect(there.hash).not.toBe(back.hash);
});

test("a change whose texts and salt were erased keeps its hash, by the digest that was left in their place", () => {
  const whole = chained();
  const own = ownDigest(whole);
  expect(hashAfter({ ...whole, before: null, after: null, salt: null, own }, previous)).toBe(whole.hash);
});

test("a version is named by its number and the first sixteen digits of its hash", () => {
  expect(versionName({ number: 7, hash: "0123456789abcdef".repeat(4) })).toBe("7.0123456789abcdef");
  expect(versionName(emptyVersion)).toBe("0.");
});

test("a hash of version 2 covers the hash before, the number, and a digest of salt, content and texts", () => {
  for (const [before, after] of [
    [null, '{"name":"a"}'],
    ['{"name":"a"}', null],
  ]) {
    const content = `["${salt}","${entry.time}","replace","${entry.coffeeId}"]\n${before ?? ""}\n${after ?? ""}\n[null,null,null,null]`;
    const { hash } = chained({ ...entry, before: before ?? null, after: after ?? null });
    expect(hash).toBe(sha256(`["${previous.hash}",7,"${sha256(content)}"]`));
  }
});

test("the hash of a version 1 change covers its texts as they are stored", () => {
  const stored = {
    ...chained(),
    salt: null,
    before: '{"name":"a field only"}',
    after: null,
    visitor: "ada",
    undoes: 3,
  };
  const covered = (texts: string) =>
    sha256(`["${previous.hash}",7,"${entry.time}","replace","${entry.coffeeId}",${texts},"ada",3]`);
  expect(hashAfter(stored, previous)).toBe(covered('{"name":"a field only"},null'));
  expect(hashAfter({ ...stored, before: null, after: "{}" }, previous)).toBe(covered("null,{}"));
});

test("an erased change of version 1 has no hash that could be computed", () => {
  expect(erasedInVersion1, "it is in stored logs").toBe("erased");
  expect(hashAfter({ ...chained(), salt: null, own: erasedInVersion1 }, previous)).toBeUndefined();
});

test("an add changes all fields, a removal none, and an edit those that differ, prices to the digit", () => {
  const { before, after } = entry;
  expect(fieldsIn(fieldMask(null, after))).toEqual(coffeeFields);
  expect(fieldsIn(fieldMask(before, null))).toEqual([]);
  expect(fieldsIn(fieldMask(before, after))).toEqual(["name"]);
  const dearer = coffeeText({ ...emptyFields, name: "Latte", price: 250 }, "250.00");
  expect(fieldsIn(fieldMask(before, dearer))).toEqual(["price"]);
});

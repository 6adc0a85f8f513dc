import { expect, test } from "vitest";
import { chain, emptyVersion, type ChangeEntry, type Version } from "./change.ts";
import { emptyFields } from "./coffee.ts";
import { exactFields } from "./exact-coffee.ts";

const entry: ChangeEntry = {
  time: "2026-11-21T10:00:00.000Z",
  action: "replace",
  coffeeId: "6b0170fbc7b3dc984a466fbf",
  before: exactFields({ ...emptyFields, name: "Latte", price: 250 }),
  after: exactFields({ ...emptyFields, name: "Flat white", price: 250 }),
  visitor: null,
  undoes: null,
};
const previous: Version = { number: 6, hash: "a".repeat(64) };

/** One other value for each member, so that a member that is added to the type and not here does not compile. */
const others: { [Member in keyof ChangeEntry]-?: ChangeEntry[Member] } = {
  time: "2026-11-21T10:00:00.001Z",
  action: "add",
  coffeeId: "6b0170fbc7b3dc984a466fb0",
  before: null,
  after: null,
  visitor: "somebody",
  undoes: 1,
};

test("a change takes the number after the one before it, and keeps what its entry says", () => {
  expect(chain(entry, previous)).toEqual({ ...entry, number: 7, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(chain(entry, emptyVersion).number).toBe(1);
});

test("equal changes have equal hashes", () => {
  expect(chain({ ...entry }, { ...previous })).toEqual(chain(entry, previous));
});

test.for(Object.entries(others))("the hash covers %s", ([member, value]) => {
  expect(chain({ ...entry, [member]: value }, previous).hash).not.toBe(chain(entry, previous).hash);
});

test.for([
  ["a text within before", { before: exactFields({ ...emptyFields, name: "Mocha", price: 250 }) }],
  ["a text within after", { after: exactFields({ ...emptyFields, name: "Mocha", price: 250 }) }],
  ["the digits of a price", { after: exactFields({ ...emptyFields, name: "Flat white", price: 250 }, "250.00") }],
  ["the type of a price", { after: exactFields({ ...emptyFields, name: "Flat white", price: "250" }) }],
  ["which side is before and which after", { before: entry.after, after: entry.before }],
  ["whether null is before or after", { before: null, after: entry.before }],
] as const)("the hash covers %s", ([, other]) => {
  expect(chain({ ...entry, ...other }, previous).hash).not.toBe(chain(entry, previous).hash);
});

test.for([
  ["number", { ...previous, number: 7 }],
  ["hash", { ...previous, hash: "b".repeat(64) }],
] as const)("the hash covers the %s of the change before", ([, other]) => {
  expect(chain(entry, other).hash).not.toBe(chain(entry, previous).hash);
});

test("the same changes in another order end in another hash", () => {
  const other = { ...entry, coffeeId: others.coffeeId };
  const there = chain(other, chain(entry, emptyVersion));
  const back = chain(entry, chain(other, emptyVersion));
  expect(there.number).toBe(back.number);
  expect(there.hash).not.toBe(back.hash);
});

import type { CoffeeFields } from "../catalogue/coffee.ts";
import type { Reply } from "./reply.ts";
import { RuleFailed } from "./rule-failed.ts";

const showMaxCharacters = 120;

/** The value at the end of a path of keys; undefined if the path does not exist. */
export function memberOf(json: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>(
    (within, key) => (typeof within === "object" && within !== null ? Reflect.get(within, key) : undefined),
    json,
  );
}

/** A value for a report, as shortened JSON. */
export function showValue(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > showMaxCharacters ? `${text.slice(0, showMaxCharacters)}…` : text;
}

/** A reply for a report, shortened, without control characters. */
export function showReply({ status, text }: Reply): string {
  const flat = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const body = flat.length > showMaxCharacters ? `${flat.slice(0, showMaxCharacters)}…` : flat;
  return body === "" ? `${status} without a body` : `${status} ${body}`;
}

/** Throws `RuleFailed` unless `holds`. */
export function expectThat(holds: boolean, reply: Reply, expected: string, got: string): asserts holds {
  if (!holds) throw new RuleFailed(reply, expected, got);
}

/** Any status from 200 to 299 (RFC 9110 §15.3). */
export function expectSuccess(reply: Reply): void {
  expectThat(reply.status >= 200 && reply.status < 300, reply, "success, a status of 2xx", showReply(reply));
}

export function expectStatus(reply: Reply, status: number): void {
  expectThat(reply.status === status, reply, `status ${status}`, showReply(reply));
}

/** The member at `keys` must pass `holds`. `expected` describes this in words. */
export function expectMember(
  reply: Reply,
  keys: readonly (string | number)[],
  expected: string,
  holds: (value: unknown) => boolean,
): void {
  const value = memberOf(reply.json, ...keys);
  expectThat(holds(value), reply, `${keys.join(".")}: ${expected}`, `${showValue(value)} in ${showReply(reply)}`);
}

/** Each member must have exactly this value. */
export function expectMembers(reply: Reply, members: Readonly<Record<string, string | number | boolean | null>>): void {
  for (const [key, wanted] of Object.entries(members)) {
    expectMember(reply, [key], showValue(wanted), (value) => value === wanted);
  }
}

/** The header must pass `holds`. */
export function expectHeader(reply: Reply, name: string, expected: string, holds: (value: string) => boolean): void {
  const value = reply.headers[name];
  expectThat(value !== undefined && holds(value), reply, `${name}: ${expected}`, showValue(value));
}

/** The coffees of a list. Throws `RuleFailed` if the reply is not a list. */
export function coffeesOf(reply: Reply): readonly unknown[] {
  expectSuccess(reply);
  expectThat(Array.isArray(reply.json), reply, "an array of coffees", showReply(reply));
  return reply.json;
}

/** The coffee with this id in a list. Throws `RuleFailed` unless there is exactly one. */
export function listedCoffee(reply: Reply, id: string): unknown {
  const found = coffeesOf(reply).filter((coffee) => memberOf(coffee, "_id") === id);
  expectThat(found.length === 1, reply, `one coffee with the _id ${showValue(id)}`, `${found.length} of them`);
  return found[0];
}

/** The ids of a list that are among `ids`, in the list's order. */
export function listedIds(reply: Reply, ids: readonly string[]): readonly string[] {
  return coffeesOf(reply).flatMap((coffee) => {
    const id = memberOf(coffee, "_id");
    return typeof id === "string" && ids.includes(id) ? [id] : [];
  });
}

/** The coffee's fields must have exactly these values. */
export function expectFields(reply: Reply, coffee: unknown, fields: Partial<CoffeeFields>): void {
  for (const [field, wanted] of Object.entries(fields)) {
    const value = memberOf(coffee, field);
    expectThat(value === wanted, reply, `${field} ${showValue(wanted)}`, showValue(value));
  }
}

/** The same, but the price is compared as a page shows it: 250 equals "250", and null equals "". */
export function expectShownFields(reply: Reply, coffee: unknown, { price, ...texts }: Partial<CoffeeFields>): void {
  expectFields(reply, coffee, texts);
  if (price === undefined) return;
  const value = memberOf(coffee, "price") ?? "";
  const isSame = price === "" || value === "" ? value === price : Number(value) === Number(price);
  expectThat(isSame, reply, `price ${showValue(price)}`, showValue(memberOf(coffee, "price")));
}

/** The reply must be a problem document (RFC 9457) with its own status, and with text for a person. */
export function expectProblem(reply: Reply): void {
  expectHeader(reply, "content-type", "application/problem+json", (type) =>
    type.startsWith("application/problem+json"),
  );
  expectMembers(reply, { status: reply.status });
  for (const key of ["type", "title", "detail"]) {
    expectMember(reply, [key], "text", (value) => typeof value === "string" && value.trim() !== "");
  }
}

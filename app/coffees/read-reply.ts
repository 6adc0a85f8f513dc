import { emptyFields, textFields, type Coffee } from "../../catalogue/coffee.ts";
import type { AddReply, Answer, Failure, ReplaceReply } from "./product-server.ts";

/*
 * Replies come from any server that speaks the five calls, so nothing in them is taken for granted: a field of another
 * kind than expected reads as empty, never as a crash.
 */

export function readList(body: unknown): Answer<readonly Coffee[]> {
  if (!Array.isArray(body)) return nonsense;
  const coffees = body.filter(isRecord).map(coffeeFrom).filter(hasAddress);
  return { ok: true, value: [...new Map(coffees.map((coffee) => [coffee._id, coffee])).values()] };
}

/** A coffee without an id, or with one that every address parser takes for a way up, can be neither shown nor deleted. */
function hasAddress({ _id }: Coffee): boolean {
  return !["", ".", ".."].includes(_id);
}

/** Servers in the wild answer an unknown id with null or nothing at all. */
export function readCoffee(body: unknown): Answer<Coffee> {
  if (body === null) return { ok: false, failure: { status: 404, words: "There is no such coffee." } };
  return isRecord(body) ? { ok: true, value: coffeeFrom(body) } : nonsense;
}

export function readAddReply(body: unknown): Answer<AddReply> {
  if (!isRecord(body)) return nonsense;
  const { acknowledged, insertedId } = body;
  return { ok: true, value: { acknowledged: acknowledged === true, insertedId: textOf(insertedId) || undefined } };
}

export function readReplaceReply(body: unknown): Answer<ReplaceReply> {
  if (!isRecord(body)) return nonsense;
  return { ok: true, value: { modifiedCount: Number(body["modifiedCount"]) || 0 } };
}

/** A notice stays readable, whatever a server sends. */
const wordsMaxCharacters = 300;

/** What a refusal says: a problem's detail and fields (RFC 9457), or the message that other servers send. */
export function readFailure(status: number, body: unknown): Failure {
  const { detail, title, message } = isRecord(body) ? body : {};
  const words = [detail, title, message].find((text) => typeof text === "string" && text !== "");
  return { status, words: textOf(words).slice(0, wordsMaxCharacters) || `The product server answered ${status}.` };
}

const nonsense: Answer<never> = {
  ok: false,
  failure: { status: 502, words: "The product server's answer could not be understood." },
};

function coffeeFrom(body: Readonly<Record<string, unknown>>): Coffee {
  const texts = { ...emptyFields };
  for (const field of textFields) texts[field] = textOf(body[field]);
  const { price } = body;
  return { _id: textOf(body["_id"]), ...texts, price: typeof price === "number" ? price : textOf(price) };
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

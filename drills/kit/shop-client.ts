// HTTP calls to a shop, as any program makes them.
import { request, type Agent, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Version } from "../../catalogue/log/change.ts";
import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { recordOf, textFields } from "../../catalogue/fields.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";

const patienceMs = 30_000;

/** A reply that was read to its end; `at` is when, by `performance.now()`. */
export type Reply = Readonly<{
  status: number;
  isOk: boolean;
  text: string;
  headers: Headers;
  receipt: Version | undefined;
  at: number;
}>;

/** Sends a request, with `body` as JSON. Rejects with a TypeError if the connection breaks. */
export async function send(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const reply = await fetch(url + path, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    signal: AbortSignal.timeout(patienceMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  const receipt = readReceipt(reply.headers.get(receiptHeader) ?? "");
  return { status: reply.status, isOk: reply.ok, text, headers: reply.headers, receipt, at: performance.now() };
}

type RawRequest = Readonly<{
  method?: string;
  headers: Readonly<Record<string, string>>;
  /** The body, sent as JSON. */
  sent?: unknown;
  agent?: Agent;
}>;

/** Sends a request with exactly these headers, and resolves to the raw reply: `fetch` sets Host, and decodes bodies. */
export async function sendRaw(url: string, { method = "GET", headers, sent, agent }: RawRequest) {
  const body = sent === undefined ? undefined : JSON.stringify(sent);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(url, { method, headers: { ...headers, ...(body && { "content-type": "application/json" }) }, agent }, resolve)
    .on("error", reject)
    .end(body);
  const incoming = await promise;
  const bytes = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, bytes };
}

/** Adds a coffee, and resolves to its id. Rejects if the shop refuses it. */
export async function addCoffee(url: string, fields: Partial<CoffeeFields>): Promise<string> {
  const { status, text } = await send(url, "POST", "/coffee", fields);
  if (status !== 201) throw new Error(`A coffee was not added: ${status}, ${text}`);
  const { insertedId }: { insertedId: string } = JSON.parse(text);
  return insertedId;
}

export async function listCoffees(url: string): Promise<readonly Coffee[]> {
  return JSON.parse((await send(url, "GET", "/coffee")).text);
}

/** A coffee with one text in all fields but the price, so that a half-written coffee can be recognised. */
export function textEverywhere(text: string): CoffeeFields {
  return { ...recordOf(textFields, () => text), price: "1" };
}

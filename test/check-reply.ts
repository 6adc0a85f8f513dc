import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { expect } from "vitest";
import type { TestShop } from "./servers/open-test-shop.ts";
import { describeApi } from "../server/calls/openapi/openapi.ts";

/** A reply as it came over the network. `body` is its parsed JSON; undefined if the reply is not JSON. */
export type Reply = Readonly<{ status: number; headers: Headers; text: string; body: unknown }>;

/** The content of a request: `json` as application/json, serialised unless it is a string; `bytes` as they are. */
export type Sent = Readonly<{
  json?: unknown;
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Readonly<Record<string, string>>;
}>;

/**
 * Calls the product server of a shop; `line` is a method and a path. Every reply must match the description of the API,
 * and the shop must not have reported anything unexpected, except with a 500.
 */
export async function call(shop: TestShop, line: `${string} /${string}`, sent: Sent = {}): Promise<Reply> {
  const [method = "", path = ""] = line.split(" ");
  const { json, bytes, headers } = sent;
  const body = json === undefined ? bytes : typeof json === "string" ? json : JSON.stringify(json);
  const response = await fetch(shop.url + path, {
    method,
    headers: { ...(json !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body }),
  });
  const reply = replyOf(response.status, response.headers, await response.text());
  await checkReply(shop, method, path, reply);
  return reply;
}

/** Sends a request piece by piece, in an unknown number of chunks, and resolves to the reply with its raw bytes. */
export async function sendRaw(
  shop: TestShop,
  line: `${string} /${string}`,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<string> = [],
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const [method, path] = line.split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: Headers; bytes: Buffer }>();
  const outgoing = request(shop.url + path, { method, headers }, (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const received = new Headers();
      for (const [name, values = []] of Object.entries(incoming.headersDistinct)) received.set(name, values.join(", "));
      resolve({ status: incoming.statusCode ?? 0, headers: received, bytes: Buffer.concat(chunks) });
      outgoing.destroy();
    });
  });
  outgoing.on("error", reject);
  const remaining = Iterator.from(pieces);
  const writeOn = () => {
    for (let { value, done } = remaining.next(); !outgoing.destroyed; { value, done } = remaining.next()) {
      if (done) return outgoing.end();
      if (!outgoing.write(value)) return outgoing.once("drain", writeOn);
    }
  };
  writeOn();
  return promise;
}

export function replyOf(status: number, headers: Headers, text: string): Reply {
  const isJson = /^application\/(problem\+)?json$/.test(headers.get("content-type") ?? "");
  return { status, headers, text, body: isJson && text !== "" ? JSON.parse(text) : undefined };
}

/** The text under `key` in a JSON value. */
export function textAt(value: unknown, key: string): string {
  const text = at(value, key);
  if (typeof text !== "string") throw new TypeError(`There is no text under ${key} in ${JSON.stringify(value)}.`);
  return text;
}

/** The member of a JSON value at the end of a path of keys; undefined if there is none. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (within, key) => (typeof within === "object" && within !== null ? Reflect.get(within, key) : undefined),
    value,
  );
}

/** Adds a coffee and resolves to its id. */
export async function added(shop: TestShop, json: unknown = {}, headers: Sent["headers"] = {}): Promise<string> {
  return textAt((await call(shop, "POST /coffee", { json, headers })).body, "insertedId");
}

const description = describeApi(true);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const validators = new Map<unknown, ValidateFunction>();

/** A validator for a schema of the description, which resolves references to other parts of the description. */
export function validatorOf(schema: unknown): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const validate = ajv.compile({ components: at(description, "components"), allOf: [schema] });
  validators.set(schema, validate);
  return validate;
}

async function checkReply(shop: TestShop, method: string, path: string, reply: Reply): Promise<void> {
  const { status, headers, text, body } = reply;
  if (status !== 500) expect(shop.reports).toEqual([]);
  // Without extras, most of these addresses do not exist.
  const isNowhere = at(body, "type") === "/-/problems/unknown-address";
  const template = isNowhere ? undefined : templateOf(path.split("?")[0] ?? "");
  if (template) checkDescribed(method, template, reply);
  if (headers.get("content-type") !== "application/problem+json") {
    expect(status).toBeLessThan(400);
    return;
  }
  const type = textAt(body, "type");
  expect(body).toMatchObject({ title: expect.stringMatching(/\S/), status, detail: expect.stringMatching(/\S/) });
  expect((await fetch(shop.url + type)).status).toBe(200);
  for (const inside of [process.cwd(), tmpdir(), "node_modules", "    at ", ".ts:", "SQLITE"]) {
    expect(text).not.toContain(inside);
  }
}

/** The description's path template for an address. */
function templateOf(path: string): string | undefined {
  if (["/coffee", "/-/changes", "/-/changes/stream"].includes(path)) return path;
  if (/^\/-\/changes\/[^/]*\/undo$/.test(path)) return "/-/changes/{number}/undo";
  if (/^\/-\/visitors\/[^/]*\/undo$/.test(path)) return "/-/visitors/{name}/undo";
  return path.startsWith("/coffee/") ? "/coffee/{id}" : undefined;
}

function checkDescribed(method: string, template: string, { status, headers, text, body }: Reply): void {
  const operation = at(description, "paths", template, (method === "HEAD" ? "GET" : method).toLowerCase());
  const described = operation ? at(operation, "responses", String(status)) : undescribed(method, status);
  expect(described, `${method} ${template} answered ${status}, which is not described`).toBeDefined();
  const content = at(described, "content");
  if (content === undefined || method === "HEAD") {
    expect(text).toBe("");
    return;
  }
  const validate = validatorOf(at(content, headers.get("content-type") ?? "none", "schema"));
  expect(validate(body), `${text} is not as described: ${ajv.errorsText(validate.errors)}`).toBe(true);
}

/** The responses to methods that the description leaves to HTTP. */
function undescribed(method: string, status: number): unknown {
  if (method === "OPTIONS") return status === 204 ? {} : undefined;
  return status === 405
    ? { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } }
    : undefined;
}

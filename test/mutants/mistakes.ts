import type { Mistake, PassOn, PlainReply, PlainRequest } from "./open-mutant.ts";

export type Call = "GET /coffee" | "POST /coffee" | "GET /coffee/{id}" | "PUT /coffee/{id}" | "DELETE /coffee/{id}";
export type Members = Readonly<Record<string, unknown>>;

/** Whether a request is this one of the five calls. */
export function isCall({ method, path }: PlainRequest, call: Call): boolean {
  return `${method} ${path.replace(/^\/coffee\/.*$/, "/coffee/{id}")}` === call;
}

export function idOf({ path }: PlainRequest): string {
  return decodeURIComponent(path.slice("/coffee/".length));
}

/** The members of a JSON object; empty for anything else. */
export function membersOf(json: unknown): Members {
  return typeof json === "object" && json !== null ? { ...json } : {};
}

/** The items of a JSON array; empty for anything else. */
export function itemsOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

/** Parses JSON; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of the object that a request sends. */
export function sentMembers({ body }: PlainRequest): Members {
  return membersOf(parsed(body));
}

export function jsonOf({ body }: PlainReply): unknown {
  return parsed(body.toString());
}

export function answer(status: number, json?: unknown, headers: PlainReply["headers"] = {}): PlainReply {
  const type = { "content-type": "application/json" };
  return json === undefined
    ? { status, headers, body: Buffer.alloc(0) }
    : { status, headers: { ...type, ...headers }, body: Buffer.from(JSON.stringify(json)) };
}

/** An HTML page instead of JSON. */
export function htmlPage(status: number, html: string): PlainReply {
  return { status, headers: { "content-type": "text/html" }, body: Buffer.from(html) };
}

export function withJson(reply: PlainReply, json: unknown): PlainReply {
  return { ...reply, body: Buffer.from(JSON.stringify(json)) };
}

/** A request or reply with this header; without it if `value` is undefined. */
export function withHeader<Message extends PlainRequest | PlainReply>(
  message: Message,
  name: string,
  value: string | undefined,
): Message {
  const { [name]: _, ...others } = message.headers;
  return { ...message, headers: value === undefined ? others : { ...others, [name]: value } };
}

/** The request, which accepts no content encoding. */
export function uncompressed(request: PlainRequest): PlainRequest {
  return withHeader(request, "accept-encoding", undefined);
}

/** A mistake that has to remember something. It starts afresh for each server. */
export function remembering(start: () => Mistake): Mistake {
  const started = new WeakMap<PassOn, Mistake>();
  return (request, passOn) => started.getOrInsertComputed(passOn, start)(request, passOn);
}

/** Replies to some requests itself, without the shop. */
export function inPlaceOf(isMeant: (request: PlainRequest) => boolean, reply: PlainReply): Mistake {
  return async (request, passOn) => (isMeant(request) ? reply : passOn(request));
}

/** Replies as the shop does, but for `change`. */
export function inEachReply(change: (reply: PlainReply, request: PlainRequest) => PlainReply): Mistake {
  return async (request, passOn) => change(await passOn(request), request);
}

/** Replies to this call as the shop does, but for `change`. */
export function inReply(call: Call, change: (reply: PlainReply) => PlainReply): Mistake {
  return inEachReply((reply, request) => (isCall(request, call) ? change(reply) : reply));
}

/** Replies to a call that succeeded as the shop does, uncompressed, but for `change` in its JSON. */
export function inReplyJson(call: Call, change: (json: unknown) => unknown): Mistake {
  const changed = inReply(call, (reply) => (reply.status < 300 ? withJson(reply, change(jsonOf(reply))) : reply));
  return (request, passOn) => changed(isCall(request, call) ? uncompressed(request) : request, passOn);
}

/** Replies to what the shop refuses with this status, but for `change`. */
export function inRefusal(status: number, change: (reply: PlainReply) => PlainReply): Mistake {
  return inEachReply((reply) => (reply.status === status ? change(reply) : reply));
}

/** The same, but for `change` in the problem document. */
export function inProblem(status: number, change: (problem: Members) => unknown): Mistake {
  return inRefusal(status, (reply) => withJson(reply, change(membersOf(jsonOf(reply)))));
}

/** Passes every request on to the shop, but for `change`. */
export function inRequest(change: (request: PlainRequest) => PlainRequest): Mistake {
  return (request, passOn) => passOn(change(request));
}

/** Passes every request on to the shop, but with another header; without it where `change` returns undefined. */
export function inSentHeader(name: string, change: (value: string, method: string) => string | undefined): Mistake {
  return inRequest((request) => {
    const { [name]: value } = request.headers;
    return value === undefined ? request : withHeader(request, name, change(value, request.method));
  });
}

/** Passes every request that has a body on to the shop, but for `change` in that. */
export function inSentBody(change: (body: string) => string): Mistake {
  return inRequest((request) => (request.body === "" ? request : { ...request, body: change(request.body) }));
}

/** Passes every write with a JSON object on to the shop, but for `change` in that object. */
export function inSentJson(change: (members: Members, request: PlainRequest) => unknown): Mistake {
  return inRequest((request) => {
    const json = parsed(request.body);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return request;
    const body = JSON.stringify(change(membersOf(json), request));
    // If nothing else changes, white space and the digits of numbers stay as they were.
    return body === JSON.stringify(json) ? request : { ...request, body };
  });
}

/** Passes every write on to the shop, but for `change` in each field that it sends. */
export function inSentFields(change: (value: unknown, field: string) => unknown): Mistake {
  return inSentJson((members) =>
    Object.fromEntries(Object.entries(members).map(([field, value]) => [field, change(value, field)])),
  );
}

/** The same in each text. */
export function inSentTexts(change: (text: string, field: string) => string): Mistake {
  return inSentFields((value, field) => (typeof value === "string" ? change(value, field) : value));
}

export function write(method: string, path: string, json: unknown): PlainRequest {
  return { method, path, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
}

/** Adds a coffee to the shop with the fields of a request. Resolves to its id. */
export async function addFieldsOf(request: PlainRequest, passOn: PassOn): Promise<string> {
  const added = await passOn(write("POST", "/coffee", { ...sentMembers(request), _id: undefined }));
  return String(membersOf(jsonOf(added))["insertedId"]);
}

async function read(path: string, passOn: PassOn): Promise<unknown> {
  return jsonOf(await passOn({ method: "GET", path, headers: {}, body: "" }));
}

/** The coffee that the shop has under the id in the request's path. */
export async function storedCoffee({ path }: PlainRequest, passOn: PassOn): Promise<Members> {
  return membersOf(await read(path, passOn));
}

export async function listOf(passOn: PassOn): Promise<readonly Members[]> {
  return itemsOf(await read("/coffee", passOn)).map(membersOf);
}

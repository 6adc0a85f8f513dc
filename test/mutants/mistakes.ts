import type { Answered, Asked, Mistake, Shop } from "./open-mutant.ts";

export type Call = "GET /coffee" | "POST /coffee" | "GET /coffee/{id}" | "PUT /coffee/{id}" | "DELETE /coffee/{id}";

/** Whether a request is this one of the five calls. */
export function isCall({ method, path }: Asked, call: Call): boolean {
  return `${method} ${path.replace(/^\/coffee\/.*$/, "/coffee/{id}")}` === call;
}

export function idOf({ path }: Asked): string {
  return decodeURIComponent(path.slice("/coffee/".length));
}

/** The members of a JSON object; of anything else, none. */
export function membersOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null ? { ...json } : {};
}

/** The items of a JSON array; of anything else, none. */
export function itemsOf(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

/** What a text says in JSON, or undefined where it says nothing. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function jsonOf({ body }: Answered): unknown {
  return parsed(body.toString());
}

export function withJson(answered: Answered, json: unknown): Answered {
  return { ...answered, body: Buffer.from(JSON.stringify(json)) };
}

export function answer(status: number, json?: unknown, headers: Answered["headers"] = {}): Answered {
  const type = { "content-type": "application/json" };
  return json === undefined
    ? { status, headers, body: Buffer.alloc(0) }
    : { status, headers: { ...type, ...headers }, body: Buffer.from(JSON.stringify(json)) };
}

export function withHeader(answered: Answered, name: string, value: string): Answered {
  return { ...answered, headers: { ...answered.headers, [name]: value } };
}

export function without(headers: Answered["headers"], ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Answers this call as the shop does, but for `change`. */
export function inReply(call: Call, change: (answered: Answered, asked: Asked) => Answered): Mistake {
  return async (asked, shop) => {
    const answered = await shop(asked);
    return isCall(asked, call) ? change(answered, asked) : answered;
  };
}

/** Answers a call that succeeded as the shop does, uncompressed, but for `change` in its JSON. */
export function inReplyJson(call: Call, change: (json: unknown, asked: Asked) => unknown): Mistake {
  const changed = inReply(call, (answered, asked) =>
    answered.status < 300 ? withJson(answered, change(jsonOf(answered), asked)) : answered,
  );
  return (asked, shop) => changed(isCall(asked, call) ? uncompressed(asked) : asked, shop);
}

/** The request, asking for no coding. */
export function uncompressed(asked: Asked): Asked {
  return { ...asked, headers: without(asked.headers, "accept-encoding") };
}

/** Answers what the shop refuses, but for `change`. */
export function inRefusal(status: number, change: (answered: Answered) => Answered): Mistake {
  return async (asked, shop) => {
    const answered = await shop(asked);
    return answered.status === status ? change(answered) : answered;
  };
}

/** Passes every request on to the shop, but for `change`. */
export function inRequest(change: (asked: Asked) => Asked): Mistake {
  return (asked, shop) => shop(change(asked));
}

/** Passes every write with a JSON object on to the shop, but for `change` in that object. */
export function inSentJson(change: (members: Readonly<Record<string, unknown>>, asked: Asked) => unknown): Mistake {
  return inRequest((asked) => {
    const json = parsed(asked.body);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return asked;
    const body = JSON.stringify(change(membersOf(json), asked));
    // Blanks and digits stay as they were where nothing else changes.
    return body === JSON.stringify(json) ? asked : { ...asked, body };
  });
}

/** Passes every text that is sent on to the shop, but for `change`. */
export function inSentTexts(change: (text: string, field: string) => string): Mistake {
  return inSentJson((members) =>
    Object.fromEntries(
      Object.entries(members).map(([field, value]) => [
        field,
        typeof value === "string" ? change(value, field) : value,
      ]),
    ),
  );
}

/** Gives coffees other ids than the shop does: `shownId` of each the shop's, and `shopId` back. */
export function withIds(shownId: (id: string) => string, shopId: (id: string) => string): Mistake {
  const anyId = /[0-9a-f]{24}/gi;
  return async (asked, shop) => {
    const path = asked.path.replaceAll(anyId, shopId);
    const answered = await shop({ ...uncompressed(asked), path, body: asked.body.replaceAll(anyId, shopId) });
    const location = answered.headers["location"]?.replaceAll(anyId, shownId);
    const headers = { ...answered.headers, ...(location !== undefined && { location }) };
    return { ...answered, headers, body: Buffer.from(answered.body.toString().replaceAll(anyId, shownId)) };
  };
}

/** The coffee that the shop has under the id in the request's path. */
export async function keptCoffee(asked: Asked, shop: Shop): Promise<Readonly<Record<string, unknown>>> {
  return membersOf(jsonOf(await shop({ method: "GET", path: asked.path, headers: {}, body: "" })));
}

export function write(method: string, path: string, json: unknown): Asked {
  return { method, path, headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
}

export async function listOf(shop: Shop): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return itemsOf(jsonOf(await shop({ method: "GET", path: "/coffee", headers: {}, body: "" }))).map(membersOf);
}

// Over 300 lines: one table of all mistakes, so that each rule has its servers in one place.
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { complement, givesNumbers, reusesIds, upserts, withIds } from "./id-mistakes.ts";
import {
  addFieldsOf,
  answer,
  htmlPage,
  idOf,
  inEachReply,
  inPlaceOf,
  inProblem,
  inRefusal,
  inReply,
  inReplyJson,
  inRequest,
  inSentBody,
  inSentFields,
  inSentHeader,
  inSentJson,
  inSentTexts,
  isCall,
  itemsOf,
  jsonOf,
  listOf,
  membersOf,
  parsed,
  remembering,
  sentMembers,
  storedCoffee,
  uncompressed,
  withHeader,
  withJson,
  write,
  type Call,
  type Members,
} from "./mistakes.ts";
import type { Mistake, PlainReply } from "./open-mutant.ts";

/** A product server with one mistake, and the rule that must notice it. */
export type Mutant = Readonly<{
  rule: string;
  /** What the server does, in words that follow "a server that". */
  name: string;
  mistake: Mistake;
}>;

const modified = { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, upsertedId: null };
const deleted = { acknowledged: true, deletedCount: 1 };

/** One mistake or more for every rule, by what such a server does. */
const mistakes: Readonly<Record<string, Readonly<Record<string, Mistake>>>> = {
  "list-array": { "wraps the list in an object": inReplyJson("GET /coffee", (coffees) => ({ coffees })) },
  "list-added": {
    "leaves the price out of the list": inReplyJson("GET /coffee", (list) =>
      itemsOf(list).map((coffee) => ({ ...membersOf(coffee), price: undefined })),
    ),
  },
  "list-full": {
    "answers no more than ten coffees": inReplyJson("GET /coffee", (list) => itemsOf(list).slice(0, 10)),
    "loses all but one of the coffees that are added at once": remembering(() => {
      let pending = 0;
      return async (request, passOn) => {
        if (!isCall(request, "POST /coffee")) return passOn(request);
        pending += 1;
        try {
          if (pending > 1) return answer(200, { acknowledged: true, insertedId: `${pending}`.padStart(24, "0") });
          return await passOn(request);
        } finally {
          pending -= 1;
        }
      };
    }),
  },
  "list-fresh": {
    "keeps the list in a cache that forgets nothing when a coffee is replaced": remembering(() => {
      let cached: PlainReply | undefined;
      return async (request, passOn) => {
        if (["POST", "DELETE"].includes(request.method)) cached = undefined;
        if (!isCall(request, "GET /coffee")) return passOn(request);
        cached ??= await passOn(request);
        return cached;
      };
    }),
  },
  "one-coffee": {
    "answers one coffee inside an array": inReplyJson("GET /coffee/{id}", (coffee) => [coffee]),
    "answers the first coffee of the list for every id": async (request, passOn) =>
      isCall(request, "GET /coffee/{id}") ? answer(200, (await listOf(passOn))[0]) : passOn(request),
  },
  "list-oldest-first": {
    "lists the newest coffee first": inReplyJson("GET /coffee", (list) => itemsOf(list).toReversed()),
  },
  "list-place-kept": {
    "lists a replaced coffee last": remembering(() => {
      const replaced = new Set<unknown>();
      return async (request, passOn) => {
        const reply = await passOn(uncompressed(request));
        if (isCall(request, "PUT /coffee/{id}")) replaced.add(idOf(request));
        if (!isCall(request, "GET /coffee")) return reply;
        const isLast = (coffee: unknown) => replaced.has(membersOf(coffee)["_id"]);
        const coffees = itemsOf(jsonOf(reply));
        return withJson(reply, [...coffees.filter((coffee) => !isLast(coffee)), ...coffees.filter(isLast)]);
      };
    }),
  },

  "id-own": {
    "takes a coffee with the same fields for the same coffee": remembering(() => {
      const replies = new Map<string, PlainReply>();
      return async (request, passOn) => {
        if (!isCall(request, "POST /coffee")) return passOn(request);
        const reply = replies.get(request.body) ?? (await passOn(request));
        replies.set(request.body, reply);
        return reply;
      };
    }),
  },
  "id-shape": {
    "gives ids in capitals": withIds(
      (id) => id.toUpperCase(),
      (id) => id.toLowerCase(),
    ),
  },
  "ids-increase": { "gives ids that fall": withIds(complement, complement) },
  "ids-never-reused": { "gives the id of a deleted coffee to the next one": reusesIds },
  "unknown-id": {
    "answers null for a coffee that is not there": inReply("GET /coffee/{id}", (reply) =>
      reply.status === 404 ? answer(200, null) : reply,
    ),
  },
  "strange-ids": {
    "fails at a text that is no id": inPlaceOf(
      (request) => request.path !== "/coffee" && !isCoffeeId(idOf(request)),
      answer(500, { message: "Argument passed in must be a string of 24 hex characters" }),
    ),
    "knows a coffee by its id in capitals too": inRequest((request) => ({
      ...request,
      path: request.path.toLowerCase(),
    })),
    "answers 404 where there is nothing to delete": refuseSecondDeletion(),
  },

  "add-acknowledged": {
    "does not say that a coffee was acknowledged": inReplyJson("POST /coffee", (json) => ({
      ...membersOf(json),
      acknowledged: undefined,
    })),
  },
  "add-inserted-id": {
    "gives numbers for ids": givesNumbers,
    "answers the new id as id": inReplyJson("POST /coffee", (json) => ({
      acknowledged: true,
      id: membersOf(json)["insertedId"],
    })),
    "answers an insertedId that no coffee has": inReplyJson("POST /coffee", (json) => ({
      ...membersOf(json),
      insertedId: "0".repeat(24),
    })),
  },
  "add-empty": { "refuses a coffee without a name": refuseAdditions(({ name }) => name === "") },
  "add-free-text": {
    "refuses a photo that is no address": refuseAdditions(
      ({ photo }) => typeof photo === "string" && photo !== "" && !URL.canParse(photo),
    ),
    "writes signs of markup as entities": inSentTexts((text) => text.replaceAll("<", "&lt;")),
  },
  "price-shown": {
    "keeps whole prices only": inSentTexts((text, field) =>
      field === "price" && text ? String(Number.parseInt(text)) : text,
    ),
  },
  "add-created": {
    "answers 200 to an addition": inReply("POST /coffee", (reply) =>
      reply.status === 201 ? { ...reply, status: 200 } : reply,
    ),
    "does not say where the new coffee is": withoutReplyHeader("POST /coffee", "location"),
  },
  "add-assigns-id": { "drops an _id from what is added, and goes on": withoutSentId("POST") },
  "add-missing-fields": {
    "refuses a coffee that lacks a field": refuseAdditions((sent) =>
      coffeeFields.some((field) => sent[field] === undefined),
    ),
  },

  "replace-fields": {
    "forgets the photo when a coffee is replaced": mergeStored((stored, sent) => ({ ...sent, photo: stored["photo"] })),
  },
  "replace-modified": {
    "answers how many were modified as nModified": inReplyJson("PUT /coffee/{id}", () => ({
      ok: 1,
      n: 1,
      nModified: 1,
    })),
  },
  "replace-unchanged": {
    "counts every replacement as a modification": inReplyJson("PUT /coffee/{id}", () => modified),
  },
  "replace-emptied": {
    "takes an emptied field for one that was not sent": mergeStored((stored, sent) =>
      Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, value || stored[field]])),
    ),
  },
  "replace-same-id": {
    "deletes a coffee and adds it again in place of replacing it": async (request, passOn) => {
      if (!isCall(request, "PUT /coffee/{id}")) return passOn(request);
      await passOn({ method: "DELETE", path: request.path, headers: {}, body: "" });
      await addFieldsOf(request, passOn);
      return answer(200, modified);
    },
    "keeps a copy of the coffee as well": async (request, passOn) => {
      if (isCall(request, "PUT /coffee/{id}")) await addFieldsOf(request, passOn);
      return passOn(request);
    },
  },
  "replace-others": {
    "replaces every coffee there is": async (request, passOn) => {
      if (!isCall(request, "PUT /coffee/{id}")) return passOn(request);
      const fields = { ...sentMembers(request), _id: undefined };
      for (const { _id } of await listOf(passOn)) await passOn(write("PUT", `/coffee/${String(_id)}`, fields));
      return answer(200, modified);
    },
  },
  "replace-counts": {
    "answers a replacement with modifiedCount alone": inReplyJson("PUT /coffee/{id}", (json) => ({
      modifiedCount: membersOf(json)["modifiedCount"],
    })),
  },
  "replace-whole": {
    "keeps what a replacement leaves out": mergeStored((stored, sent) => ({ ...stored, ...sent })),
  },
  "replace-other-id": { "goes by the address and ignores the _id in the body": withoutSentId("PUT") },
  "replace-unknown": {
    "answers 200 where there was nothing to replace": inReply("PUT /coffee/{id}", (reply) =>
      reply.status === 404 ? answer(200, { ...modified, matchedCount: 0, modifiedCount: 0 }) : reply,
    ),
    "leaves the counts out where there was nothing to replace": inProblem(404, () => ({
      title: "Not found",
      status: 404,
      detail: "Not here.",
    })),
  },
  "replace-never-adds": { "adds a coffee where there was nothing to replace": upserts },
  "replace-unchanged-kept": {
    "writes a coffee again though nothing differs": remembering(() => {
      const replaced = new Map<string, number>();
      return inEachReply((reply, request) => {
        const times = replaced.get(idOf(request)) ?? 0;
        if (isCall(request, "PUT /coffee/{id}")) replaced.set(idOf(request), times + 1);
        return withHeader(reply, "etag", `"${times}"`);
      });
    }),
  },
  "refused-not-kept": {
    "writes the other fields before it refuses one": async (request, passOn) => {
      const reply = await passOn(request);
      if (request.method === "PUT" && reply.status === 400)
        await passOn(write("PUT", request.path, { ...sentMembers(request), price: "" }));
      return reply;
    },
  },

  "delete-removes": {
    "says that a coffee is deleted, and keeps it": inPlaceOf(({ method }) => method === "DELETE", answer(200, deleted)),
  },
  "delete-gone": {
    "still answers a deleted coffee by its id": remembering(() => {
      const gone = new Map<string, PlainReply>();
      return async (request, passOn) => {
        if (request.method === "DELETE") gone.set(idOf(request), answer(200, await storedCoffee(request, passOn)));
        return (request.method === "GET" && gone.get(idOf(request))) || passOn(request);
      };
    }),
  },
  "delete-reply": { "answers a deletion with nothing": inReply("DELETE /coffee/{id}", () => answer(204)) },
  "delete-others": {
    "deletes every coffee of the same name": async (request, passOn) => {
      if (!isCall(request, "DELETE /coffee/{id}")) return passOn(request);
      const { name } = await storedCoffee(request, passOn);
      for (const coffee of await listOf(passOn))
        if (coffee["name"] === name) await passOn({ ...request, path: `/coffee/${String(coffee["_id"])}` });
      return answer(200, deleted);
    },
  },
  "delete-counts": {
    "does not say how many were deleted": inReplyJson("DELETE /coffee/{id}", () => ({ message: "Deleted" })),
    "answers 404 to a second deletion": refuseSecondDeletion(),
  },

  "text-exact": {
    "trims texts": inSentTexts((text) => text.trim()),
    "normalises texts": inSentTexts((text) => text.normalize("NFC")),
    "writes one kind of line end only": inSentTexts((text) => text.replaceAll("\r\n", "\n")),
  },
  "text-broken": {
    "drops the character NUL and goes on": inSentTexts((text) => text.replaceAll("\0", "")),
    "replaces half a surrogate pair by a replacement character": inSentTexts((text) => text.toWellFormed()),
  },
  "text-limits": {
    "cuts long texts off": inSentTexts((text) => text.slice(0, 255)),
    "cuts off no more than what is too long": inSentTexts((text, field) =>
      text.slice(0, field === "photo" ? 16_384 : 10_000),
    ),
    "refuses texts of more than 5,000 characters": inPlaceOf(
      (request) => Object.values(sentMembers(request)).some((text) => typeof text === "string" && text.length > 5_000),
      answer(400, { message: "Too long" }),
    ),
  },
  "field-type": {
    "writes out as text what is none": inSentFields((value, field) => (field === "price" ? value : String(value))),
  },
  "field-unknown": {
    "drops fields that no coffee has": inSentJson((sent) =>
      Object.fromEntries(["_id", ...coffeeFields].map((field) => [field, sent[field]])),
    ),
  },
  "price-text": {
    "turns every price into a number": inSentFields((value, field) => (field === "price" ? Number(value) : value)),
  },
  "price-number": {
    "turns every price into text": inSentFields((value, field) => (field === "price" ? String(value) : value)),
  },
  "price-digits": {
    "reads a price as a number of the language and writes it out again": inSentBody(
      (body) => JSON.stringify(parsed(body)) ?? body,
    ),
  },
  "price-refused": {
    "takes the digits at the start of a price, or zero": inSentJson((sent) => ({
      ...sent,
      price: Number.parseFloat(String(sent["price"])) || 0,
    })),
    "drops the sign of a price": inSentTexts((text, field) => (field === "price" ? text.replace("-", "") : text)),
    "stores the greatest number for a price that is not finite": inSentFields((value, field) =>
      field === "price" && Number(value) === Infinity ? Number.MAX_VALUE : value,
    ),
  },

  "list-tag": {
    "gives the list no tag": withoutReplyHeader("GET /coffee", "etag"),
    "sends the list again to clients that have it": inSentHeader("if-none-match", () => undefined),
    "never notices that the list has changed": sameTagForEver("GET /coffee"),
  },
  "one-tag": {
    "makes a coffee's tag of its id alone": sameTagForEver("GET /coffee/{id}"),
    "sends a coffee again to clients that have it": inSentHeader("if-none-match", () => undefined),
  },
  "tag-strong": {
    "marks every tag weak": inReply("GET /coffee/{id}", (reply) =>
      withHeader(reply, "etag", `W/${reply.headers["etag"] ?? '""'}`),
    ),
  },
  "replace-if-match": {
    "does not look at If-Match when it replaces": ignoreIfMatch("PUT"),
    "refuses every replacement that has an If-Match": inPlaceOf(
      ({ method, headers }) => method === "PUT" && "if-match" in headers,
      answer(412, { message: "Changed" }),
    ),
  },
  "delete-if-match": { "does not look at If-Match when it deletes": ignoreIfMatch("DELETE") },
  "weak-if-match": {
    "lets a weak tag pass If-Match": inSentHeader("if-match", (tags) => tags.replaceAll("W/", "")),
  },
  "compressed-tag": {
    "does not know the tag of a compressed list again": inSentHeader("if-none-match", (tags) =>
      tags.includes("gzip") ? undefined : tags,
    ),
  },

  "no-sign-in": {
    "lets nobody replace a coffee who has not signed in": inPlaceOf(
      ({ method }) => method === "PUT",
      answer(401, { message: "Sign in" }),
    ),
  },
  "client-calls": {
    "answers an addition in HTML": inReply("POST /coffee", () => htmlPage(201, "<h1>Added</h1>")),
    "answers 404 to a deletion that it made": inReply("DELETE /coffee/{id}", () =>
      answer(404, { message: "Not found" }),
    ),
    "lists no ids": inReplyJson("GET /coffee", (list) =>
      itemsOf(list).map((coffee) => ({ ...membersOf(coffee), _id: undefined })),
    ),
  },
  "json-type": {
    "calls its JSON HTML": inReply("POST /coffee", (reply) => withHeader(reply, "content-type", "text/html")),
  },
  "list-compressed": {
    "compresses nothing": inRequest(uncompressed),
    "names a coding that the bytes are not in": async (request, passOn) => {
      const plain = await passOn(uncompressed(request));
      const coding = request.headers["accept-encoding"];
      return coding ? withHeader(plain, "content-encoding", coding) : plain;
    },
    "does not tell caches that the coding hangs on what was asked": withoutReplyHeader("GET /coffee", "vary"),
  },
  head: {
    "answers HEAD with 404": inPlaceOf(({ method }) => method === "HEAD", answer(404)),
    "gives no tag to HEAD": inEachReply((reply, { method }) =>
      method === "HEAD" ? withHeader(reply, "etag", undefined) : reply,
    ),
  },
  options: {
    "answers OPTIONS without saying what is allowed": inPlaceOf(({ method }) => method === "OPTIONS", answer(204)),
  },

  "other-origins": {
    "lets pages of other origins read, and forgets in its preflights that they may delete": inEachReply(
      (reply, { method }) =>
        method === "OPTIONS" ? withHeader(reply, "access-control-allow-methods", "GET,POST,PUT") : reply,
    ),
    "lets pages of other origins read, and answers their preflights like any OPTIONS": inSentHeader(
      "origin",
      (origin, method) => (method === "OPTIONS" ? undefined : origin),
    ),
  },
  "address-bar": {
    "shows a person a page of the list as if it were one of its screens": inEachReply((reply, { headers }) =>
      headers["sec-fetch-dest"] === "document" ? { ...reply, status: 200 } : reply,
    ),
    "does not tell caches that browsers get a page at the list's address": inEachReply((reply) =>
      withHeader(reply, "vary", undefined),
    ),
  },
  receipt: {
    "gives every write the same receipt": inEachReply((reply, request) =>
      isCall(request, "PUT /coffee/{id}") || isCall(request, "DELETE /coffee/{id}")
        ? withHeader(reply, "niceties-receipt", `1-${"0".repeat(64)}`)
        : reply,
    ),
  },
  undo: {
    "says that it undoes a change, and does not": async (request, passOn) => {
      if (!request.path.endsWith("/undo")) return passOn(request);
      const [, number] = /changes\/(\d+)/.exec(request.path) ?? [];
      const log = await passOn({ method: "GET", path: "/-/changes", headers: {}, body: "" });
      const { changes }: { changes: { number: number; coffeeId: string }[] } = JSON.parse(log.body.toString());
      const coffeeId = changes.find((change) => change.number === Number(number))?.coffeeId;
      return answer(200, { acknowledged: true, undoneCount: 1, coffeeId });
    },
  },

  "body-not-json": {
    "takes what it cannot read for an empty coffee": inSentBody((body) => (parsed(body) === undefined ? "{}" : body)),
    "takes an array for an empty coffee": inSentBody((body) => (body === "[]" ? "{}" : body)),
    "answers 500 to what it cannot read": inRefusal(400, () =>
      answer(500, { message: "Unexpected end of JSON input" }),
    ),
  },
  "body-type": {
    "reads a body of any type as JSON": inRequest((request) =>
      request.body ? withHeader(request, "content-type", "application/json") : request,
    ),
  },
  "body-limit": {
    "refuses bodies of more than 32 KiB": inPlaceOf(
      ({ body }) => Buffer.byteLength(body) > 32_768,
      answer(413, { message: "Too large" }),
    ),
    "reads bodies of any size": inSentBody((body) => body.trimEnd()),
    "answers 500 to a body that is too large": inRefusal(413, () =>
      answer(500, { message: "request entity too large" }),
    ),
  },
  "problem-document": {
    "answers refusals as pages of HTML": inRefusal(404, () => htmlPage(404, "<h1>Not found</h1>")),
    "says only the title of a problem": inProblem(400, (problem) => ({ ...problem, detail: undefined })),
    "says another status in the problem than in the reply": inProblem(404, (problem) => ({ ...problem, status: 400 })),
  },
  "problem-of-body": {
    "answers a body that it cannot read with a page of HTML": inPlaceOf(
      ({ body }) => body !== "" && parsed(body) === undefined,
      htmlPage(400, "<pre>SyntaxError"),
    ),
  },
  "problem-fields": {
    "names only the first field that is at fault": inProblem(400, (problem) => ({
      ...problem,
      errors: itemsOf(problem["errors"]).slice(0, 1),
    })),
  },
  "method-not-allowed": {
    "answers 404 to methods that it does not know": inRefusal(405, () => answer(404, { message: "Cannot PATCH" })),
    "refuses a method without saying which are answered": inRefusal(405, (reply) =>
      withHeader(reply, "allow", undefined),
    ),
  },
  "wait-told": {
    "refuses changes without saying for how long": inPlaceOf(
      ({ method }) => method === "POST",
      answer(429, { message: "Slow down" }),
    ),
  },
};

export const mutants: readonly Mutant[] = Object.entries(mistakes).flatMap(([rule, byName]) =>
  Object.entries(byName).map(([name, mistake]) => ({ rule, name, mistake })),
);

/** Replaces a coffee by the result of `merge`, which gets the stored and the sent members. */
function mergeStored(merge: (stored: Members, sent: Members) => Members): Mistake {
  return async (request, passOn) => {
    if (!isCall(request, "PUT /coffee/{id}")) return passOn(request);
    const stored = await storedCoffee(request, passOn);
    const body = "_id" in stored ? JSON.stringify(merge(stored, sentMembers(request))) : request.body;
    return passOn({ ...request, body });
  };
}

function refuseAdditions(isRefused: (sent: Members) => boolean): Mistake {
  const isMeant: Parameters<typeof inPlaceOf>[0] = (request) =>
    isCall(request, "POST /coffee") && isRefused(sentMembers(request));
  return inPlaceOf(isMeant, answer(400, { message: "Validation failed" }));
}

function refuseSecondDeletion(): Mistake {
  return inReply("DELETE /coffee/{id}", (reply) =>
    membersOf(jsonOf(reply))["deletedCount"] === 0 ? answer(404, { message: "Not found" }) : reply,
  );
}

function withoutSentId(method: string): Mistake {
  return inSentJson((sent, request) => (request.method === method ? { ...sent, _id: undefined } : sent));
}

function withoutReplyHeader(call: Call, name: string): Mistake {
  return inReply(call, (reply) => withHeader(reply, name, undefined));
}

function ignoreIfMatch(method: string): Mistake {
  return inSentHeader("if-match", (tags, called) => (called === method ? undefined : tags));
}

/** Sends an ETag that identifies the address and not the content, and answers 304 to clients that have it. */
function sameTagForEver(call: Call): Mistake {
  return async (request, passOn) => {
    if (!isCall(request, call)) return passOn(request);
    const etag = `"${request.path}"`;
    if (request.headers["if-none-match"] === etag) return answer(304, undefined, { etag });
    return withHeader(await passOn(request), "etag", etag);
  };
}

import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { CoffeeStore, Precondition } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { parseAddedCoffee, parseReplacedCoffee } from "../../catalogue/parse-coffee.ts";
import { entityTag, holdsVersion, mayOverwrite } from "../http/conditional.ts";
import { HttpFault } from "../http/http-fault.ts";
import { readJsonBody } from "../http/read-json-body.ts";
import type { CountWrite } from "../http/write-limit.ts";
import type { PreparedList } from "./prepared-list.ts";
import { problemReply } from "./problem.ts";

type Env = { Bindings: HttpBindings };

export type CoffeeApiParts = Readonly<{
  store: CoffeeStore;
  list: PreparedList;
  countWrite: CountWrite;
  addressOf: (incoming: HttpBindings["incoming"]) => string;
  now: () => Date;
  report: (error: unknown) => void;
}>;

/** Mounted at `/coffee`: the five calls of the product server and what HTTP asks around them. See docs/api.md. */
export function coffeeApi({ store, list, countWrite, addressOf, now, report }: CoffeeApiParts): Hono<Env> {
  const api = new Hono<Env>();

  api.get("/", async (call) => {
    const { version, body } = await list.current();
    const { bytes, coding } = await body.for(call.req.header("accept-encoding"));
    const headers = {
      "cache-control": "no-cache",
      etag: entityTag(version, coding),
      vary: "Accept-Encoding, Sec-Fetch-Dest",
    };
    if (holdsVersion(call.req.header("if-none-match"), version)) return call.body(null, 304, headers);
    return call.body(bytes, 200, {
      ...headers,
      ...(coding && { "content-encoding": coding }),
      "content-length": String(bytes.byteLength),
      "content-type": "application/json",
    });
  });

  api.post("/", async (call) => {
    await countWrite(addressOf(call.env.incoming));
    const fields = parseAddedCoffee(await readJsonBody(call.req.raw));
    const added = await store.add(fields, now());
    const headers = { location: `/coffee/${added.coffeeId}`, etag: entityTag(added) };
    return call.json({ acknowledged: true, insertedId: added.coffeeId }, 201, headers);
  });

  api.get("/:id", async (call) => {
    const id = call.req.param("id");
    const kept = await store.find(id);
    if (!kept) throw new Fault("unknown-coffee", `There is no coffee with the id ${id}.`);
    const headers = { "cache-control": "no-cache", vary: "Sec-Fetch-Dest", etag: entityTag(kept.version) };
    if (holdsVersion(call.req.header("if-none-match"), kept.version)) return call.body(null, 304, headers);
    return call.json(kept.coffee, 200, headers);
  });

  api.put("/:id", async (call) => {
    await countWrite(addressOf(call.env.incoming));
    const id = call.req.param("id");
    const fields = parseReplacedCoffee(await readJsonBody(call.req.raw), id);
    const replaced = await store.replace(id, fields, now(), preconditionOf(call));
    const reply = { ...replaceReply(1, replaced ? 1 : 0), upsertedCount: 0, upsertedId: null };
    return call.json(reply, 200, replaced && { etag: entityTag(replaced) });
  });

  api.delete("/:id", async (call) => {
    await countWrite(addressOf(call.env.incoming));
    const removed = await store.remove(call.req.param("id"), now(), preconditionOf(call));
    return call.json({ acknowledged: true, deletedCount: removed ? 1 : 0 });
  });

  answerOtherMethods(api, "/", ["GET", "HEAD", "POST", "OPTIONS"]);
  answerOtherMethods(api, "/:id", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

  api.onError((error, call) => {
    const isMissedReplace = call.req.method === "PUT" && error instanceof Fault && error.code === "unknown-coffee";
    return problemReply(error, report, isMissedReplace ? replaceReply(0, 0) : {});
  });
  return api;
}

function replaceReply(matchedCount: 0 | 1, modifiedCount: 0 | 1) {
  return { acknowledged: true, matchedCount, modifiedCount };
}

function preconditionOf(call: Context<Env>): Precondition {
  return (current) => mayOverwrite(call.req.header("if-match"), current);
}

/** Registered after the methods that are answered, so it gets only the rest (RFC 9110 §9.3.7 and §15.5.6). */
function answerOtherMethods(api: Hono<Env>, path: string, methods: readonly string[]): void {
  const headers = { allow: methods.join(", ") };
  api.options(path, (call) => call.body(null, 204, headers));
  api.all(path, (call) => {
    throw new HttpFault(
      "method-not-allowed",
      `${call.req.method} is not answered here; ${headers.allow} are.`,
      headers,
    );
  });
}

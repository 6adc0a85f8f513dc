import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Version } from "../../catalogue/change.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { receiptHeader, receiptOf } from "../../catalogue/receipt.ts";
import { parseAddedCoffee, parseReplacedCoffee } from "../../catalogue/parse-coffee.ts";
import { entityTag, preconditionOf } from "../http/conditional.ts";
import { responseOf } from "../http/plain-reply.ts";
import { readJsonBody } from "../http/read-json-body.ts";
import type { AdmitWrite } from "./admit-write.ts";
import type { CoffeeReads } from "./coffee-reads.ts";
import { deletionOf } from "./deletion.ts";
import { answerOtherMethods } from "./other-methods.ts";
import { problemReply } from "./problem.ts";

type Env = { Bindings: HttpBindings };

export type CoffeeApiParts = Readonly<{
  store: CoffeeStore;
  reads: CoffeeReads;
  admit: AdmitWrite;
  /** Whether replies tell more than the five calls ask for: receipts, and what became of a coffee that is gone. */
  extras: boolean;
  report: (error: unknown) => void;
}>;

/** Mounted at `/coffee`: the five calls of the product server and what HTTP asks around them. See docs/api.md. */
export function coffeeApi({ store, reads, admit, extras, report }: CoffeeApiParts): Hono<Env> {
  const api = new Hono<Env>();
  const receipt = (change: Version | undefined) => extras && change && { [receiptHeader]: receiptOf(change) };

  api.get("/", async (call) => {
    return responseOf(await reads.list(call.req.header("accept-encoding"), call.req.header("if-none-match")));
  });

  api.post("/", async (call) => {
    const sign = await admit(call.env.incoming, "add");
    const fields = parseAddedCoffee(await readJsonBody(call.env.incoming));
    const added = await store.add(fields, sign());
    const headers = { location: `/coffee/${added.coffeeId}`, etag: entityTag(added), ...receipt(added) };
    return call.json({ acknowledged: true, insertedId: added.coffeeId }, 201, headers);
  });

  api.get("/:id", async (call) => {
    const id = call.req.param("id");
    const reply = await reads.one(id, call.req.header("if-none-match"));
    if (!reply) throw new Fault("unknown-coffee", `There is no coffee with the id ${id}.`);
    return responseOf(reply);
  });

  api.put("/:id", async (call) => {
    const sign = await admit(call.env.incoming, "replace");
    const id = call.req.param("id");
    const fields = parseReplacedCoffee(await readJsonBody(call.env.incoming), id);
    const replaced = await store.replace(id, fields, sign(), preconditionOf(call.req.header("if-match")));
    const reply = { ...replaceReply(1, replaced ? 1 : 0), upsertedCount: 0, upsertedId: null };
    return call.json(reply, 200, replaced && { etag: entityTag(replaced), ...receipt(replaced) });
  });

  api.delete("/:id", async (call) => {
    const sign = await admit(call.env.incoming, "remove");
    const removed = await store.remove(call.req.param("id"), sign(), preconditionOf(call.req.header("if-match")));
    return call.json({ acknowledged: true, deletedCount: removed ? 1 : 0 }, 200, { ...receipt(removed) });
  });

  answerOtherMethods(api, "/", ["GET", "HEAD", "POST", "OPTIONS"]);
  answerOtherMethods(api, "/:id", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);

  api.onError(async (error, call) => {
    const isMissed = error instanceof Fault && error.code === "unknown-coffee";
    const deleted = isMissed && extras ? await deletionOf(store, call.req.param("id") ?? "") : undefined;
    const counts = isMissed && call.req.method === "PUT" ? replaceReply(0, 0) : {};
    return problemReply(error, report, { ...counts, ...(deleted && { deleted }) });
  });
  return api;
}

function replaceReply(matchedCount: 0 | 1, modifiedCount: 0 | 1) {
  return { acknowledged: true, matchedCount, modifiedCount };
}

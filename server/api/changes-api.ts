import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { receiptHeader, receiptOf } from "../../catalogue/receipt.ts";
import { Fault } from "../../catalogue/fault.ts";
import { entityTag } from "../http/conditional.ts";
import { encodeReply } from "../http/encoded-body.ts";
import type { AdmitWrite } from "./admit-write.ts";
import { answerOtherMethods } from "./other-methods.ts";
import { problemReply } from "./problem.ts";

type Env = { Bindings: HttpBindings };

export type ChangesApiParts = Readonly<{
  store: CoffeeStore;
  admit: AdmitWrite;
  report: (error: unknown) => void;
}>;

const pageSize = 50;

/** Mounted at `/-/changes`: the log of changes for everyone to read, and undo. See docs/api.md. */
export function changesApi({ store, admit, report }: ChangesApiParts): Hono<Env> {
  const api = new Hono<Env>();

  api.get("/", async (call) => {
    const { coffee, visitor, before } = call.req.query();
    const selection = {
      ...(coffee !== undefined && { coffeeId: coffee }),
      ...(visitor !== undefined && { visitor }),
      ...(before !== undefined && { before: readNumber(before) }),
    };
    const changes = await store.select(selection, pageSize + 1);
    const reply = { changes: changes.slice(0, pageSize), hasMore: changes.length > pageSize };
    const answer = call.json(reply, 200, { "cache-control": "no-cache" });
    return encodeReply(answer, call.req.header("accept-encoding"));
  });

  api.put("/:number/undo", async (call) => {
    const number = readNumber(call.req.param("number"));
    const [told] = await store.select({ numbers: [number] }, 1);
    const sign = await admit(call.env.incoming, told?.action === "add" ? "undoOfAdd" : "undo");
    const { changes, kept } = await store.undo([number], sign());
    const { coffeeId } = told ?? { coffeeId: "" };
    const found = await store.find(coffeeId);
    const [change] = changes;
    const reply = {
      acknowledged: true,
      undoneCount: changes.length,
      coffeeId,
      coffee: found?.coffee ?? null,
      nextId: (await store.idAfter(coffeeId)) ?? null,
      keptFields: kept.flatMap(({ fields }) => fields),
    };
    return call.json(reply, 200, {
      ...(found && { etag: entityTag(found.version) }),
      ...(change && { [receiptHeader]: receiptOf(change) }),
    });
  });

  answerOtherMethods(api, "/", ["GET", "HEAD", "OPTIONS"]);
  answerOtherMethods(api, "/:number/undo", ["PUT", "OPTIONS"]);
  api.onError((error) => problemReply(error, report));
  return api;
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new Fault("unknown-change", `There is no change with the number ${text.slice(0, 40)}.`);
}

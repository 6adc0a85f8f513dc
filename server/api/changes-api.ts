import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { receiptHeader, receiptOf } from "../../catalogue/receipt.ts";
import { Fault } from "../../catalogue/fault.ts";
import { entityTag } from "../http/conditional.ts";
import { EncodedBody, encodingHeaders } from "../http/encoded-body.ts";
import { jsonReply } from "../http/plain-reply.ts";
import type { Answer } from "../http/route.ts";
import type { AdmitWrite } from "./admit-write.ts";

export type ChangesApiParts = Readonly<{ store: CoffeeStore; admit: AdmitWrite }>;

const pageSize = 50;
const ofChanges = ["cache-control", "no-cache", "vary", "Accept-Encoding", "content-type", "application/json"];

/** The log of changes for everyone to read, and undo. See docs/api.md. */
export function changesApi({ store, admit }: ChangesApiParts) {
  const select: Answer = async ({ incoming, search }) => {
    const query = new URLSearchParams(search);
    const [coffee, visitor, before] = [query.get("coffee"), query.get("visitor"), query.get("before")];
    const selection = {
      ...(coffee !== null && { coffeeId: coffee }),
      ...(visitor !== null && { visitor }),
      ...(before !== null && { before: readNumber(before) }),
    };
    const changes = await store.select(selection, pageSize + 1);
    const reply = { changes: changes.slice(0, pageSize), hasMore: changes.length > pageSize };
    const body = new EncodedBody(JSON.stringify(reply));
    const { bytes, coding } = await body.for(incoming.headers["accept-encoding"]);
    return { status: 200, headers: [...ofChanges, ...encodingHeaders(coding, bytes.byteLength)], body: [bytes] };
  };

  const undo: Answer = async ({ incoming, argument }) => {
    const number = readNumber(argument);
    const [told] = await store.select({ numbers: [number] }, 1);
    const sign = await admit(incoming, told?.action === "add" ? "undoOfAdd" : "undo");
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
    return jsonReply(200, reply, [
      ...(found ? ["etag", entityTag(found.version)] : []),
      ...(change ? [receiptHeader, receiptOf(change)] : []),
    ]);
  };

  return { select, undo };
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  const sent = text.slice(0, 40);
  throw new Fault("unknown-change", {
    en: `There is no change with the number ${sent}.`,
    bn: `“${sent}” নম্বরের কোনো পরিবর্তন নেই।`,
  });
}

import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { changeHeader } from "../../catalogue/change-header.ts";
import { receiptHeader, receiptOf } from "../../catalogue/receipt.ts";
import { entityTag } from "../http/conditional.ts";
import { EncodedBody, encodingHeaders } from "../http/encoded-body.ts";
import { jsonReply } from "../http/plain-reply.ts";
import type { Answer } from "../http/route.ts";
import type { PreparedCatalogue } from "../prepared/prepared-catalogue.ts";
import { previewUndo, type CoffeePreview } from "../../operations/preview-undo.ts";
import type { Payment } from "../http/write-budget.ts";
import { payments, removalByUndo, type AdmitWrite } from "./admit-write.ts";
import { readNumber, readNumberAfter } from "./change-number.ts";
import type { ShownPast } from "./shown-past.ts";
import { comingBack } from "./taken-from-log.ts";

export type ChangesApiParts = Readonly<{
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  past: ShownPast;
  admit: AdmitWrite;
}>;

const pageSize = 50;
const ofChanges = ["cache-control", "no-cache", "vary", "Accept-Encoding", "content-type", "application/json"];

/** What an undo costs beside its first point: by what it does to the coffee, whatever it takes back. */
function priceOf({ before, after }: CoffeePreview): Partial<Payment> {
  const bytes = Buffer.byteLength(JSON.stringify([before, after]));
  return before && !after ? { ...removalByUndo, isRepair: false, bytes } : { bytes };
}

/** The log of changes for everyone to read, and undo. See docs/api.md. */
export function changesApi({ store, catalogue, past, admit }: ChangesApiParts) {
  const select: Answer = async ({ incoming, search }) => {
    const query = new URLSearchParams(search);
    const [coffee, visitor] = [query.get("coffee"), query.get("visitor")];
    const [before, after] = [query.get("before"), query.get("after")];
    const selection = {
      ...(coffee !== null && { coffeeId: coffee }),
      ...(visitor !== null && { visitor }),
      ...(before !== null && { before: readNumber(before) }),
      ...(after !== null && { after: readNumberAfter(after) }),
    };
    const shown = past.selection();
    const page = shown ? await store.selectPage({ ...selection, ...shown }, pageSize) : { changes: [], hasMore: false };
    // Asked for afterwards, so that nothing is told of which the catalogue does not know yet.
    const coffees = after === null ? undefined : await catalogue.current();
    const isGap = coffees && !(await past.reaches(selection.after ?? 0, coffees.version.number));
    const { changes, hasMore } = isGap ? { changes: [], hasMore: false } : page;
    const placed = coffees ? changes.map((change) => ({ ...change, ...comingBack(change, coffees) })) : changes;
    const upTo = coffees ? [changeHeader, String(coffees.version.number)] : [];
    const reply = { changes: placed, hasMore, ...(isGap && { reload: true }) };
    const body = new EncodedBody(JSON.stringify(reply));
    const { bytes, coding } = await body.for(incoming.headers["accept-encoding"]);
    const headers = [...ofChanges, ...upTo, ...encodingHeaders(coding, bytes.byteLength)];
    return { status: 200, headers, body: [bytes] };
  };

  const undo: Answer = async ({ incoming, argument }) => {
    const number = readNumber(argument);
    const sign = await admit(incoming, payments.undo);
    const [told] = await store.select({ numbers: [number] }, 1);
    const [preview] = told ? await previewUndo(store, [told]) : [];
    const by = await sign(preview && priceOf(preview));
    past.insistOnUndo(told, by.visitor);
    const { changes, kept } = await store.undo([number], by);
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

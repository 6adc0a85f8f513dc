import { fieldsOf } from "../../../catalogue/coffee-text.ts";
import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import type { ChangeSummary, CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { receiptHeader, receiptOf } from "../../../catalogue/log/receipt.ts";
import { fieldsLost, previewUndo, type CoffeePreview } from "../../../operations/undo/preview-undo.ts";
import { selectForUndo, type UndoBatch, type UndoLimits } from "../../../operations/undo/visitor-undo.ts";
import { textName } from "../../http/reply/conditional.ts";
import type { ClientAddress } from "../../http/request/client-address.ts";
import { LimitedWork } from "../../http/limits/limited-work.ts";
import { jsonReply, type Reply } from "../../http/reply/reply.ts";
import type { Handler } from "../../http/route.ts";
import { writeCosts, undoPrice, type AuthoriseWrite } from "../authorise-write.ts";
import type { ShownPast } from "./shown-past.ts";

export type VisitorUndoApiParts = Readonly<{
  store: CoffeeStore;
  past: ShownPast;
  addressOf: ClientAddress;
  authorise: AuthoriseWrite;
  undoLimits: UndoLimits;
}>;

/** The entity tag of a preview. The API's description uses it too. */
export const previewTag = /^"([0-9]{1,15})\.[0-9a-f]{16}"$/;

/** Each preview may read the histories of fifty coffees. */
const previewLimits = { atOnce: 2, waiting: 32 };
/** The most characters of a name in a preview, which may list many coffees. */
const nameCharacters = 100;

/**
 * The calls that preview and undo all changes of one visitor at once: exactly those previewed, or none. See
 * docs/api.md.
 */
export function visitorUndoApi({ store, past, addressOf, authorise, undoLimits }: VisitorUndoApiParts) {
  const previewing = new LimitedWork<Reply>(previewLimits);
  /** The changes to undo, up to number `upTo`: the same at every call, until someone undoes one of these changes. */
  const batchOf = async (visitor: string, upTo: number): Promise<UndoBatch> => {
    const shown = past.selection();
    if (!shown) return { changes: [], hasMore: false };
    return selectForUndo(store, { ...shown, visitor, before: upTo + 1 }, undoLimits, costOf);
  };

  const preview = async (visitor: string): Promise<Reply> => {
    const { number: upTo } = await store.version();
    const batch = await batchOf(visitor, upTo);
    const coffees = await previewWithLost(store, batch);
    const reply = {
      visitor,
      changes: coffees.flatMap(({ takenBack }) => takenBack).toSorted((one, other) => other - one),
      hasMore: batch.hasMore,
      coffees: coffees.map(shownCoffee),
    };
    return jsonReply(200, reply, ["cache-control", "no-cache", "etag", tagOf(batch, upTo)]);
  };

  const previewVisitorUndo: Handler = ({ incoming, argument }) =>
    previewing.run(addressOf(incoming) ?? "", argument, () => preview(argument));

  const undoVisitor: Handler = async ({ incoming, headers, argument: visitor }) => {
    const shown = headers["if-match"];
    const upTo = Number(previewTag.exec(shown ?? "")?.[1]);
    if (shown === undefined || Number.isNaN(upTo)) throw new Fault("undo-not-shown", {});
    const batch = await batchOf(visitor, upTo);
    const points = batch.changes.length * writeCosts.undo.points;
    const authorFor = await authorise(incoming, { ...writeCosts.undo, points });
    if (tagOf(batch, upTo) !== shown) throw new Fault("changed-meanwhile", "since the preview");
    const coffees = await previewWithLost(store, batch);
    const by = await authorFor(undoPrice(coffees));
    const numbers = batch.changes.map(({ number }) => number);
    const undoing = store.undo(numbers, by, { precondition: { upTo } });
    const { changes } = await undoing.catch((error: unknown) => {
      throw error instanceof Fault && error.code === "changed-meanwhile"
        ? new Fault("changed-meanwhile", "since the preview")
        : error;
    });
    const last = changes.at(-1);
    const lost = new Set(coffees.flatMap(({ erasedFields }) => erasedFields));
    const reply = {
      acknowledged: true,
      undoneCount: changes.length,
      changes: changes.map(({ number }) => number),
      hasMore: batch.hasMore,
      ...(lost.size > 0 && { erasedFields: coffeeFields.filter((field) => lost.has(field)) }),
    };
    return jsonReply(200, reply, last ? [receiptHeader, receiptOf(last)] : []);
  };

  return { previewVisitorUndo, undoVisitor };
}

/** About the cost of undoing the change alone. Undoing an add removes a coffee, so it costs as much as a delete. */
function costOf({ action, bytes }: ChangeSummary) {
  return { points: (action === "add" ? writeCosts.remove : writeCosts.undo).points, bytes };
}

/** The entity tag of a preview. It names the changes that were shown, and the newest change at that time. */
function tagOf({ changes }: UndoBatch, upTo: number): string {
  return `"${upTo}.${textName(changes.map(({ number }) => number).join(" "))}"`;
}

type PreviewWithLost = CoffeePreview & Readonly<{ erasedFields: readonly CoffeeField[] }>;

/** What an undo would do to each coffee, and which erased fields it cannot bring back. */
async function previewWithLost(store: CoffeeStore, { changes }: UndoBatch): Promise<PreviewWithLost[]> {
  const coffees = await previewUndo(store, changes);
  const numbers = coffees.flatMap(({ takenBack }) => takenBack);
  const taken = numbers.length > 0 ? await store.select({ numbers }, numbers.length) : [];
  const takenOf = Map.groupBy(taken, ({ coffeeId }) => coffeeId);
  return coffees.map((coffee) => ({
    ...coffee,
    erasedFields: fieldsLost(takenOf.get(coffee.coffeeId) ?? [], coffee.after),
  }));
}

function shownCoffee({ coffeeId, before, after, takenBack, kept, erasedFields }: PreviewWithLost) {
  const text = before ?? after;
  return {
    coffeeId,
    name: Array.from(text === null ? "" : fieldsOf(text).name)
      .slice(0, nameCharacters)
      .join(""),
    isThere: before !== null,
    willBeThere: after !== null,
    takenBack,
    kept: kept.map(({ field, laterChange, laterVisitor }) => ({ field, change: laterChange, visitor: laterVisitor })),
    ...(erasedFields.length > 0 && { erasedFields }),
  };
}

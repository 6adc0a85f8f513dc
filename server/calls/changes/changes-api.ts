import { fieldsOf } from "../../../catalogue/coffee-text.ts";
import type { ChangeSelection, CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { changeHeader } from "../../../catalogue/log/change-header.ts";
import { receiptHeader, receiptOf } from "../../../catalogue/log/receipt.ts";
import { visitorOf } from "../../../catalogue/visitor/visitor.ts";
import { entityTag } from "../../http/reply/conditional.ts";
import type { ClientAddress } from "../../http/request/client-address.ts";
import { LimitedWork } from "../../http/limits/limited-work.ts";
import { jsonReply } from "../../http/reply/reply.ts";
import { CachedDocument } from "../../http/limits/cached-document.ts";
import type { Handler } from "../../http/route.ts";
import type { PreparedCatalogue } from "../../list-cache/prepared-catalogue.ts";
import type { MadeFromList } from "../../list-cache/made-from-list.ts";
import { fieldsLost, previewUndo } from "../../../operations/undo/preview-undo.ts";
import { writeCosts, undoPrice, type AuthoriseWrite } from "../authorise-write.ts";
import { changeNumber, placeInLog, readNumber, readPlace } from "./change-number.ts";
import type { ShownPast } from "./shown-past.ts";
import { comingBack } from "./changes-in-log.ts";

export type ChangesApiParts = Readonly<{
  addressOf: ClientAddress;
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  past: ShownPast;
  /** Pages of the log, cached until the next change. */
  pages: MadeFromList<CachedDocument>;
  authorise: AuthoriseWrite;
}>;

const pageSize = 50;
/** Each read takes some megabytes of memory, and up to 20 ms of the one thread that handles requests. */
const readsLimits = { atOnce: 2, waiting: 32 };
const ofChanges = ["vary", "Accept-Encoding", "content-type", "application/json"];

/** The calls that read the log of changes and undo a change, open to everyone. See docs/api.md. */
export function changesApi(parts: ChangesApiParts) {
  const { store, catalogue, past, pages, addressOf, authorise } = parts;
  const reading = new LimitedWork<CachedDocument>(readsLimits);
  const listChanges: Handler = async ({ incoming, headers, search }) => {
    const query = new URLSearchParams(search);
    const [coffee, visitor] = [query.get("coffee"), query.get("visitor")];
    const [before, after] = [query.get("before"), query.get("after")];
    const shown = past.selection();
    const selection = {
      ...shown,
      ...(coffee !== null && { coffeeId: coffee }),
      ...(visitor !== null && { visitor }),
      ...(before !== null && { before: readPlace("before", before, changeNumber) }),
      ...(after !== null && { after: readPlace("after", after, placeInLog) }),
    };
    const { list } = await catalogue.current();
    const key = JSON.stringify(selection);
    const page = await pages.get(list, key, () =>
      reading.run(addressOf(incoming) ?? "", key, async () => {
        const text = await readPage(parts, selection, shown !== undefined);
        await text.reply(headers); // compressing takes memory too
        return text;
      }),
    );
    return page.reply(headers);
  };

  const undoChange: Handler = async ({ incoming, argument }) => {
    const number = readNumber(argument);
    const authorFor = await authorise(incoming, writeCosts.undo);
    const [undone] = await store.select({ numbers: [number] }, 1);
    const by = await authorFor(undoPrice(undone ? await previewUndo(store, [undone]) : []));
    past.assertUndoable(undone, by);
    const { changes, kept } = await store.undo([number], by);
    const { coffeeId } = undone ?? { coffeeId: "" };
    const found = await store.find(coffeeId);
    const [change] = changes;
    const lost = fieldsLost(undone && change ? [undone] : [], found?.text ?? null);
    const reply = {
      acknowledged: true,
      undoneCount: changes.length,
      coffeeId,
      coffee: found ? { _id: found.id, ...fieldsOf(found.text) } : null,
      nextId: (await store.idAfter(coffeeId)) ?? null,
      keptFields: kept.flatMap(({ fields }) => fields),
      ...(lost.length > 0 && { erasedFields: lost }),
    };
    return jsonReply(200, reply, [
      ...(found ? ["etag", entityTag(found.version)] : []),
      ...(change ? [receiptHeader, receiptOf(change)] : []),
    ]);
  };

  return { listChanges, undoChange };
}

/** A page of the log; an empty one if `isShown` is false. */
async function readPage(
  { store, catalogue, past }: ChangesApiParts,
  selection: ChangeSelection,
  isShown: boolean,
): Promise<CachedDocument> {
  const page = isShown ? await store.selectPage(selection, pageSize) : { changes: [], hasMore: false };
  // Read after the page, so that the page has no change that the catalogue lacks.
  const coffees = selection.after === undefined ? undefined : await catalogue.current();
  const isGap = coffees && !(await past.reaches(selection.after ?? 0, coffees.version.number));
  const { changes, hasMore } = isGap ? { changes: [], hasMore: false } : page;
  const pieces = changes.flatMap(({ before, after, browser, ...change }, at) => {
    const visitor = visitorOf({ visitor: change.visitor, browser });
    const head = JSON.stringify({ ...change, visitor, ...(coffees && comingBack(change, coffees)) }).slice(0, -1);
    // The texts are copied from the log unchanged, to the digit of a price.
    return [at === 0 ? "" : ",", head, ',"before":', String(before), ',"after":', String(after), "}"];
  });
  const upTo = coffees ? [changeHeader, String(coffees.version.number)] : [];
  const tail = JSON.stringify({ hasMore, ...(isGap && { reload: true }) });
  return new CachedDocument(['{"changes":[', ...pieces, "],", tail.slice(1)], [...ofChanges, ...upTo]);
}

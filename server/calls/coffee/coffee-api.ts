import type { Version } from "../../../catalogue/log/change.ts";
import type { CoffeeStore } from "../../../catalogue/coffee-store.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { receiptHeader, receiptOf } from "../../../catalogue/log/receipt.ts";
import { photoIdsIn } from "../../../catalogue/photo-address.ts";
import { parseAddedCoffee, parseReplacedCoffee } from "../../../catalogue/parse-coffee.ts";
import type { PhotoStore } from "../../../store/photos/photo-store.ts";
import { entityTag, preconditionOf } from "../../http/reply/conditional.ts";
import { jsonReply } from "../../http/reply/reply.ts";
import type { Handler } from "../../http/route.ts";
import { writeCosts, type AuthoriseWrite } from "../authorise-write.ts";
import { keyOf } from "./idempotency-key.ts";
import type { CoffeeReads } from "./coffee-reads.ts";
import { deletionOf } from "./deletion.ts";
import type { ShownPast } from "../changes/shown-past.ts";

export type CoffeeApiParts = Readonly<{
  store: CoffeeStore;
  /** Undefined if the shop keeps no photos. */
  photos: Pick<PhotoStore, "touch"> | undefined;
  reads: CoffeeReads;
  past: ShownPast;
  authorise: AuthoriseWrite;
  /** Whether replies have more than the five calls ask for: receipts, and the deletion of a coffee that is gone. */
  extras: boolean;
}>;

/** The five calls of the product server. See docs/api.md. */
export function coffeeApi({ store, photos, reads, past, authorise, extras }: CoffeeApiParts) {
  const receipt = (change: Version) => (extras ? [receiptHeader, receiptOf(change)] : []);
  const tagAndReceipt = (change: Version) => ["etag", entityTag(change), ...receipt(change)];
  const missed = async (id: string, counts: object) => {
    const deleted = extras ? await deletionOf(store, past, id) : undefined;
    const members = { ...counts, ...(deleted && { deleted }) };
    return new Fault("unknown-coffee", { id, members });
  };

  /** Rejects while a sweep removes a photo that a write names: saved now, the coffee would lose it. */
  const protectPhotos = async (fields: string) => {
    const areProtected = (await photos?.touch(photoIdsIn(fields))) ?? true;
    if (!areProtected) throw new Fault("storage-busy", {});
  };

  const listCoffees: Handler = ({ headers }) => reads.list(headers["accept-encoding"], headers["if-none-match"]);

  const addCoffee: Handler = async ({ incoming, headers, body: read }) => {
    const authorFor = await authorise(incoming, writeCosts.add);
    const key = extras ? keyOf(headers) : undefined;
    const body = await read();
    const fields = parseAddedCoffee(body);
    await protectPhotos(fields);
    const added = await store.add(fields, await authorFor({ bytes: Buffer.byteLength(body) }), key);
    const location = ["location", `/coffee/${added.coffeeId}`];
    return jsonReply(201, { acknowledged: true, insertedId: added.coffeeId }, [...location, ...tagAndReceipt(added)]);
  };

  const findCoffee: Handler = async ({ headers, argument: id }) => {
    const reply = await reads.one(id, headers["if-none-match"]);
    if (!reply) throw await missed(id, {});
    return reply;
  };

  const replaceCoffee: Handler = async ({ incoming, headers, argument: id, body: read }) => {
    const authorFor = await authorise(incoming, writeCosts.replace);
    const body = await read();
    const fields = parseReplacedCoffee(body, id);
    await protectPhotos(fields);
    // The log keeps the coffee as it was and as it is now.
    const author = await authorFor({ bytes: reads.knownBytes(id) + Buffer.byteLength(body) });
    try {
      const replaced = await store.replace(id, fields, author, preconditionOf(headers["if-match"]));
      const counts = { ...replaceCounts(1, replaced ? 1 : 0), upsertedCount: 0, upsertedId: null };
      return jsonReply(200, counts, replaced && tagAndReceipt(replaced));
    } catch (error) {
      const isMissed = error instanceof Fault && error.code === "unknown-coffee";
      throw isMissed ? await missed(id, replaceCounts(0, 0)) : error;
    }
  };

  const removeCoffee: Handler = async ({ incoming, headers, argument: id }) => {
    const authorFor = await authorise(incoming, writeCosts.remove);
    const removed = await store.remove(id, await authorFor(), preconditionOf(headers["if-match"]));
    return jsonReply(200, { acknowledged: true, deletedCount: removed ? 1 : 0 }, removed && receipt(removed));
  };

  return { listCoffees, addCoffee, findCoffee, replaceCoffee, removeCoffee };
}

function replaceCounts(matchedCount: 0 | 1, modifiedCount: 0 | 1) {
  return { acknowledged: true, matchedCount, modifiedCount };
}

import type { IncomingMessage } from "node:http";
import { browserHeader, isBrowserKey } from "../../catalogue/browser-key.ts";
import type { Author } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import type { CoffeePreview } from "../../operations/preview-undo.ts";
import type { ClientAddress } from "../http/request/client-address.ts";
import type { WriteCost, SpendWrite } from "../http/limits/rate-limit.ts";
import type { VisitorNames } from "./visitor-names.ts";

/** What each kind of write takes from the budget before its bytes are known: the more it can harm, the more. */
export const writeCosts = {
  add: { points: 1 },
  replace: { points: 2 },
  remove: { points: 5 },
  undo: { points: 1, isUndo: true, isRepair: true },
} satisfies Record<string, WriteCost>;

/**
 * Every write of a visitor comes through here: it is paid for, and its author gets a name of the day. Rejects with a
 * `too-many-writes` fault where the budget is spent, and with `unknown-client` where nobody can be charged.
 */
export type AuthoriseWrite = (incoming: IncomingMessage, cost: WriteCost) => Promise<AuthorFor>;

/**
 * What an undo costs beside a point for each change that it undoes: by what it does to coffees. One that removes a
 * coffee costs as much as a delete, and puts nothing right.
 */
export function undoPrice(coffees: readonly CoffeePreview[]): Partial<WriteCost> {
  const removed = coffees.filter(({ before, after }) => before && !after).length;
  const bytes = coffees.map(({ before, after }) => Buffer.byteLength(`[${before},${after}]`));
  return {
    points: removed * (writeCosts.remove.points - writeCosts.undo.points),
    bytes: bytes.reduce((sum, each) => sum + each, 0),
    isUndo: true,
    ...(removed > 0 && { isRepair: false }),
  };
}

/**
 * Pays for what was not known before, such as the bytes of a body. Where that is refused, all that the write took is given
 * back. The signature is dated when it is given, so that no change is dated before all was there to make it.
 */
export type AuthorFor = (more?: Partial<WriteCost>) => Promise<Author>;

const browserHeaderInNode = browserHeader.toLowerCase();

/**
 * The author of an admitted write is named by pseudonyms of the day, never by the address, and where browsers are told
 * apart never by the browser's key. A header that holds no such key is ignored.
 */
export function authoriseWrites(
  names: VisitorNames,
  addressOf: ClientAddress,
  spend: SpendWrite,
  now: () => Date,
  tellsBrowsersApart: boolean,
): AuthoriseWrite {
  return async (incoming, cost) => {
    const address = addressOf(incoming);
    if (address === undefined) throw unknownClient();
    const giveBack = await spend(address, cost);
    const visitor = await names.ofAddress(address);
    const key = tellsBrowsersApart ? incoming.headers[browserHeaderInNode] : undefined;
    const browser = isBrowserKey(key) ? await names.ofBrowser(key) : null;
    return async (more) => {
      try {
        if (more) await spend(address, { ...cost, points: 0, ...more });
      } catch (error) {
        await giveBack();
        throw error;
      }
      return { visitor, browser, at: now() };
    };
  };
}

/** Nobody could be charged for its write. */
function unknownClient(): Fault {
  return new Fault("unknown-client", {
    en: "The connection closed before we could read its address, so nothing was saved. Try again.",
    bn: "কোন ঠিকানা থেকে অনুরোধটি এসেছে তা জানার আগেই সংযোগ ভেঙে গেছে, তাই কিছু বদলানো হয়নি। আবার পাঠান।",
  });
}

import type { IncomingMessage } from "node:http";
import { browserHeader, isBrowserKey } from "../../catalogue/visitor/browser-key.ts";
import type { Author } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import type { CoffeePreview } from "../../operations/undo/preview-undo.ts";
import type { ClientAddress } from "../http/request/client-address.ts";
import type { WriteCost, SpendWrite } from "../http/limits/rate-limit.ts";
import type { VisitorNames } from "./visitor-names.ts";

/** The points that each kind of write costs, before its bytes are known. A write that can do more harm costs more. */
export const writeCosts = {
  add: { points: 1 },
  replace: { points: 2 },
  remove: { points: 5 },
  undo: { points: 1, isUndo: true, isRepair: true },
} satisfies Record<string, WriteCost>;

/**
 * Charges a visitor's write to the rate limit and names its author. Rejects with `too-many-writes` if the limit is
 * reached, and with `unknown-client` if the client's address is unknown.
 */
export type AuthoriseWrite = (incoming: IncomingMessage, cost: WriteCost) => Promise<AuthorFor>;

/**
 * The cost of an undo, beyond one point for each change that it undoes. An undo that removes a coffee costs as much as
 * a delete, and does not count as a repair.
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
 * Charges costs that were not known before, such as the bytes of a body, and returns the author with the time of the
 * change. The time is read after the body has arrived. If the charge is refused, it rejects with `too-many-writes`, and
 * the write gets all its points back.
 */
export type AuthorFor = (more?: Partial<WriteCost>) => Promise<Author>;

const browserHeaderInNode = browserHeader.toLowerCase();

/**
 * Names authors by pseudonyms of the day, never by the address or the browser's key. With `usesBrowserKeys`, a browser
 * that sends a key has a name of its own; an invalid key is ignored.
 */
export function authoriseWrites(
  names: VisitorNames,
  addressOf: ClientAddress,
  spend: SpendWrite,
  now: () => Date,
  usesBrowserKeys: boolean,
): AuthoriseWrite {
  return async (incoming, cost) => {
    const address = addressOf(incoming);
    if (address === undefined) throw new Fault("unknown-client", {});
    const giveBack = await spend(address, cost);
    const visitor = await names.ofAddress(address);
    const key = usesBrowserKeys ? incoming.headers[browserHeaderInNode] : undefined;
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

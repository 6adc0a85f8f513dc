import type { IncomingMessage } from "node:http";
import type { Author } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import type { ClientAddress } from "../http/client-address.ts";
import type { Payment, SpendWrite } from "../http/write-budget.ts";
import type { VisitorNames } from "./visitor-names.ts";

/** What each kind of write takes from the budget before its bytes are known: the more it can harm, the more. */
export const payments = {
  add: { points: 1 },
  replace: { points: 2 },
  remove: { points: 5 },
  undo: { points: 1, isUndo: true, isRepair: true },
} satisfies Record<string, Payment>;

/**
 * Every write of a visitor comes through here: it is paid for, and its author gets a name of the day. Rejects with a
 * `too-many-writes` fault where the budget is spent, and with `unknown-client` where nobody can be charged.
 */
export type AdmitWrite = (incoming: IncomingMessage, payment: Payment) => Promise<SignWrite>;

/** What an undo that removes the coffee takes besides, so that it costs as much as a delete; it puts nothing right. */
export const removalByUndo: Payment = { points: payments.remove.points - payments.undo.points, isUndo: true };

/**
 * Pays for what was not known before, such as the bytes of a body. Where that is refused, all that the write took is given
 * back. The signature is dated when it is given, so that no change is dated before all was there to make it.
 */
export type SignWrite = (more?: Partial<Payment>) => Promise<Author>;

/** The author of an admitted write is the visitor's name of the day, never the address. */
export function admitWrites(
  names: VisitorNames,
  addressOf: ClientAddress,
  spend: SpendWrite,
  now: () => Date,
): AdmitWrite {
  return async (incoming, payment) => {
    const address = addressOf(incoming);
    if (address === undefined) throw unknownClient();
    const giveBack = await spend(address, payment);
    const visitor = await names.ofAddress(address);
    return async (more) => {
      try {
        if (more) await spend(address, { ...payment, points: 0, ...more });
      } catch (error) {
        await giveBack();
        throw error;
      }
      return { visitor, at: now() };
    };
  };
}

/** Nobody could be charged for its write. */
function unknownClient(): Fault {
  return new Fault("unknown-client", {
    en: "The connection broke before its address was known, so nothing was changed. Send the change again.",
    bn: "কোন ঠিকানা থেকে অনুরোধটি এসেছে তা জানার আগেই সংযোগ ভেঙে গেছে, তাই কিছু বদলানো হয়নি। আবার পাঠান।",
  });
}

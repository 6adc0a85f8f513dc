import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Author, CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { Payment, SpendWrite } from "../http/write-budget.ts";

/** What each kind of write takes from the budget before its bytes are known: the more it can harm, the more. To undo an add is to delete. */
export const payments = {
  add: { points: 1 },
  replace: { points: 2 },
  remove: { points: 5 },
  undo: { points: 1, isUndo: true, isRepair: true },
  undoOfAdd: { points: 5, isUndo: true },
} satisfies Record<string, Payment>;

/**
 * Every write of a visitor comes through here: it is paid for, and its author gets a name of the day. Rejects with a
 * `too-many-writes` fault where the budget is spent.
 */
export type AdmitWrite = (incoming: IncomingMessage, payment: Payment) => Promise<SignWrite>;

/**
 * Pays for bytes that were not known before, such as those of a body. Where they are refused, all that the write took is
 * given back. The signature is dated when it is given, so that no change is dated before all was there to make it.
 */
export type SignWrite = (moreBytes?: number) => Promise<Author>;

const pseudonymDigits = 12;
const mostKnownNames = 10_000;
const dayMs = 86_400_000;

/** No address is kept, and none can be told from a name. */
export function admitWrites(
  store: CoffeeStore,
  addressOf: (incoming: IncomingMessage) => string,
  spend: SpendWrite,
  now: () => Date,
): AdmitWrite {
  let known: { dayNumber: number; key: string; names: Map<string, string> } | undefined;
  return async (incoming, payment) => {
    const address = addressOf(incoming);
    const giveBack = await spend(address, payment);
    const at = now();
    const dayNumber = Math.floor(at.getTime() / dayMs);
    if (known?.dayNumber !== dayNumber) known = { dayNumber, key: await store.dayKey(dayOf(at)), names: new Map() };
    const visitor = known.names.get(address) ?? pseudonym(known.key, address);
    if (known.names.size < mostKnownNames) known.names.set(address, visitor);
    return async (moreBytes = 0) => {
      try {
        if (moreBytes > 0) await spend(address, { ...payment, points: 0, bytes: moreBytes });
      } catch (error) {
        await giveBack();
        throw error;
      }
      return { visitor, at: now() };
    };
  };
}

/** Such as 2026-11-21. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, "2026-11-21".length);
}

function pseudonym(key: string, address: string): string {
  return createHmac("sha256", key).update(address).digest("hex").slice(0, pseudonymDigits);
}

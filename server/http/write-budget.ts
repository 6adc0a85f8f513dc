import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpFault } from "./http-fault.ts";

const windowSeconds = 600;
const wholeShop = "";
/** How many addresses may spend all they have at once. */
const addressesWorth = 10;

/**
 * Spends points of an address and, unless it is to put something right, of the whole shop. Rejects with a
 * `too-many-writes` fault where they do not suffice.
 */
export type SpendWrite = (address: string, points: number, isRepair?: boolean) => Promise<void>;

/** A brake on bursts: each address has `budget` points in ten minutes, and all of them together ten times as many. */
export function writeBudget(budget: number | "off"): SpendWrite {
  if (budget === "off") return async () => {};
  const spendOfAddress = spender(budget, "Too many changes came from your address");
  const spendOfShop = spender(budget * addressesWorth, "Too many changes came to this shop at once");
  return async (address, points, isRepair = false) => {
    await spendOfAddress(address, points);
    if (!isRepair) await spendOfShop(wholeShop, points);
  };
}

function spender(budget: number, reason: string): SpendWrite {
  const limiter = new RateLimiterMemory({ points: budget, duration: windowSeconds });
  return async (key, points) => {
    try {
      await limiter.consume(key, points);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1_000));
      const detail = `${reason}, and this one was not made. Try again in ${spoken(seconds)}.`;
      throw new HttpFault("too-many-writes", detail, { "retry-after": String(seconds) });
    }
  };
}

function spoken(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

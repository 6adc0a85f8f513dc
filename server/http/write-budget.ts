import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Said } from "../../catalogue/language.ts";
import { saidNumber } from "../../catalogue/said-number.ts";
import { HttpFault } from "./http-fault.ts";

const windowSeconds = 600;
const wholeShop = "";
/** How many addresses may spend all they have at once. */
const addressesWorth = 10;

/** Kept for undoing alone: enough to take back the adding of a coffee, which is the dearest undo. */
const reserveForUndo = 5;

/** What is paid for. An undo may take of a reserve of its own; what puts right is not for the whole shop's budget to stop. */
export type Payment = Readonly<{ points: number; isUndo?: boolean; isRepair?: boolean }>;

/**
 * Spends points of an address and, unless it is to put something right, of the whole shop. Rejects with a
 * `too-many-writes` fault where they do not suffice, and then takes none.
 */
export type SpendWrite = (address: string, payment: Payment) => Promise<void>;

const tooManyOfAddress: Said = {
  en: "Too many changes came from your address, and this one was not made.",
  bn: "আপনার ইন্টারনেট ঠিকানা থেকে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
};
const tooManyOfShop: Said = {
  en: "Too many changes came to this shop at once, and this one was not made.",
  bn: "দোকানে একসঙ্গে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
};

/** A brake on bursts: each address has `budget` points in ten minutes, and all of them together ten times as many. */
export function writeBudget(budget: number | "off"): SpendWrite {
  if (budget === "off") return async () => {};
  const ofAddress = new Purse(budget, tooManyOfAddress);
  const ofReserve = new Purse(reserveForUndo, tooManyOfAddress);
  const ofShop = new Purse(budget * addressesWorth, tooManyOfShop);
  return async (address, { points, isUndo = false, isRepair = false }) => {
    const purse = isUndo && !(await ofAddress.holds(address, points)) ? ofReserve : ofAddress;
    await purse.spend(address, points);
    if (isRepair) return;
    try {
      await ofShop.spend(wholeShop, points);
    } catch (error) {
      await purse.giveBack(address, points);
      throw error;
    }
  };
}

class Purse {
  readonly #limiter: RateLimiterMemory;
  readonly #points: number;
  readonly #reason: Said;

  constructor(points: number, reason: Said) {
    this.#limiter = new RateLimiterMemory({ points, duration: windowSeconds });
    this.#points = points;
    this.#reason = reason;
  }

  async holds(key: string, points: number): Promise<boolean> {
    const spent = (await this.#limiter.get(key))?.consumedPoints ?? 0;
    return spent + points <= this.#points;
  }

  async spend(key: string, points: number): Promise<void> {
    try {
      await this.#limiter.consume(key, points);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      await this.giveBack(key, points);
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1_000));
      const wait = spoken(seconds);
      const detail = {
        en: `${this.#reason.en} Try again in ${wait.en}.`,
        bn: `${this.#reason.bn} ${wait.bn} পরে আবার চেষ্টা করুন।`,
      };
      throw new HttpFault("too-many-writes", detail, { headers: { "retry-after": String(seconds) } });
    }
  }

  async giveBack(key: string, points: number): Promise<void> {
    await this.#limiter.reward(key, points);
  }
}

function spoken(seconds: number): Said {
  const isShort = seconds < 100;
  const { en, bn } = saidNumber(isShort ? seconds : Math.ceil(seconds / 60));
  if (!isShort) return { en: `${en} minutes`, bn: `${bn} মিনিট` };
  return { en: seconds === 1 ? `${en} second` : `${en} seconds`, bn: `${bn} সেকেন্ড` };
}

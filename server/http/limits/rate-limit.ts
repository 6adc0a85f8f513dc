import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Translated } from "../../../catalogue/language.ts";
import { formatNumber } from "../../../catalogue/text/format-number.ts";
import { HttpFault } from "../http-fault.ts";

const windowSeconds = 600;
const wholeShop = "";
/** The whole shop's limit, as a number of addresses that each use all of theirs. */
const addressesWorth = 10;

/** Points that only an undo may use: enough to undo an add, which is the most expensive undo. */
const reserveForUndo = 5;

/** Bytes that each point of the limit allows; a usual coffee is smaller. */
const bytesPerPoint = 8_192;
/** Twice the bytes of the largest write, which updates a coffee of 64 KiB to another one. */
const leastBytes = 262_144;
/** The most bytes of one write of many changes, if there is no limit. */
const unlimitedBytes = 1_048_576;

/**
 * What a write costs. `bytes` are those that it adds to the log; the default is 0. An undo may use a reserve. A repair does
 * not count against the whole shop's limit.
 */
export type WriteCost = Readonly<{ points: number; bytes?: number; isUndo?: boolean; isRepair?: boolean }>;

/** Gives back the points and bytes of a write. */
export type GiveBack = () => Promise<void>;

/**
 * Takes points and bytes from the limits of an address and, except for a repair, of the whole shop. Rejects with a
 * `too-many-writes` fault if there are too few, and then takes none.
 */
export type SpendWrite = (address: string, cost: WriteCost) => Promise<GiveBack>;

type Reasons = Readonly<{ points: Translated; bytes: Translated }>;

const ofAddress: Reasons = {
  points: {
    en: "Too many changes came from your internet address, so this one wasn't saved.",
    bn: "আপনার ইন্টারনেট ঠিকানা থেকে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
  },
  bytes: {
    en: "Too much text came from your internet address in a short time, so this change wasn't saved.",
    bn: "আপনার ইন্টারনেট ঠিকানা থেকে অল্প সময়ে অনেক বেশি লেখা এসেছে, তাই এই পরিবর্তন করা হয়নি।",
  },
};
const ofShop: Reasons = {
  points: {
    en: "The shop received too many changes at once, so this one wasn't saved.",
    bn: "দোকানে একসঙ্গে অনেক বেশি পরিবর্তন এসেছে, তাই এটি করা হয়নি।",
  },
  bytes: {
    en: "The shop received too much text in a short time, so this change wasn't saved.",
    bn: "দোকানে অল্প সময়ে অনেক বেশি লেখা এসেছে, তাই এই পরিবর্তন করা হয়নি।",
  },
};

/** Bytes that an address may write in ten minutes. */
function bytesOf(limit: number): number {
  return Math.max(leastBytes, limit * bytesPerPoint);
}

/** Half of an address's limit, so that a write of many changes fits even after some others. */
export function mostAtOnce(limit: number | "off"): Required<Pick<WriteCost, "points" | "bytes">> {
  if (limit === "off") return { points: Infinity, bytes: unlimitedBytes };
  return { points: limit / 2, bytes: bytesOf(limit) / 2 };
}

/**
 * A rate limit: each address has `limit` points in ten minutes, and bytes in proportion. All addresses together have ten
 * times as much.
 */
export function writeBudget(limit: number | "off"): SpendWrite {
  if (limit === "off") return async () => async () => {};
  const bytes = bytesOf(limit);
  const own = new Budget(limit, bytes, ofAddress);
  const reserve = new Budget(reserveForUndo, leastBytes, ofAddress);
  const shop = new Budget(limit * addressesWorth, bytes * addressesWorth, ofShop);
  return async (address, cost) => {
    const { isUndo = false, isRepair = false } = cost;
    const budget = isUndo && !(await own.holds(address, cost)) ? reserve : own;
    await budget.spend(address, cost);
    if (isRepair) return () => budget.giveBack(address, cost);
    try {
      await shop.spend(wholeShop, cost);
    } catch (error) {
      await budget.giveBack(address, cost);
      throw error;
    }
    return async () => {
      await budget.giveBack(address, cost);
      await shop.giveBack(wholeShop, cost);
    };
  };
}

/** A limit on points and bytes; a write takes both or neither. */
class Budget {
  readonly #points: Purse;
  readonly #bytes: Purse;

  constructor(points: number, bytes: number, reasons: Reasons) {
    this.#points = new Purse(points, reasons.points);
    this.#bytes = new Purse(bytes, reasons.bytes);
  }

  async holds(key: string, { points, bytes = 0 }: WriteCost): Promise<boolean> {
    return (await this.#points.holds(key, points)) && this.#bytes.holds(key, bytes);
  }

  async spend(key: string, { points, bytes = 0 }: WriteCost): Promise<void> {
    await this.#points.spend(key, points);
    try {
      await this.#bytes.spend(key, bytes);
    } catch (error) {
      await this.#points.giveBack(key, points);
      throw error;
    }
  }

  async giveBack(key: string, { points, bytes = 0 }: WriteCost): Promise<void> {
    await this.#points.giveBack(key, points);
    await this.#bytes.giveBack(key, bytes);
  }
}

class Purse {
  readonly #limiter: RateLimiterMemory;
  readonly #limit: number;
  readonly #reason: Translated;

  constructor(limit: number, reason: Translated) {
    this.#limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
    this.#limit = limit;
    this.#reason = reason;
  }

  async holds(key: string, amount: number): Promise<boolean> {
    const spent = (await this.#limiter.get(key))?.consumedPoints ?? 0;
    return spent + amount <= this.#limit;
  }

  async spend(key: string, amount: number): Promise<void> {
    if (amount === 0) return;
    try {
      await this.#limiter.consume(key, amount);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      await this.giveBack(key, amount);
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1_000));
      const wait = spoken(seconds);
      const detail = {
        en: `${this.#reason.en} Try again in ${wait.en}.`,
        bn: `${this.#reason.bn} ${wait.bn} পরে আবার চেষ্টা করুন।`,
      };
      throw new HttpFault("too-many-writes", detail, { headers: { "retry-after": String(seconds) } });
    }
  }

  async giveBack(key: string, amount: number): Promise<void> {
    if (amount > 0) await this.#limiter.reward(key, amount);
  }
}

function spoken(seconds: number): Translated {
  const isShort = seconds < 100;
  const { en, bn } = formatNumber(isShort ? seconds : Math.ceil(seconds / 60));
  if (!isShort) return { en: `${en} minutes`, bn: `${bn} মিনিট` };
  return { en: seconds === 1 ? `${en} second` : `${en} seconds`, bn: `${bn} সেকেন্ড` };
}

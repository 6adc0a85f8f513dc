import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Translated } from "../../../catalogue/language.ts";
import { formatNumber } from "../../../catalogue/text/format-number.ts";
import { HttpFault } from "../http-fault.ts";

const windowSeconds = 600;
const wholeShop = "";
/** How many addresses may spend all they have at once. */
const addressesWorth = 10;

/** Kept for undoing alone: enough to undo the adding of a coffee, which is the dearest undo. */
const reserveForUndo = 5;

/** What each point of the limit allows in bytes; usual coffees have less than one of these. */
const bytesPerPoint = 8_192;
/** Twice what the dearest write costs: the update of a coffee of 64 KiB to another one. */
const leastBytes = 262_144;
/** Of one write of many changes, where there is no limit. */
const unlimitedBytes = 1_048_576;

/**
 * What is paid for: `bytes` are those that the write adds to the log, 0 where left out. An undo may take of a reserve of
 * its own; what puts right is not for the whole shop's budget to stop.
 */
export type Payment = Readonly<{ points: number; bytes?: number; isUndo?: boolean; isRepair?: boolean }>;

/** Gives back all that a payment took. */
export type GiveBack = () => Promise<void>;

/**
 * Spends points and bytes of an address and, unless it is to put something right, of the whole shop. Rejects with a
 * `too-many-writes` fault where they do not suffice, and then takes none.
 */
export type SpendWrite = (address: string, payment: Payment) => Promise<GiveBack>;

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

/** Bytes that an address may bring in ten minutes. */
function bytesOf(limit: number): number {
  return Math.max(leastBytes, limit * bytesPerPoint);
}

/** Half of what an address has, so that a write of many changes fits where some others were made before. */
export function mostAtOnce(limit: number | "off"): Required<Pick<Payment, "points" | "bytes">> {
  if (limit === "off") return { points: Infinity, bytes: unlimitedBytes };
  return { points: limit / 2, bytes: bytesOf(limit) / 2 };
}

/**
 * A brake on bursts: each address has `limit` points in ten minutes, and bytes in proportion; all addresses together have
 * ten times as much of both.
 */
export function writeBudget(limit: number | "off"): SpendWrite {
  if (limit === "off") return async () => async () => {};
  const bytes = bytesOf(limit);
  const own = new Budget(limit, bytes, ofAddress);
  const reserve = new Budget(reserveForUndo, leastBytes, ofAddress);
  const shop = new Budget(limit * addressesWorth, bytes * addressesWorth, ofShop);
  return async (address, payment) => {
    const { isUndo = false, isRepair = false } = payment;
    const budget = isUndo && !(await own.holds(address, payment)) ? reserve : own;
    await budget.spend(address, payment);
    if (isRepair) return () => budget.giveBack(address, payment);
    try {
      await shop.spend(wholeShop, payment);
    } catch (error) {
      await budget.giveBack(address, payment);
      throw error;
    }
    return async () => {
      await budget.giveBack(address, payment);
      await shop.giveBack(wholeShop, payment);
    };
  };
}

/** Points and bytes, of which a payment takes both or nothing. */
class Budget {
  readonly #points: Purse;
  readonly #bytes: Purse;

  constructor(points: number, bytes: number, reasons: Reasons) {
    this.#points = new Purse(points, reasons.points);
    this.#bytes = new Purse(bytes, reasons.bytes);
  }

  async holds(key: string, { points, bytes = 0 }: Payment): Promise<boolean> {
    return (await this.#points.holds(key, points)) && this.#bytes.holds(key, bytes);
  }

  async spend(key: string, { points, bytes = 0 }: Payment): Promise<void> {
    await this.#points.spend(key, points);
    try {
      await this.#bytes.spend(key, bytes);
    } catch (error) {
      await this.#points.giveBack(key, points);
      throw error;
    }
  }

  async giveBack(key: string, { points, bytes = 0 }: Payment): Promise<void> {
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

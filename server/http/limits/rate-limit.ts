import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Fault, type WriteLimit } from "../../../catalogue/fault.ts";

const windowSeconds = 600;
const wholeShop = "";
/** The whole shop's limit, as a multiple of one address's limit. */
const addressesWorth = 10;

/** Points that only an undo may use: enough to undo an add, which is the most expensive undo. */
const reserveForUndo = 5;

/** Bytes that each point of the limit allows; a usual coffee is smaller. */
const bytesPerPoint = 8_192;
/** The smallest limit in bytes: twice the largest write, which updates a coffee of 64 KiB to another one. */
const leastBytes = 262_144;
/** The most bytes of one write of many changes, if the rate limit is off. */
const unlimitedBytes = 1_048_576;

/**
 * What a write costs. `bytes` are those that it adds to the log; the default is 0. An undo may use a reserve. A repair
 * does not count against the whole shop's limit.
 */
export type WriteCost = Readonly<{ points: number; bytes?: number; isUndo?: boolean; isRepair?: boolean }>;

/** Gives back the points and bytes of a write. */
export type GiveBack = () => Promise<void>;

/**
 * Takes points and bytes from the limits of an address and, except for a repair, of the whole shop. Rejects with a
 * `too-many-writes` fault if there are too few, and then takes none.
 */
export type SpendWrite = (address: string, cost: WriteCost) => Promise<GiveBack>;

/** Bytes that an address may write in ten minutes. */
function bytesOf(limit: number): number {
  return Math.max(leastBytes, limit * bytesPerPoint);
}

/** The most that one write of many changes may cost: half of an address's limit, so that it fits after some others. */
export function mostAtOnce(limit: number | "off"): Required<Pick<WriteCost, "points" | "bytes">> {
  if (limit === "off") return { points: Infinity, bytes: unlimitedBytes };
  return { points: limit / 2, bytes: bytesOf(limit) / 2 };
}

/**
 * A rate limit: each address has `limit` points in ten minutes, and bytes in proportion. All addresses together have
 * ten times as much.
 */
export function writeBudget(limit: number | "off"): SpendWrite {
  if (limit === "off") return async () => async () => {};
  const bytes = bytesOf(limit);
  const own = new Budget(limit, bytes, "an address");
  const reserve = new Budget(reserveForUndo, leastBytes, "an address");
  const shop = new Budget(limit * addressesWorth, bytes * addressesWorth, "the shop");
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
  readonly #points: Quota;
  readonly #bytes: Quota;

  constructor(points: number, bytes: number, whose: "an address" | "the shop") {
    this.#points = new Quota(points, `points of ${whose}`);
    this.#bytes = new Quota(bytes, `bytes of ${whose}`);
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

class Quota {
  readonly #limiter: RateLimiterMemory;
  readonly #limit: number;
  readonly #name: WriteLimit;

  constructor(limit: number, name: WriteLimit) {
    this.#limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
    this.#limit = limit;
    this.#name = name;
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
      throw new Fault("too-many-writes", { limit: this.#name, seconds });
    }
  }

  async giveBack(key: string, amount: number): Promise<void> {
    if (amount > 0) await this.#limiter.reward(key, amount);
  }
}

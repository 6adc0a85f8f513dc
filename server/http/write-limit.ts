import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpFault } from "./http-fault.ts";

const windowSeconds = 60;

/** Counts one write of an address against its budget. Rejects with a `too-many-writes` fault where it is spent. */
export type CountWrite = (address: string) => Promise<void>;

/** A budget of writes a minute for each address; "off" counts nothing. */
export function writeLimit(writesPerMinute: number | "off"): CountWrite {
  if (writesPerMinute === "off") return async () => {};
  const limiter = new RateLimiterMemory({ points: writesPerMinute, duration: windowSeconds });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1_000));
      const detail = `Too many changes came from your address, and this one was not made. Try again in ${seconds} seconds.`;
      throw new HttpFault("too-many-writes", detail, { "retry-after": String(seconds) });
    }
  };
}

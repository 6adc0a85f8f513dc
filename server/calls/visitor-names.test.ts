import { afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { added } from "../../test/check-reply.ts";

afterEach(() => vi.useRealTimers());

test("a shop without writes deletes the day's secret soon after midnight, and when it closes", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  let time = "2026-11-23T23:59:00.000Z";
  const closing = new AbortController();
  await using shop = await openTestShop({ now: () => new Date(time), closing: closing.signal });
  const forget = vi.spyOn(shop.store, "forgetDayKeys");
  await added(shop);
  time = "2026-11-24T00:09:00.000Z"; // the clock of another node may be behind
  vi.advanceTimersByTime(600_000);
  expect(forget).toHaveBeenLastCalledWith("2026-11-23");
  time = "2026-11-24T00:19:00.000Z";
  vi.advanceTimersByTime(600_000);
  expect(forget).toHaveBeenLastCalledWith("2026-11-24");
  time = "2026-11-25T08:00:00.000Z";
  closing.abort();
  expect(forget).toHaveBeenLastCalledWith("2026-11-25");
  expect(forget).toHaveBeenCalledTimes(3);
});

import { expect, test } from "vitest";
import { listenersDrill } from "./listeners-drill.ts";

test("many listeners hear each change, and what that takes is measured", async () => {
  const { kilobytesPerStream, fanOutMs, readsMs, missed } = await listenersDrill(150, 2);
  expect([missed, fanOutMs.length]).toEqual([0, 2]);
  expect(Number.isFinite(kilobytesPerStream)).toBe(true);
  for (const each of [...fanOutMs, ...Object.values(readsMs).flat()]) expect(each).toBeGreaterThanOrEqual(0);
});

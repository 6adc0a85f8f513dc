import { expect, test } from "vitest";
import { loadDrill } from "./load-drill.ts";

test("a shop under a mixed load answers each call as it must, and its memory is watched", async () => {
  const { calls, resident, heap, offences } = await loadDrill(3, 1);
  expect(offences).toEqual([]);
  for (const count of Object.values(calls)) expect(count).toBeGreaterThan(0);
  expect(resident).toHaveLength(3);
  for (const megabytes of [...resident, ...heap]) expect(megabytes).toBeGreaterThan(1);
  expect(heap.length).toBeGreaterThan(0);
});

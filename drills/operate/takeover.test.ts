import { expect, test } from "vitest";
import { drill } from "./takeover-drill.ts";

test("while one process takes over the socket from another, every request is answered and no write is lost", async () => {
  const { done, faults } = await drill.run(
    { takeovers: 2, writes: 40, reads: 40, streams: 4, rest: 200 },
    () => {},
    new AbortController().signal,
    {},
  );
  expect(faults).toEqual([]);
  expect(Object.values(done)).not.toContain(0);
});

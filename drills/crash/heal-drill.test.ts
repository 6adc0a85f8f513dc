import { expect, test } from "vitest";
import { drill } from "./heal-drill.ts";

if (process.platform === "linux") {
  test("after syncs that failed, also where the shop was killed meanwhile, it writes again: all that it acknowledged is there, and nothing that it refused", async () => {
    const { summary, faults } = await drill.run({ rounds: 4, seed: 7 }, () => {});
    expect(faults).toEqual([]);
    expect(summary).toMatch(
      /^4 times every sync failed for a while, 2 with a kill; [1-9]\d* acknowledged writes, [1-9]/,
    );
  });
}

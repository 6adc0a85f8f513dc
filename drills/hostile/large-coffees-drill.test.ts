import { expect, test } from "vitest";
import { drill } from "./large-coffees-drill.ts";

test("pages of a shop full of large coffees stay small, whatever is asked for", async () => {
  const { faults } = await drill.run({ coffees: 24, hosts: 30, seed: 1 }, () => {});
  expect(faults).toEqual([]);
});

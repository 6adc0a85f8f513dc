import { expect, test } from "vitest";
import { Fault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { explain } from "./explain.ts";

test("a fault is explained by its message to the operator, or by the words of a freeze", () => {
  const message = "The disk that data/niceties.db is on is full, so nothing was written. Make room there.";
  const full = new Fault("storage-full", "disk", new StoreRefused(message));
  expect(explain(full)).toBe(message);
  expect(explain(new Fault("frozen", { words: "We are counting beans." }))).toBe("We are counting beans.");
});

test("a bug is not explained", () => {
  expect(explain(new TypeError("undefined is not a function"))).toBeUndefined();
});

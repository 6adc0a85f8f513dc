import { expect, test } from "vitest";
import { withEllipsis } from "./with-ellipsis.ts";

test.for([
  ["Sweet", "Sweet…"],
  ["Sweet and ", "Sweet and…"],
  ["Fermented. ", "Fermented…"],
  ["Fermented…", "Fermented…"],
  ["মিষ্টি। ", "মিষ্টি…"],
  ["...", "…"],
])("a text that is cut after %j ends in exactly one ellipsis", ([start, shown]) => {
  expect(withEllipsis(start ?? "")).toBe(shown);
});

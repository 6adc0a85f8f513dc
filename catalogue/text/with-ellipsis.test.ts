import { expect, test } from "vitest";
import { withEllipsis } from "./with-ellipsis.ts";

test.for([
  ["Sweet", "Sweet…"],
  ["Sweet and ", "Sweet and…"],
  ["Fermented. ", "Fermented…"],
  ["Fermented…", "Fermented…"],
  ["মিষ্টি। ", "মিষ্টি…"],
  ["...", "…"],
])("what is cut after %j ends in one ellipsis", ([start, shown]) => {
  expect(withEllipsis(start ?? "")).toBe(shown);
});

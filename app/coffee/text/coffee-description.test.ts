import { expect, test } from "vitest";
import { coffeeDescription } from "./coffee-description.ts";

test.for([
  ["Fermented", "Only in winter.", "Fermented. Only in winter."],
  ["Fermented.", "Only in winter.", "Fermented. Only in winter."],
  ["Fermented…", "Only in winter.", "Fermented… Only in winter."],
  ["Is it sweet? ", " It is", "Is it sweet? It is"],
  ["মিষ্টি", "ছোট কাচের গ্লাসে।", "মিষ্টি। ছোট কাচের গ্লাসে।"],
  ["মিষ্টি।", "ছোট গ্লাসে।", "মিষ্টি। ছোট গ্লাসে।"],
  ["Sweet", " \u200b", "Sweet"],
  ["", "Only in winter.", "Only in winter."],
  ["", "", ""],
  ["x".repeat(199), "Only in winter.", `${"x".repeat(199)}…`],
])("the taste %j and the details %j read as %j", ([taste = "", details = "", description]) => {
  expect(coffeeDescription({ taste, details })).toBe(description);
});

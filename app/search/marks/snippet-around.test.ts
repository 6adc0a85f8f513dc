import { expect, test } from "vitest";
import { snippetAround } from "./snippet-around.ts";

const long =
  "The milk is kept just under the boil for an hour, until a skin thick enough to fold\ncomes up. The skin goes back on top.";

test.for<[string, string, string]>([
  ["short text", "text", "short text"],
  [long, "milk", "The milk is kept just under the boil for an hour, until a skin thick enough to fold comes…"],
  [long, "fold", "…a skin thick enough to fold comes up. The skin goes back on top."],
  [`${"a".repeat(500)} end`, "end", "…end"],
  ["b".repeat(200), "b", `${"b".repeat(90)}…`],
])("the snippet of %.20s … around %s is %s", ([text, word, snippet]) => {
  expect(snippetAround(text, text.indexOf(word))).toBe(snippet);
});

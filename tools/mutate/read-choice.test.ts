import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readChoice } from "./read-choice.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("a folder is tried whole, and a sample has a size and a seed", () => {
  expect(readChoice(root, { paths: ["./catalogue/"] })).toEqual({ paths: ["catalogue"], sample: undefined, seed: 1 });
  expect(readChoice(root, { paths: ["store", "cli/main.ts"], sample: "150", seed: "2" })).toEqual({
    paths: ["store", "cli/main.ts"],
    sample: 150,
    seed: 2,
  });
});

test.for([
  [{ paths: [] }, "Name a folder or files."],
  [{ paths: ["catalogue", "nowhere"] }, "There is no nowhere in the project."],
  [{ paths: [".."] }, "There is no .. in the project."],
  [{ paths: [root] }, /^There is no .+ in the project\.$/],
  [{ paths: ["catalogue/log/undo.test.ts"] }, "Name program files; their tests are found."],
  [{ paths: ["catalogue"], sample: "0" }, "--sample must be a whole number above 0."],
  [{ paths: ["catalogue"], sample: "many" }, "--sample must be a whole number above 0."],
  [{ paths: ["catalogue"], seed: "-1" }, "--seed must be a whole number, 0 or above."],
  [{ paths: ["catalogue"], seed: "0.5" }, "--seed must be a whole number, 0 or above."],
] as const)("%j is refused: %s", ([words, wrong]) => {
  expect(readChoice(root, words)).toEqual({ wrong: typeof wrong === "string" ? wrong : expect.stringMatching(wrong) });
});

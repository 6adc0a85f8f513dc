import { expect, test } from "vitest";
import { bangla } from "../../words/bangla.ts";
import { english } from "../../words/english.ts";
import { shortName } from "./display-name.ts";

test.for([
  ["a name", "Latte", "Latte"],
  ["a name of 60 characters", "x".repeat(60), "x".repeat(60)],
  ["a longer name", "x".repeat(61), `${"x".repeat(60)}…`],
  ["a name that is cut at a blank", `${"x".repeat(59)} y`, `${"x".repeat(59)}…`],
  ["a name of letters beyond the first plane", "☕🍮".repeat(40), `${"☕🍮".repeat(30)}…`],
  ["signs of several parts", "👩‍👩‍👧".repeat(61), `${"👩‍👩‍👧".repeat(60)}…`],
  ["Bangla, whole letters", "নিতু".repeat(31), `${"নিতু".repeat(30)}…`],
  ["no name", "  ", "unnamed coffee"],
] as const)("%s reads correctly inside a sentence", ([, name, words]) => {
  expect(shortName(name, english)).toBe(words);
});

test("a coffee without a name is called unnamed in Bangla too", () => {
  expect(shortName("", bangla)).toBe("নামহীন কফি");
});

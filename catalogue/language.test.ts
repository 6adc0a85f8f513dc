import { expect, test } from "vitest";
import { isLanguage, preferredLanguage } from "./language.ts";

test.for([
  ["bn", "bn"],
  ["bn-BD,bn;q=0.9,en-US;q=0.8,en;q=0.7", "bn"],
  ["en-US,en;q=0.9,bn;q=0.8", "en"],
  ["en;q=0.3, bn;q=0.5", "bn"],
  ["de-DE, de;q=0.9, bn;q=0.2", "bn"],
  ["bn;q=0, en", "en"],
  ["bn;q=0", "en"],
  ["BN-in ; q=1", "bn"],
  ["bn;level=1;q=0.2, en;q=0.1", "bn"],
  ["bn;q=x", "en"],
  ["fr, *", "en"],
  ["bnx, -bn", "en"],
  ["", "en"],
  [null, "en"],
  [undefined, "en"],
] as const)("the language for Accept-Language %j is %s", ([accepted, language]) => {
  expect(preferredLanguage(accepted)).toBe(language);
});

test("only en and bn are accepted as languages", () => {
  expect(["en", "bn", "EN", "de", "", null, undefined].filter(isLanguage)).toEqual(["en", "bn"]);
});

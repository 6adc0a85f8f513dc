import { expect, test } from "vitest";
import { knownSites, sitesAtMost } from "./known-sites.ts";

test("the first requested sites are known, and later ones displace only sites unused for an hour", () => {
  let time = 0;
  const isKnown = knownSites(() => new Date(time));
  for (let count = 0; count < sitesAtMost; count++) expect(isKnown(`http://shop${count}.example`)).toBe(true);
  for (let count = 0; count < 1_000; count++) expect(isKnown(`http://forged${count}.example`)).toBe(false);
  time += 3_600_000;
  expect(isKnown("http://shop0.example")).toBe(true);
  time += 1;
  expect(isKnown("http://new.example")).toBe(true);
  expect(isKnown("http://shop0.example")).toBe(true);
});

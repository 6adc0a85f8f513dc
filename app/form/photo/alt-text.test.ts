import { expect, test } from "vitest";
import { parsePhotoAddress } from "../../../catalogue/photo-address.ts";
import { altIdea, withAlt } from "./alt-text.ts";

const address = `/-/photos/${"3f".repeat(32)}-1600x1200-c8a27f.jpg`;

test.for(["A leaf in the foam", "দুধের ফেনায় একটি পাতা", "100 % arabica #1", "a\nb"])(
  "the description %j is read back from the photo's address",
  (alt) => {
    expect(parsePhotoAddress(withAlt(address, alt))?.alt).toBe(alt);
  },
);

test("another description replaces the first, and a blank one removes it", () => {
  const first = withAlt(address, "First");
  expect(withAlt(first, "Second")).toBe(`${address}#alt=Second`);
  expect([withAlt(first, ""), withAlt(first, " \u200b")]).toEqual([address, address]);
});

test("half a letter, as some programs paste it, does not break the address", () => {
  expect(parsePhotoAddress(withAlt(address, "cup \ud83e"))?.alt).toBe("cup \ufffd");
});

test.for([
  ["Latte", "smoke", "Latte, smoke"],
  ["Latte", "", "Latte"],
  [" ", "smoke ", "smoke"],
  ["", "", ""],
])("the idea for a coffee called %j that tastes of %j is %j", ([name = "", taste = "", idea]) => {
  expect(altIdea({ name, taste })).toBe(idea);
});

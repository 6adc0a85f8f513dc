import { expect, test } from "vitest";
import { wellFormed } from "./well-formed.ts";

test.for(["", "Latte", "👩‍🍳", "\ud800", "a\udc00b", "\ud800\ud800\udc00", "\udc00\ud800", "চা\ud83d"])(
  "%j becomes the same text as with toWellFormed",
  (text) => {
    expect(wellFormed(text)).toBe(text.toWellFormed());
  },
);

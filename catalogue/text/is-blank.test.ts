import { expect, test } from "vitest";
import { isBlank } from "./is-blank.ts";

test.for([
  "",
  "  ",
  "\n",
  "\u00a0",
  "\u200b",
  "\u200e\u200f",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u3164",
  "\u2800",
  "\ufe0f",
  "\u0007",
])("%j shows nothing", (text) => expect(isBlank(text)).toBe(true));

test.for(["Latte", ".", "ক", "👩‍🍳", "\u200bLatte"])("%j shows something", (text) => expect(isBlank(text)).toBe(false));

import { expect, test } from "vitest";
import { documentKey, isWithoutSearch } from "./document-key.ts";

test.for([
  ["/", "", "/", true],
  ["/", "?lang=bn", "/?lang=bn", true],
  ["/", "?lang=de", "/", true],
  ["/", "?board", "/?board", true],
  ["/", "?lang=en&board", "/?board&lang=en", true],
  ["/", "?q=kofi&lang=bn", "/?lang=bn", false],
  ["/coffee-details/1", "?board", "/coffee-details/1", true],
] as const)("the document of %s%s has the cache key %s; without a search: %s", ([path, search, key, plain]) => {
  expect([documentKey(path, search), isWithoutSearch(search)]).toEqual([key, plain]);
});

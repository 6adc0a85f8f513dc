import { expect, test } from "vitest";
import { readTarget } from "./request-target.ts";

const read = (url: string) => readTarget({ url, headers: { host: "shop.example" } });

test.for([
  ["/", "/", [""], ""],
  ["/coffee", "/coffee", ["coffee"], ""],
  ["/coffee/", "/coffee/", ["coffee", ""], ""],
  ["//coffee", "//coffee", ["", "coffee"], ""],
  ["/coffee?a=b?c", "/coffee", ["coffee"], "?a=b?c"],
  ["/coffee#x?y", "/coffee", ["coffee"], ""],
  ["/a?", "/a", ["a"], ""],
  ["/coffee?x=\\", "/coffee", ["coffee"], "?x=\\"],
  ["/a/../coffee/./b", "/coffee/b", ["coffee", "b"], ""],
  ["/%2e%2e/coffee", "/coffee", ["coffee"], ""],
  ["/%63offee/%E2%98%95", "/coffee/☕", ["coffee", "☕"], ""],
  ["/coffee/a%2Fb", "/coffee/a%2Fb", ["coffee", "a/b"], ""],
  ["/coffee/%FF%zz%", "/coffee/%FF%zz%", ["coffee", "%FF%zz%"], ""],
  ["/assets/root-1.css", "/assets/root-1.css", ["assets", "root-1.css"], ""],
  ["http://other.example/coffee?x", "/coffee", ["coffee"], "?x"],
  ["https://other.example", "/", [""], ""],
] as const)("the target %s is read as the path %s", ([url, path, segments, search]) => {
  expect(read(url)).toEqual({ path, segments, search });
});

test.for([
  "",
  "*",
  "coffee",
  "?",
  "/coffee\\",
  "\\coffee",
  "http://[::1/coffee",
  "http://",
  "ftp://x/coffee",
  "HTTP://x/",
])("the target %j is refused", (url) => {
  expect(read(url)).toBeUndefined();
});

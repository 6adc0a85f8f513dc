import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import madeFrom from "./made-from.json" with { type: "json" };

const require = createRequire(import.meta.url);

test("the Bangla faces are made from the files of their installed packages", () => {
  const files = [
    "@fontsource/galada/files/galada-bengali-400-normal.woff2",
    "@fontsource/hind-siliguri/files/hind-siliguri-bengali-400-normal.woff2",
  ];
  const hashes = files.map((file) => {
    const hash = createHash("sha256").update(readFileSync(require.resolve(file)));
    return [file.split("/").at(-1), hash.digest("hex")];
  });
  expect(Object.fromEntries(hashes)).toEqual(madeFrom);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findTexts } from "./find-texts.ts";

const text = 'Call "Rafi" at টং';
const forms: readonly [string, Buffer][] = [
  ["as UTF-8", Buffer.from(text)],
  ["as JSON", Buffer.from(JSON.stringify(text))],
  ["as JSON in ASCII", Buffer.from(String.raw`Call \"Rafi\" at \u099f\u0982`)],
  ["as UTF-16, little end first", Buffer.from(text, "utf16le")],
  ["as UTF-16, big end first", Buffer.from(text, "utf16le").swap16()],
];

/** A temporary directory that is removed after the test. */
function newFolder() {
  const path = mkdtempSync(join(tmpdir(), "niceties-texts-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test.for(forms)("a text is found %s in a nested folder", ([, bytes]) => {
  using folder = newFolder();
  mkdirSync(join(folder.path, "deep"));
  const file = join(folder.path, "deep", "file");
  writeFileSync(file, Buffer.concat([Buffer.alloc(7), bytes, Buffer.alloc(5)]));
  expect(findTexts([folder.path], [text, "nothing"])).toMatchObject([{ file, text }]);
});

test("a text that lies across two pieces of a large file is found", () => {
  using folder = newFolder();
  const file = join(folder.path, "large");
  const start = (4 << 20) - 5;
  writeFileSync(file, Buffer.concat([Buffer.alloc(start), Buffer.from(text), Buffer.alloc(99)]));
  expect(findTexts([file], [text])).toEqual([{ file, text, at: start }]);
});

test("a search of a missing file finds nothing", () => {
  expect(findTexts([join(tmpdir(), "niceties-there-is-none")], [text])).toEqual([]);
});

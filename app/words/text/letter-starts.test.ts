import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** The letters of a text, in a browser with `Intl.Segmenter` or in one without. */
async function lettersOf(text: string, hasSegmenter: boolean): Promise<readonly string[]> {
  const { Segmenter, ...others } = Object.fromEntries(
    Object.getOwnPropertyNames(Intl).map((name) => [name, Reflect.get(Intl, name)]),
  );
  vi.stubGlobal("Intl", hasSegmenter ? { ...others, Segmenter } : others);
  vi.resetModules();
  const { letterStarts } = await import("./letter-starts.ts");
  const starts = Array.from(letterStarts(text), ({ index }) => index);
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
}

test.for([
  ["L", "a", "t", "t", "e"],
  ["e\u0301", "é"],
  ["কা", "ক্ষি", "র্জি", "ঠাঁ"],
  ["👩‍🍳", "👍🏽", "☕️", "a"],
  ["a", "\n", " ", "b"],
  [],
])("a text is split into the letters %j, with and without Intl.Segmenter", async (letters) => {
  expect(await lettersOf(letters.join(""), true)).toEqual(letters);
  expect(await lettersOf(letters.join(""), false)).toEqual(letters);
});

test("without Intl.Segmenter, a letter with thousands of marks stays whole and no text is lost", async () => {
  expect(await lettersOf(`e${"\u0301".repeat(10_000)}a`, false)).toHaveLength(2);
  expect(await lettersOf("\u0301\u0301", false)).toEqual(["\u0301\u0301"]);
  expect((await lettersOf("a\ud800\u09cd \u09cd", false)).join("")).toBe("a\ud800\u09cd \u09cd");
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { formWords } from "./form-words.ts";
import { bangla } from "./bangla.ts";
import { changesWords } from "./changes-words.ts";
import { english } from "./english.ts";
import { findWords } from "./find-words.ts";
import { homeWords } from "./home-words.ts";
import { offlineWords } from "./offline-words.ts";
import { photoWords } from "./photo-words.ts";
import { unreachableWords } from "./unreachable-words.ts";

/** The value for each parameter of a sentence. */
const placeholder = "ক১";

type Sentence = Readonly<{ name: string; sentence: string; placeholderCount: number }>;

/** Members that are not sentences: language codes, the name of the other language, and formatting functions. */
const notSentences = new Set(["language", "locale", "otherLanguage", "number", "digits", "list"]);

/** Every word and sentence of a dictionary. Functions get the placeholder for each parameter. */
function sentencesOf(words: unknown, name = ""): readonly Sentence[] {
  if (typeof words === "string") return [{ name, sentence: words, placeholderCount: 0 }];
  if (typeof words === "function") {
    const values = Array.from({ length: words.length }, () => placeholder);
    return [{ name, sentence: String(words(...values)), placeholderCount: values.length }];
  }
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words)
    .filter(([key]) => !notSentences.has(key))
    .flatMap(([key, value]) => sentencesOf(value, name ? `${name}.${key}` : key));
}

/** The dictionaries, with the texts that have modules of their own. */
const whole = {
  en: {
    ...english,
    home: homeWords({}),
    find: findWords({}),
    changes: changesWords(english),
    offline: offlineWords({}),
    photo: photoWords({}),
    withoutScripts: formWords.en,
    unreachable: unreachableWords.en,
  },
  bn: {
    ...bangla,
    changes: changesWords(bangla),
    withoutScripts: formWords.bn,
    unreachable: unreachableWords.bn,
  },
};

const sentences = sentencesOf(whole.bn).filter(({ sentence }) => sentence !== "");

test("the Bangla dictionary has over 140 sentences, for home, coffees, changes and notices", () => {
  expect(sentences.length).toBeGreaterThan(140);
  expect(sentences.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "home.headline",
      "coffee.fields.price",
      "changes.did.restored",
      "notices.unsent.stillHere",
    ]),
  );
});

test.for(sentences)("$name is Bangla from its first letter to its last", ({ sentence }) => {
  expect(sentence).toMatch(/\p{Script=Bengali}/u);
  expect(sentence).not.toMatch(/\p{Script=Latin}|[0-9]/u);
  expect(sentence, "in one spelling of each letter").toBe(sentence.normalize("NFC"));
  expect(sentence, "with marks of Bangla").not.toMatch(/[.]($|\s)|"/);
});

/** How often each sentence contains the placeholder, by name. */
function counted(all: readonly Sentence[]): ReadonlyMap<string, number> {
  return new Map(
    all.map(({ name, sentence, placeholderCount }) => [
      name,
      placeholderCount && sentence.split(placeholder).length - 1,
    ]),
  );
}

test("every Bangla sentence uses its values as often as the English one", () => {
  const [ours, theirs] = [counted(sentencesOf(whole.bn)), counted(sentencesOf(whole.en))];
  for (const [name, count] of theirs) {
    if (name !== "notices.pick") expect([name, ours.get(name)]).toEqual([name, count]);
  }
});

test.for([
  ["250", "২৫০"],
  ["012.50", "০১২.৫০"],
  ["1e3", "১e৩"],
  ["৯০", "৯০"],
  ["", ""],
] as const)("a price of %j is shown as %s, digit by digit", ([price, text]) => {
  expect(bangla.digits(price)).toBe(text);
});

test("numbers are grouped as in South Asia", () => {
  expect(bangla.number(1_234_567)).toBe("১২,৩৪,৫৬৭");
});

function row(where: string, inEnglish: string, inBangla: string): string {
  return `\`${where}\` ${inEnglish.trim()} ${inBangla.trim()}`;
}

describe("docs/words.md", () => {
  const page = readFileSync(new URL("../../docs/words.md", import.meta.url), "utf8");
  const rows = page.split("\n").flatMap((line) => {
    const [, where, , inEnglish, , inBangla] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return where?.startsWith("`") ? [`${where} ${inEnglish} ${inBangla}`.replaceAll("\\|", "|")] : [];
  });
  test("has every message of the pages in both languages", () => {
    const inBangla = new Map(sentencesOf(whole.bn).map(({ name, sentence }) => [name, sentence]));
    const messages = sentencesOf(whole.en).filter(({ name }) =>
      /^(page|notices|form|photo|find|follow|offline|share|changes|withoutScripts)\./.test(name),
    );
    const wanted = messages.map(({ name, sentence }) =>
      row(name, sentence, inBangla.get(name) ?? "").replaceAll(placeholder, "…"),
    );
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });

  test("has every message of the server and of its calls in both languages", () => {
    const cwd = fileURLToPath(new URL("../..", import.meta.url));
    const files = globSync("{app,catalogue,server,store}/**/*.{ts,tsx}", { cwd }).filter(
      (file) => !/\.test\./.test(file),
    );
    const wanted = files.flatMap((file) =>
      [...readFileSync(join(cwd, file), "utf8").matchAll(/\ben: (["`])(.{9,}?)\1,\s*bn: (["`])(.*?)\3,?\s*\}/g)].map(
        ([, , en = "", , bn = ""]) => row(file, en, bn).replaceAll(/\$\{[^}]*\}/g, "…"),
      ),
    );
    expect(wanted.length).toBeGreaterThan(90);
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });
});

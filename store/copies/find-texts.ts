import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ExactPrice } from "../../catalogue/coffee-text.ts";
import { ifExists } from "../files/durable-files.ts";

/** A text that was found in a file, and the offset of its first byte. */
export type FoundText = Readonly<{ file: string; text: string; at: number }>;

const chunkBytes = 4 << 20;
/** Shorter texts occur in a file by chance, and so do numbers. */
const shortestTextBytes = 6;
const allTextsMaxBytes = 1_000_000;

/**
 * Erased values to search for: texts of a certain length, up to a megabyte in all, since an erasure can remove
 * gigabytes. Other values are only counted.
 */
export class SearchedTexts {
  readonly #digests = new Set<string>();
  readonly #texts: string[] = [];
  #bytes = 0;

  get texts(): readonly string[] {
    return this.#texts;
  }

  /** How many values are counted and not searched for. */
  get unsearched(): number {
    return this.#digests.size - this.#texts.length;
  }

  add(value: ExactPrice): void {
    const text = typeof value === "string" ? value : value.rawJSON;
    const digest = createHash("sha256").update(text).digest("base64");
    if (this.#digests.has(digest)) return;
    this.#digests.add(digest);
    const bytes = Buffer.byteLength(text);
    if (typeof value !== "string" || bytes < shortestTextBytes) return;
    this.#bytes += bytes;
    if (this.#bytes <= allTextsMaxBytes || this.#texts.length === 0) this.#texts.push(text);
  }
}

/**
 * Searches every byte of files, and of all files in folders, for texts: as UTF-8, as JSON strings with and without \u
 * escapes, and as UTF-16. Returns the first place of each text in each file. It does not find compressed or encrypted
 * text, and skips files that vanish during the search.
 */
export function findTexts(paths: readonly string[], texts: readonly string[]): FoundText[] {
  const forms = texts.map((text) => ({ text, needles: formsOf(text) }));
  return paths.flatMap(filesIn).flatMap((file) => findInFile(file, forms));
}

type Forms = Readonly<{ text: string; needles: readonly Buffer[] }>;

function formsOf(text: string): Buffer[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const utf16 = Buffer.from(text, "utf16le");
  const written = [...new Set([text, json, ascii])].map((form) => Buffer.from(form));
  return [...written, utf16, Buffer.from(utf16).swap16()];
}

function filesIn(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? [path] : [];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}

function findInFile(file: string, forms: readonly Forms[]): FoundText[] {
  const longest = Math.max(0, ...forms.flatMap(({ needles }) => needles.map(({ byteLength }) => byteLength)));
  const found = new Map<string, FoundText>();
  const buffer = Buffer.allocUnsafe(chunkBytes + longest);
  const descriptor = ifExists(() => openSync(file, "r"));
  if (descriptor === undefined) return [];
  try {
    let overlap = 0;
    for (let at = 0; ;) {
      const length = readSync(descriptor, buffer, overlap, chunkBytes, at);
      if (length === 0) return [...found.values()];
      const window = buffer.subarray(0, overlap + length);
      for (const { text, needles } of forms) {
        const place = found.has(text)
          ? undefined
          : needles.map((needle) => window.indexOf(needle)).find((each) => each >= 0);
        if (place !== undefined) found.set(text, { file, text, at: at - overlap + place });
      }
      at += length;
      overlap = Math.min(longest, window.byteLength);
      window.copy(buffer, 0, window.byteLength - overlap);
    }
  } finally {
    closeSync(descriptor);
  }
}

import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import type { ReadOptions, ReadResult } from "./check-rows.ts";
import { readCsv, writeCsv } from "./csv-format.ts";
import { readHtml, writeHtml, type ShopShown } from "./html-format.ts";
import { readJson, writeJson } from "./json-format.ts";
import { readMongo, writeMongo } from "./mongo-format.ts";

/** A file format for export and import. Files are in UTF-8. */
export type Format = Readonly<{
  /** The endings of file names in this format; the first is the usual one. */
  fileEndings: readonly [string, ...string[]];
  /** The file's text, in pieces for writing. */
  write(coffees: readonly IdentifiedCoffee[], shop: ShopShown): Iterable<string>;
  /** All rows of a file's text in their order, or all its faults. Never throws because of what a file contains. */
  read(text: string, options?: ReadOptions): ReadResult;
}>;

const pieceCharacters = 65_536;

/** All formats, by their names on the command line. */
export const formats = {
  json: { fileEndings: [".json"], write: (coffees) => inPieces(writeJson(coffees)), read: readJson },
  csv: { fileEndings: [".csv"], write: (coffees) => inPieces(writeCsv(coffees)), read: readCsv },
  mongo: {
    fileEndings: [".mongo.json", ".ndjson", ".jsonl"],
    write: (coffees) => inPieces(writeMongo(coffees)),
    read: readMongo,
  },
  html: {
    fileEndings: [".html", ".htm"],
    write: (coffees, shop) => inPieces(writeHtml(coffees, shop)),
    read: readHtml,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

/** The names of all formats. */
export const formatNames = ["json", "csv", "mongo", "html"] as const satisfies readonly FormatName[];

/** The format of a file name, ignoring case; undefined if no format has its ending. */
export function formatOf(fileName: string): FormatName | undefined {
  const endings = formatNames.flatMap((name) => formats[name].fileEndings.map((ending) => ({ name, ending })));
  return endings
    .toSorted((one, other) => other.ending.length - one.ending.length)
    .find(({ ending }) => fileName.toLowerCase().endsWith(ending))?.name;
}

/** Joins small pieces, because writing each of them would cost more than making it. */
function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = "";
  for (const part of parts) {
    piece += part;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ifExists } from "../../store/files/durable-files.ts";
import { formatOf, formats, type FormatName } from "../formats/format.ts";
import { photosInHtml } from "../formats/html-coffee.ts";
import { CommandFailed } from "../terminal/command-failed.ts";
import type { OpenPhoto } from "./imported-photos.ts";
import { folderFileName, folderPhotosName, formatFor } from "./write-catalogue.ts";

/** A file to import. */
export type ImportSource = Readonly<{
  file: string;
  text: string;
  format: FormatName;
  /** Opens the photos that came with the coffees. Undefined if none could come with them. */
  open: OpenPhoto | undefined;
}>;

/** Reads a file to import, or the one in an exported folder. Throws `CommandFailed`, or the system's error. */
export function readImportSource(path: string, named: FormatName | undefined): ImportSource {
  const isFolder = statSync(path).isDirectory();
  const file = isFolder ? fileInFolder(path, named) : path;
  const format = formatFor(file, named);
  const text = textOf(file);
  const ofPage = format === "html" ? photosInPage(text) : undefined;
  return { file, text, format, open: isFolder ? photosInFolder(join(path, folderPhotosName)) : ofPage };
}

/** The file with the coffees in an exported folder. Throws `CommandFailed` if there is not exactly one. */
function fileInFolder(folder: string, format: FormatName | undefined): string {
  const files = readdirSync(folder).filter((name) => {
    const found = name.startsWith(`${folderFileName}.`) ? formatOf(name) : undefined;
    return found !== undefined && found === (format ?? found);
  });
  const [file] = files;
  if (file === undefined) {
    const wanted = folderFileName + formats[format ?? "json"].fileEndings[0];
    throw new CommandFailed(`${folder} has no ${wanted}. Name a folder that niceties export --to wrote, or a file.`);
  }
  if (files.length > 1) throw new CommandFailed(`${folder} has ${files.join(" and ")}. Say --format, or remove one.`);
  return join(folder, file);
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailed(`${file} is not in UTF-8. Save it as that (in spreadsheets: "CSV UTF-8").`, { cause });
  }
}

function photosInFolder(folder: string): OpenPhoto {
  return (name) => {
    const path = join(folder, name);
    return ifExists(() => statSync(path))?.isFile() ? createReadStream(path) : undefined;
  };
}

function photosInPage(page: string): OpenPhoto | undefined {
  const photos = photosInHtml(page);
  if (photos.size === 0) return undefined;
  return (name) => {
    const bytes = photos.get(name);
    return bytes && Readable.from([bytes]);
  };
}

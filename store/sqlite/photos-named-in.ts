import { photosPath } from "../../catalogue/photo-address.ts";
import { photoKeysIn } from "../photos/photo-keys.ts";
import { ScopedDatabase } from "./file/scoped-database.ts";

/** The keys of the blobs of all photos that the log in a shop's file names, such as a backup. Throws the driver's error. */
export function photosNamedIn(file: string): ReadonlySet<string> {
  using database = new ScopedDatabase(file, { readonly: true, fileMustExist: true });
  const texts = database.prepare<[string, string], { after: string }>(
    "SELECT after FROM changes WHERE after LIKE ? OR after LIKE ?",
  );
  const keys = new Set<string>();
  for (const { after } of texts.iterate(`%${photosPath}/%`, '%"photo":"%http%'))
    for (const key of photoKeysIn(after)) keys.add(key);
  return keys;
}

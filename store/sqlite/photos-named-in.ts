import { photoIdsIn, photosPath } from "../../catalogue/photo-address.ts";
import { ScopedDatabase } from "./file/scoped-database.ts";

/** The ids of the photos that the log in a shop's file names, such as a backup. Throws the driver's error. */
export function photosNamedIn(file: string): ReadonlySet<string> {
  using database = new ScopedDatabase(file, { readonly: true, fileMustExist: true });
  const texts = database.prepare<[string], { after: string }>("SELECT after FROM changes WHERE after LIKE ?");
  const ids = new Set<string>();
  for (const { after } of texts.iterate(`%${photosPath}/%`)) for (const id of photoIdsIn(after)) ids.add(id);
  return ids;
}

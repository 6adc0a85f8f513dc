import { hash } from "node:crypto";
import { photoIdsIn } from "../../catalogue/photo-address.ts";

/** The beginning of the keys of uploaded photos; their ids follow. */
export const keptPrefix = "kept/";
/** The beginning of the keys of copies of other hosts' photos; their ids follow. */
export const copiesPrefix = "copies/";
/** The beginning of the keys of what is known of the copies' addresses; the copies' ids follow. */
export const addressesPrefix = "addresses/";

/** Returns the keys of the blobs of all photos that a coffee or the log names. */
export type ReadReferences = () => Promise<ReadonlySet<string>>;

/**
 * The id of the copy of a photo of another host: the SHA-256 of its URL, without the fragment, in hex. Undefined for an
 * address that is no http or https URL.
 */
export function copyId(address: string): string | undefined {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  return hash("sha256", url.href);
}

/** A photo's address in the JSON of a coffee. In a JSON string, a quotation mark has a backslash before it. */
const photoMember = /"photo":("https?:[^"\\]*(?:\\.[^"\\]*)*")/gi;

/** The keys of the blobs of all photos that a text names: the JSON of a coffee, or of several. */
export function photoKeysIn(text: string): string[] {
  const copies = [...text.matchAll(photoMember)].flatMap(([, photo = '""']) => {
    const address: unknown = JSON.parse(photo);
    const id = typeof address === "string" ? copyId(address) : undefined;
    return id === undefined ? [] : [copiesPrefix + id];
  });
  return [...photoIdsIn(text).map((id) => keptPrefix + id), ...copies];
}

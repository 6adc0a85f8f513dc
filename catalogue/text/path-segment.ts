import { wellFormed } from "./well-formed.ts";

/** Encodes an id for a path. Ids of other servers may contain lone surrogates, which encodeURIComponent rejects. */
export function pathSegment(id: string): string {
  return encodeURIComponent(wellFormed(id));
}

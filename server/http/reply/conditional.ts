import { createHash } from "node:crypto";
import { versionName, type Version } from "../../../catalogue/log/change.ts";
import type { Precondition } from "../../../catalogue/coffee-store.ts";
import { codings } from "./encoded-body.ts";

const nameDigits = 16;

/** The first 16 hex digits of the SHA-256 of a text in UTF-8, or of bytes: its name in an entity tag. */
export function textName(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex").slice(0, nameDigits);
}

/**
 * The entity tag of a version. It is strong, as RFC 9110 §8.8.1 requires for `If-Match`. The tag of a compressed reply
 * ends in a dash and its coding, so each representation has its own tag and every tag still names its version.
 */
export function entityTag(version: Version, coding?: string): string {
  const state = versionName(version);
  return coding ? `"${state}-${coding}"` : `"${state}"`;
}

/**
 * The tag in `If-None-Match` that names the same state as `tag`, by weak comparison (RFC 9110 §13.1.2); for `*`, `tag`
 * itself. Undefined if the client does not have that state.
 */
export function matchingTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return tag;
  const wanted = tag.slice(1, -1);
  for (const { state } of tagsIn(ifNoneMatch)) if (stateOf(state) === wanted) return `"${state}"`;
  return undefined;
}

/**
 * The versions that a write with this `If-Match` may overwrite, by strong comparison (RFC 9110 §13.1.1). Undefined if
 * it may overwrite any: without the header, and for `*`.
 */
export function preconditionOf(ifMatch: string | undefined): Precondition | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  const strong = [...tagsIn(ifMatch)].filter(({ isWeak }) => !isWeak);
  return { names: strong.map(({ state }) => stateOf(state)) };
}

function* tagsIn(field: string) {
  for (const [, weak, state = ""] of field.matchAll(/(W\/)?"([^"]*)"/g)) yield { isWeak: weak !== undefined, state };
}

const codingEnd = new RegExp(`-(${codings.join("|")})$`);

function stateOf(tagged: string): string {
  return tagged.replace(codingEnd, "");
}

import { createHash } from "node:crypto";
import { versionName, type Version } from "../../../catalogue/log/change.ts";
import type { Precondition } from "../../../catalogue/coffee-store.ts";
import { codings } from "./encoded-body.ts";

const nameDigits = 16;

/** Names a text, or its bytes in UTF-8, in a tag: the same for the same, and another for any other. */
export function textName(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex").slice(0, nameDigits);
}

/**
 * The entity tag of a state: strong, as RFC 9110 §8.8.1 asks of a tag that `If-Match` may use. A compressed reply carries
 * its coding after a dash, so each representation has a tag of its own and every tag still names its version.
 */
export function entityTag(version: Version, coding?: string): string {
  const state = versionName(version);
  return coding ? `"${state}-${coding}"` : `"${state}"`;
}

/** RFC 9110 §13.1.2: the tag by which the client already holds the state of `tag`, compared weakly; undefined for none. */
export function matchingTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return tag;
  const wanted = tag.slice(1, -1);
  for (const { state } of tagsIn(ifNoneMatch)) if (stateOf(state) === wanted) return `"${state}"`;
  return undefined;
}

/** RFC 9110 §13.1.1: what a write that asks for `ifMatch` may overwrite, compared strongly; undefined for anything. */
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

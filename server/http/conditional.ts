import type { Version } from "../../catalogue/change.ts";

const hashDigits = 16;

/**
 * The entity tag of a state: strong, as RFC 9110 §8.8.1 asks of a tag that `If-Match` may use. A compressed reply carries
 * its coding after a dash, so each representation has a tag of its own and every tag still names its version.
 */
export function entityTag(version: Version, coding?: string): string {
  const state = `${version.number}.${version.hash.slice(0, hashDigits)}`;
  return coding ? `"${state}-${coding}"` : `"${state}"`;
}

/** RFC 9110 §13.1.2: whether the client already holds this version, compared weakly. */
export function holdsVersion(ifNoneMatch: string | undefined, version: Version): boolean {
  return ifNoneMatch !== undefined && names(ifNoneMatch, version, "weak");
}

/** RFC 9110 §13.1.1: whether a write that asks for `ifMatch` may go ahead on this version, compared strongly. */
export function mayOverwrite(ifMatch: string | undefined, version: Version): boolean {
  return ifMatch === undefined || names(ifMatch, version, "strong");
}

function names(field: string, version: Version, comparison: "weak" | "strong"): boolean {
  if (field.trim() === "*") return true;
  const tags = field.matchAll(/(W\/)?"([^"]*)"/g);
  const wanted = entityTag(version).slice(1, -1);
  return tags.some(([, weak, tag]) => {
    if (weak && comparison === "strong") return false;
    return tag === wanted || tag?.startsWith(`${wanted}-`) === true;
  });
}

import type { Version } from "../../catalogue/change.ts";
import { codings } from "./encoded-body.ts";

const hashDigits = 16;

/**
 * The entity tag of a state: strong, as RFC 9110 §8.8.1 asks of a tag that `If-Match` may use. A compressed reply carries
 * its coding after a dash, so each representation has a tag of its own and every tag still names its version.
 */
export function entityTag(version: Version, coding?: string): string {
  const state = `${version.number}.${version.hash.slice(0, hashDigits)}`;
  return coding ? `"${state}-${coding}"` : `"${state}"`;
}

/** RFC 9110 §13.1.2: the tag by which the client already holds the state of `tag`, compared weakly; undefined for none. */
export function heldTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  return ifNoneMatch === undefined ? undefined : named(ifNoneMatch, tag, "weak");
}

/** RFC 9110 §13.1.1: whether a write that asks for `ifMatch` may go ahead on this version, compared strongly. */
export function mayOverwrite(ifMatch: string | undefined, version: Version): boolean {
  return ifMatch === undefined || named(ifMatch, entityTag(version), "strong") !== undefined;
}

function named(field: string, tag: string, comparison: "weak" | "strong"): string | undefined {
  if (field === tag || field.trim() === "*") return tag;
  const wanted = tag.slice(1, -1);
  for (const [, weak, state] of field.matchAll(/(W\/)?"([^"]*)"/g)) {
    if (weak && comparison === "strong") continue;
    if (state === wanted || (state?.startsWith(`${wanted}-`) && isCoding(state.slice(wanted.length + 1))))
      return `"${state}"`;
  }
  return undefined;
}

function isCoding(text: string): boolean {
  return codings.some((coding) => coding === text);
}

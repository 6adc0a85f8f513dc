import { versionName, type Version } from "../../catalogue/change.ts";
import type { Precondition } from "../../catalogue/coffee-store.ts";
import { codings } from "./encoded-body.ts";

/**
 * The entity tag of a state: strong, as RFC 9110 §8.8.1 asks of a tag that `If-Match` may use. A compressed reply carries
 * its coding after a dash, so each representation has a tag of its own and every tag still names its version.
 */
export function entityTag(version: Version, coding?: string): string {
  const state = versionName(version);
  return coding ? `"${state}-${coding}"` : `"${state}"`;
}

/** RFC 9110 §13.1.2: the tag by which the client already holds the state of `tag`, compared weakly; undefined for none. */
export function heldTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  return ifNoneMatch === undefined ? undefined : named(ifNoneMatch, tag, "weak");
}

/** RFC 9110 §13.1.1: what a write that asks for `ifMatch` may overwrite, compared strongly; undefined for anything. */
export function preconditionOf(ifMatch: string | undefined): Precondition | undefined {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  const tags = [...ifMatch.matchAll(/(W\/)?"([^"]*)"/g)].filter(([, weak]) => !weak);
  return { names: tags.map(([, , state = ""]) => state.replace(codingEnd, "")) };
}

const codingEnd = new RegExp(`-(${codings.join("|")})$`);

function named(field: string, tag: string, comparison: "weak" | "strong"): string | undefined {
  if (field === tag || field.trim() === "*") return tag;
  const wanted = tag.slice(1, -1);
  for (const [, weak, state] of field.matchAll(/(W\/)?"([^"]*)"/g)) {
    if (weak && comparison === "strong") continue;
    if (state === wanted || state?.startsWith(`${wanted}-`)) return `"${state}"`;
  }
  return undefined;
}

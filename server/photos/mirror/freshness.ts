import type { IncomingHttpHeaders } from "node:http";

/*
 * When a copy is checked again, by the caching rules of its host (RFC 9111) as far as the shop can keep to them. A host
 * may forbid keeping its photo (no-store, private), but a page of the shop that has lost its photo is of no use to
 * either; so such a copy is kept as well, and checked as often as any copy is. docs/decisions/0039-photos.md
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A copy is fresh for at least this long: a menu that many visitors open costs its photos' hosts little. */
const freshAtLeastMs = hourMs;
/** A copy is fresh for at most this long, so a photo that has changed is noticed. */
export const freshAtMostMs = 30 * dayMs;
/** For hosts that say nothing at all. */
const usualMs = dayMs;

/** How long a reply stays fresh from now on, in milliseconds, between the two bounds. */
export function freshForMs(headers: IncomingHttpHeaders, now: number): number {
  const left = lifetimeMs(headers, now) - ageMs(headers, now);
  return Math.min(Math.max(left, freshAtLeastMs), freshAtMostMs);
}

/** RFC 9111 §4.2.1; the shop is a shared cache. */
function lifetimeMs(headers: IncomingHttpHeaders, now: number): number {
  const directives = parseCacheControl(headers["cache-control"] ?? "");
  if (["no-store", "no-cache", "private"].some((each) => directives.has(each))) return 0;
  const maxAge = directives.get("s-maxage") ?? directives.get("max-age");
  // A lifetime that cannot be read counts as over.
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) * 1_000 : 0;
  const date = Date.parse(headers.date ?? "");
  const since = Number.isNaN(date) ? now : date;
  if (headers.expires !== undefined) return Date.parse(headers.expires) - since || 0;
  // A tenth of the time since the last change (§4.2.2).
  const lastModified = Date.parse(headers["last-modified"] ?? "");
  return lastModified <= since ? (since - lastModified) / 10 : usualMs;
}

/** RFC 9111 §4.2.3, without the seconds that the reply was on its way. */
function ageMs({ age = "", date = "" }: IncomingHttpHeaders, now: number): number {
  const said = /^\d+$/.test(age) ? Number(age) * 1_000 : 0;
  const apparent = now - Date.parse(date) || 0;
  return Math.max(said, apparent, 0);
}

/** The directives by name, in lower case. Of a directive that comes twice, the first one counts. */
function parseCacheControl(header: string): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,"]*)))?/g)) {
    if (!directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  return directives;
}

/** What a later request sends to ask whether a photo has changed; each is undefined if the host gave none. */
export type Validators = Readonly<{ etag: string | undefined; lastModified: string | undefined }>;

/** The validators of a reply, if they are well-formed and short enough to be kept. */
export function validatorsOf({ etag = "", "last-modified": lastModified = "" }: IncomingHttpHeaders): Validators {
  return {
    etag: /^(?:W\/)?"[!#-~]{0,500}"$/.test(etag) ? etag : undefined,
    lastModified: lastModified.length < 50 && !Number.isNaN(Date.parse(lastModified)) ? lastModified : undefined,
  };
}

import { largestWidth } from "./photo-address.ts";
import { wellFormed } from "./text/well-formed.ts";

/*
 * Pages show a photo of another host as a copy that the shop has made of it, so that a page requests nothing from other
 * hosts. The coffee's `photo` stays the address that was typed. docs/decisions/0039-photos.md
 */

export const copiesPath = "/-/copies";

/** The widths in pixels in which a page asks for a copy. A smaller photo keeps its own width. */
export const copyWidths = [400, 800, largestWidth] as const;

/** The path of the copy of a photo on another host. `width` is one of `copyWidths`. */
export function copyPath(address: string, width: number): string {
  return `${copiesPath}?of=${encodeURIComponent(wellFormed(address))}&width=${width}`;
}

/** An http or https URL with a host name or IPv6 address, and optionally a port. */
const ofHost = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s\p{Cc}"%#/:<>?@[\\\]^`{|}]+)(?::[0-6]?\d{0,4})?(?![^#/?\\])/iu;

/**
 * The most characters of an address that is copied. A page repeats the address for each width, and the server refuses
 * requests with more than 16 KiB of headers.
 */
const mostCharacters = 4_000;

/** Whether a photo is an http or https address of another host. Expects what `withoutOwnAddress` returns. */
export function isOfOtherHost(photo: string): boolean {
  return ofHost.test(photo);
}

/** Whether the shop copies a photo: it is of another host, and not too long. Expects what `withoutOwnAddress` returns. */
export function isCopied(address: string): boolean {
  return address.length <= mostCharacters && ofHost.test(address);
}

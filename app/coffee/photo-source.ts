import { isCopied, isOfOtherHost } from "../../catalogue/copy-address.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import type { StorefrontSettings } from "../shop/storefront.ts";

/**
 * The URL of a photo if browsers may load it, else undefined. Accepts http, https, image data URLs and paths of this
 * shop. It uses a pattern because browsers differ in which hosts `URL` accepts: if server and browser disagree, React
 * discards the server's document.
 */
export function photoSource(photo: string): string | undefined {
  const source = photo.trim();
  const isImageData = /^data:image\//i.test(source);
  // Browsers remove tabs and line breaks from URLs.
  const isOwnPath = /^\/(?![/\\])/.test(source.replaceAll(/[\t\n\r]/g, ""));
  return isOfOtherHost(source) || isImageData || isOwnPath ? source : undefined;
}

/** What a page shows for a photo: the source, or if `isCopied`, the shop's copy of the source. */
export type ShownPhoto = Readonly<{ source: string; isCopied: boolean }>;

type PhotoSettings = Pick<StorefrontSettings, "publicUrl" | "hasNoCopies">;

/** What a page shows for the text of a photo. Undefined for one that the page cannot load. */
export function shownPhoto(photo: string, settings: PhotoSettings | undefined): ShownPhoto | undefined {
  const source = photoSource(withoutOwnAddress(photo, settings?.publicUrl ?? ""));
  if (source === undefined) return undefined;
  if (!settings || settings.hasNoCopies || !isOfOtherHost(source)) return { source, isCopied: false };
  return isCopied(source) ? { source, isCopied: true } : undefined;
}

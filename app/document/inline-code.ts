import { createHash } from "node:crypto";
import type { StorefrontSettings } from "../shop/storefront.ts";

/*
 * The content security policy allows inline scripts and styles by their hashes (CSP3 §2.3.1). Only elements with the
 * secret nonce of this rendering are hashed, so a script injected through a coffee's text is not allowed. Without
 * nonces a document is the same for all visitors, and can be cached. docs/decisions/0013
 */

/** Removes the nonce from a document, and hashes each inline script and style that had it. */
export function hashInlineCode(html: string, nonce: string) {
  const attribute = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, attributes, text] of html.matchAll(/<(script|style)\b([^>]*)>([^]*?)<\/\1>/g)) {
    const isInline = attributes?.includes(attribute) && text;
    if (isInline && (tag === "script" || tag === "style")) hashes[tag].add(hashSource(text));
  }
  return { html: html.replaceAll(attribute, ""), scripts: [...hashes.script], styles: [...hashes.style] };
}

/** The hash source of a script or style, as a policy lists it. */
export function hashSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

/**
 * Allows only our own scripts, styles and pictures, and `blob:` for a photo that is shown before it is uploaded. If the
 * shop copies no photos of other hosts, pictures may come from any host, because visitors enter their addresses.
 */
export function contentSecurityPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  settings: StorefrontSettings,
): string {
  const { productServerUrl } = settings;
  const productServer = productServerUrl && ` ${new URL(productServerUrl).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    `img-src ${settings.hasNoCopies ? "*" : "'self'"} data: blob:`,
    "font-src 'self'",
    `connect-src 'self'${productServer}`,
    "manifest-src 'self'",
    // The search form opens home with its query.
    `form-action ${settings.extras ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(";");
}

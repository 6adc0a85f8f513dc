import type { StorefrontSettings } from "../shop/storefront.ts";

/** Allows only our own scripts and styles. Pictures may come from any host, because visitors enter their addresses. */
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
    "img-src * data:",
    "font-src 'self'",
    `connect-src 'self'${productServer}`,
    "manifest-src 'self'",
    // The search form opens home with its query.
    `form-action ${settings.extras ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

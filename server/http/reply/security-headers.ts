import type { MiddlewareHandler } from "hono";

/** What no page here uses, so that nothing in one ever can. */
const permissionsPolicy = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const ofAll = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
};
const crossOriginResourcePolicy = "cross-origin-resource-policy";
const contentSecurityPolicy = "content-security-policy";
const policyOfData = "default-src 'none'; frame-ancestors 'none'";

const ofPages = { "cross-origin-opener-policy": "same-origin", "permissions-policy": permissionsPolicy };

/** What `securityHeaders` gives to pages, which have a content policy of their own: names and values in turn. */
export const securityHeadersOfPages: readonly string[] = Object.entries({
  ...ofAll,
  ...ofPages,
  [crossOriginResourcePolicy]: "same-origin",
}).flat();

const ofDataFor = (readers: "same-origin" | "cross-origin") => ({
  ...ofAll,
  [crossOriginResourcePolicy]: readers,
  [contentSecurityPolicy]: policyOfData,
});

/** What `securityHeaders` gives to coffees. */
export const securityHeadersOfData: readonly string[] = Object.entries(ofDataFor("same-origin")).flat();

/** The same for what other sites may show. */
export const securityHeadersForOtherSites: readonly string[] = Object.entries(ofDataFor("cross-origin")).flat();

/**
 * Pages and the service worker set a content policy of their own; everything else may load nothing at all. Browsers heed the transport policy
 * only where the shop is reached over HTTPS.
 */
export const securityHeaders: MiddlewareHandler = async (call, next) => {
  await next();
  const { headers } = call.res;
  for (const [name, value] of Object.entries(ofAll)) headers.set(name, value);
  if (!headers.has(crossOriginResourcePolicy)) headers.set(crossOriginResourcePolicy, "same-origin");
  if (headers.get("content-type")?.startsWith("text/html")) {
    for (const [name, value] of Object.entries(ofPages)) headers.set(name, value);
  } else if (!headers.has(contentSecurityPolicy)) headers.set(contentSecurityPolicy, policyOfData);
};

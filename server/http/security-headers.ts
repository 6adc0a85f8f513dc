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

/**
 * Pages set a content policy of their own; everything else may load nothing at all. Browsers heed the transport policy
 * only where the shop is reached over HTTPS.
 */
export const securityHeaders: MiddlewareHandler = async (call, next) => {
  await next();
  const { headers } = call.res;
  headers.set("x-content-type-options", "nosniff");
  headers.set("referrer-policy", "strict-origin-when-cross-origin");
  headers.set("strict-transport-security", "max-age=31536000");
  if (!headers.has("cross-origin-resource-policy")) headers.set("cross-origin-resource-policy", "same-origin");
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("permissions-policy", permissionsPolicy);
  } else headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
};

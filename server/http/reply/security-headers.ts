/** Switches off browser features that no page here uses, so that nothing in a page can ever use them. */
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
const contentSecurityPolicy = "content-security-policy";
const policyOfData = { [contentSecurityPolicy]: "default-src 'none'; frame-ancestors 'none'" };
const forOwnPages = { "cross-origin-resource-policy": "same-origin" };
const forOtherSites = { "cross-origin-resource-policy": "cross-origin" };
const ofPages = { "cross-origin-opener-policy": "same-origin", "permissions-policy": permissionsPolicy };

const headersOfPages = pairs({ ...ofAll, ...ofPages, ...forOwnPages });
const headersWithoutPolicy = pairs({ ...ofAll, ...forOwnPages });
const headersOfData = pairs({ ...ofAll, ...forOwnPages, ...policyOfData });
const headersForOtherSites = pairs({ ...ofAll, ...forOtherSites, ...policyOfData });
const headersForOtherSitesWithoutPolicy = pairs({ ...ofAll, ...forOtherSites });

function pairs(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).flat();
}

/**
 * The security headers of a reply with these headers, names and values in turn. Pages, photos and the service worker set
 * their own `Content-Security-Policy`; every other reply may load nothing. Pages of other sites may show a reply that
 * `isForOtherSites`. Browsers obey `Strict-Transport-Security` only over HTTPS.
 */
export function securityHeadersOf(headers: readonly string[], isForOtherSites: boolean): readonly string[] {
  const at = headers.indexOf("content-type");
  if (at >= 0 && headers[at + 1]?.startsWith("text/html")) return headersOfPages;
  const hasPolicy = headers.includes(contentSecurityPolicy);
  if (isForOtherSites) return hasPolicy ? headersForOtherSitesWithoutPolicy : headersForOtherSites;
  return hasPolicy ? headersWithoutPolicy : headersOfData;
}

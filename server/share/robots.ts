/** What robots may read (RFC 9309): all but forms and the log of changes. */
export function robotsText(sitemap: string | undefined): string {
  const rules = [
    "User-agent: *",
    "Disallow: /add-new-coffee",
    "Disallow: /update-coffee/",
    "Disallow: /-/changes",
    "Disallow: /*?*changes=",
    "Disallow: /*?*undo-all=",
    "Disallow: /*?*delete=",
    "Allow: /",
    "",
  ];
  return [...rules, ...(sitemap === undefined ? [] : [`Sitemap: ${sitemap}`, ""])].join("\n");
}

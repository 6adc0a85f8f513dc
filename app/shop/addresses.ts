import { pathSegment } from "../../catalogue/text/path-segment.ts";

/** The shop's addresses. Only this file and app/routes.ts write them out. */
export const addresses = {
  home: "/",
  addNewCoffee: "/add-new-coffee",
  coffeeDetails: (id: string) => `/coffee-details/${pathSegment(id)}`,
  updateCoffee: (id: string) => `/update-coffee/${pathSegment(id)}`,
  /** The picture in link previews of home or a coffee. */
  sharedPicture: (of: string) => `/-/share/${pathSegment(of)}.jpg`,
  /** The QR code of a coffee's page. */
  coffeeCode: (id: string) => `/-/qr/${pathSegment(id)}.svg`,
  /** The feeds of new coffees, by media type. */
  feeds: { "application/atom+xml": "/-/feed.atom", "application/feed+json": "/-/feed.json" },
};

/**
 * Makes a path that cannot be decoded, or that begins with two slashes, readable for React Router; such a path is then
 * not found. Percent signs that start no valid UTF-8 escape become %25. So do those of line breaks outside of ids,
 * because no route matches a path with a line break. Slashes after the first are escaped too, because as a link //host/x
 * would open another host.
 */
export function readablePath(path: string): string {
  const ofThisHost = path.replace(/^\/[/\\]+/, (slashes) => `/${encodeURIComponent(slashes.slice(1))}`);
  const readable = ofThisHost.replaceAll(/(?:%[\da-f]{2})+|%/gi, (escapes) =>
    isReadable(escapes) ? escapes : withoutEscapes(escapes),
  );
  const endsInId = /^\/(?:coffee-details|update-coffee)\/[^/]*$/.test(ofThisHost);
  return endsInId ? readable : readable.replaceAll(/%0[ad]|%e2%80%a[89]/gi, withoutEscapes);
}

function withoutEscapes(text: string): string {
  return text.replaceAll("%", "%25");
}

function isReadable(escapes: string): boolean {
  try {
    // Uses the value, because the build drops a call whose value is unused.
    return decodeURIComponent(escapes) !== "";
  } catch {
    return false;
  }
}

/** Whether a path belongs to a page of the shop. The coffee need not exist. */
export function isPage(path: string): boolean {
  return path === addresses.home || path === addresses.addNewCoffee || segmentOfCoffee(path) !== undefined;
}

/** The encoded id in the path of a coffee's page; undefined for other paths. */
export function segmentOfCoffee(path: string): string | undefined {
  return /^\/(?:coffee-details|update-coffee)\/([^/]+)$/.exec(path)?.[1];
}

/** Navigation state of links that open home at its top, not at its last position. */
export const atTop = "top";

/** Whether the address opens the menu board. */
export function isBoard(pathname: string, search: string): boolean {
  return pathname === addresses.home && new URLSearchParams(search).has("board");
}

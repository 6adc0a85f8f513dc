import { wellFormed } from "./well-formed.ts";

/** The shop's addresses, spelled here and in `app/routes.ts` alone. */
export const addresses = {
  home: "/",
  addNewCoffee: "/add-new-coffee",
  coffeeDetails: (id: string) => `/coffee-details/${pathSegment(id)}`,
  updateCoffee: (id: string) => `/update-coffee/${pathSegment(id)}`,
  /** What stands for home or for a coffee wherever a link to it is shown. */
  sharedPicture: (of: string) => `/-/share/${pathSegment(of)}.jpg`,
  /** The QR code of a coffee's page. */
  coffeeCode: (id: string) => `/-/qr/${pathSegment(id)}.svg`,
  /** The feeds of the coffees that were added last, by their types. */
  feeds: { "application/atom+xml": "/-/feed.atom", "application/feed+json": "/-/feed.json" },
};

/** An id of another server may be any text, also with half of a surrogate pair, which no address can hold. */
export function pathSegment(id: string): string {
  return encodeURIComponent(wellFormed(id));
}

/**
 * A path that the router can read: a percent sign that begins no escape of UTF-8 stands for itself, spelled %25. So does
 * that of a line's end, save in an id, for the router knows no other page at a path of two lines, not even "not found".
 * Slashes that follow the first one are escaped too: as a link, //host/x would lead to another host.
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
    // Its value is used, for the build leaves out a call whose value is not.
    return decodeURIComponent(escapes) !== "";
  } catch {
    return false;
  }
}

/** Whether a path is that of one of the shop's pages, whatever coffee it may be about. */
export function isPage(path: string): boolean {
  return path === addresses.home || path === addresses.addNewCoffee || segmentOfCoffee(path) !== undefined;
}

/** The id in the path of a coffee's page, as it stands there; undefined in any other. */
export function segmentOfCoffee(path: string): string | undefined {
  return /^\/(?:coffee-details|update-coffee)\/([^/]+)$/.exec(path)?.[1];
}

/** State of a link to home for whoever wants its top, and not the place where it was left. */
export const atTop = "top";

/** Whether home is asked for as the menu on a wall. */
export function isBoard(pathname: string, search: string): boolean {
  return pathname === addresses.home && new URLSearchParams(search).has("board");
}

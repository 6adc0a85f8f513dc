import { encode } from "uqr";
import { isLanguage } from "../../catalogue/language.ts";
import { matchingTag, textName } from "../http/reply/conditional.ts";
import { textReply } from "../http/reply/reply.ts";
import type { Handler, Route } from "../http/route.ts";
import { Fault } from "../../catalogue/fault.ts";
import { inLanguage, pagePaths } from "./page-addresses.ts";
import type { SiteUrl } from "./site-url.ts";

/** The longest address in a code. With a longer one, a phone could hardly tell the squares apart on a small label. */
const addressLengthAtMost = 400;

/** Caches must revalidate, because a code may contain the host that its request named. */
const common = ["cache-control", "no-cache"];

/** The quiet zone is as ISO/IEC 18004 requires; a code is readable with a seventh of its squares smudged. */
const form = { ecc: "M", border: 4 } as const;

/**
 * Serves QR codes of the addresses of coffees' pages, even if there is no such coffee. Its handler rejects with
 * `unknown-address` for any other path, and for an address that is too long.
 */
export function codeRoute(siteOf: SiteUrl): Route {
  const read: Handler = async ({ incoming, argument, search }) => {
    const [, id] = /^(.+)\.svg$/s.exec(argument) ?? [];
    const address = id === undefined ? undefined : addressOf(siteOf(incoming), id, search);
    if (address === undefined || address.length > addressLengthAtMost) throw new Fault("unknown-address", "no route");
    const etag = `"${textName(address)}"`;
    const held = matchingTag(incoming.headers["if-none-match"], etag);
    if (held) return { status: 304, headers: [...common, "etag", held], body: [] };
    return textReply(200, "image/svg+xml", drawingOf(address), [...common, "etag", etag]);
  };
  return { path: "/-/qr/:code", kind: "call", methods: { GET: read } };
}

/** Draws squares of one unit as SVG. Adjacent dark squares in a row are one line, which takes a third of the text. */
function drawingOf(address: string): string {
  const { data, size } = encode(address, form);
  const lines = data.flatMap((row, y) => {
    const squares = row.map(Number).join("");
    return Array.from(squares.matchAll(/1+/g), ({ index, 0: dark }) => `M${index} ${y}h${dark.length}`);
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -.5 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0-.5h${size}v${size}H0z"/><path stroke="#000" d="${lines.join("")}"/></svg>`
  );
}

function addressOf(site: string, id: string, search: string): string {
  const address = site + pagePaths.coffee(id);
  const asked = new URLSearchParams(search).get("lang");
  return isLanguage(asked) ? inLanguage(address, asked) : address;
}

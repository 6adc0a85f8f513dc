import { encode } from "uqr";
import { isLanguage } from "../../catalogue/language.ts";
import { matchingTag, textName } from "../http/reply/conditional.ts";
import { textReply } from "../http/reply/reply.ts";
import type { Handler, Route } from "../http/route.ts";
import { Fault } from "../../catalogue/fault.ts";
import { inLanguage, pagePaths } from "./page-addresses.ts";
import type { SiteUrl } from "./site-url.ts";

/** Of an address that is longer, a phone could hardly tell the squares apart on a small label. */
const addressLengthAtMost = 400;

/** It may name the host by which it was asked for. */
const common = ["cache-control", "no-cache"];

/** With the quiet zone that ISO/IEC 18004 asks for; a seventh of the squares may be smudged. */
const form = { ecc: "M", border: 4 } as const;

/** The QR codes of coffees' pages. They say where a page would be, and so need no coffee. */
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

/** Squares of one unit each. Those that are dark side by side are one line, which is a third of the text. */
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

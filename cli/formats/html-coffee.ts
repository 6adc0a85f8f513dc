import { coffeeFields, fieldDefinitions, type CoffeeField } from "../../catalogue/fields.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import type { StoredFields } from "../../catalogue/coffee-text.ts";
import { isBlank } from "../../catalogue/text/is-blank.ts";

/** A picture that the page contains once, and that several coffees may show by its id. */
export type Picture = Readonly<{
  id: string;
  address: string;
  /** The name of the kept photo that it shows, as that photo's address ends; undefined for any other picture. */
  photoName: string | undefined;
}>;

const cupId = "cup";

/** The fields under a coffee's name, most prominent first. */
const loud: readonly CoffeeField[] = ["taste", "price", "details"];
const facts = [...loud, ...coffeeFields.filter((field) => field !== "name" && !loud.includes(field))];

/** The shop's logo: a cup whose steam forms an n. */
export const shopSign = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M5.5 14.5h17V19a8 8 0 0 1-8 8h-1a8 8 0 0 1-8-8Zm17 1.5h1.7a3.4 3.4 0 0 1 0 6.8h-2.6M4 29.5h20"/><path d="M10.8 11.5V4.3m0 3c.5-1.9 1.8-3 3.3-3 1.9 0 3.1 1.2 3.1 3.4v3.8"/></svg>`;

/** Shown if a coffee has no picture. */
const cup = `<symbol id="${cupId}" viewBox="0 0 160 200"><path d="M44 96h62v20c0 17-13 29-29 29h-4c-16 0-29-12-29-29Zm62 6h7c8 0 13 5 13 12.5s-5 12.5-13 12.5h-9M38 154h74"/><path d="M64 82c-8-10 8-16 0-27m22 27c-8-10 8-16 0-27"/></symbol>`;

/** Escapes a text for HTML, both between tags and inside quoted attributes. */
export function inHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\r", "&#13;");
}

/** The photos that the shop has, and how coffees name them. */
export type ShopPhotographs = Readonly<{
  /**
   * WebP files: the shop's own photographs, such as `/photographs/flat-white.jpg`, and kept photos by path, copies of
   * photos on other hosts by address.
   */
  photographs: ReadonlyMap<string, Uint8Array>;
  /** The shop's public address, which photos may begin with; empty if not set. */
  publicUrl: string;
}>;

/**
 * The data URL of a coffee's picture: one of the shop's photos, or a photo that is a data URL itself. Undefined if
 * the picture would need a request.
 */
export function pictureAddress(photo: string, { photographs, publicUrl }: ShopPhotographs): string | undefined {
  const source = withoutOwnAddress(photo, publicUrl);
  if (/^data:image\//i.test(source)) return source;
  const [path = ""] = source.split("#", 1);
  const webp = photographs.get(path);
  return webp && `data:image/webp;base64,${Buffer.from(webp).toString("base64")}`;
}

/** All pictures of the page, to be shown by their ids. */
export function symbols(pictures: Iterable<Picture>): string {
  const picturesHtml = Array.from(
    pictures,
    ({ id, address, photoName }) =>
      `<symbol id="${id}" viewBox="0 0 4 5"${photoName === undefined ? "" : ` data-photo="${photoName}"`}><image href="${inHtml(address)}" width="4" height="5" preserveAspectRatio="xMidYMid slice"/></symbol>\n`,
  );
  return `<svg class="symbols" aria-hidden="true">${cup}\n${picturesHtml.join("")}</svg>\n`;
}

const keptPhoto =
  /<symbol id="picture-\d+" viewBox="0 0 4 5" data-photo="([\w.-]+)"><image href="data:image\/webp;base64,([^"]+)"/g;

/** The kept photos in a page, as WebPs, by the names with which their addresses end. */
export function photosInHtml(page: string): ReadonlyMap<string, Uint8Array> {
  return new Map(
    Array.from(page.matchAll(keptPhoto), ([, name = "", base64 = ""]) => [name, Buffer.from(base64, "base64")]),
  );
}

/** A coffee with all its fields. The photo's text is shown only if its picture is not. */
export function coffeeArticle(id: string, coffee: StoredFields, picture: Picture | undefined): string {
  const name = isBlank(coffee.name) ? "Unnamed coffee" : coffee.name;
  const fields = facts.filter((field) => field !== "photo" || !picture);
  return `<article id="${id}">
<div class="photo">${photoOrCup(name, picture)}</div>
<h2${languageOf(name)}>${inHtml(name)}</h2>
<dl>
${fields.map((field) => fact(field, coffee)).join("\n")}
</dl>
</article>
`;
}

function photoOrCup(name: string, picture: Picture | undefined): string {
  if (!picture) return `<svg class="mark" role="img" aria-label="No photo"><use href="#${cupId}"/></svg>`;
  return `<svg viewBox="0 0 4 5" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Photo of ${inHtml(name)}"><use href="#${picture.id}"/></svg>`;
}

function fact(field: CoffeeField, coffee: StoredFields): string {
  const value = coffee[field];
  const text = typeof value === "string" ? value : value.rawJSON;
  const unit = field === "price" ? " <span>Taka</span>" : "";
  const label = fieldDefinitions[field].label.en;
  return `<div class="fact-${field}"><dt>${label}</dt><dd${languageOf(text)}>${inHtml(text)}${unit}</dd></div>`;
}

/** Marks Bangla text, recognised by its script, as the shop's pages do. */
function languageOf(text: string): string {
  return /[\u0980-\u09ff]/.test(text) ? ' lang="bn"' : "";
}

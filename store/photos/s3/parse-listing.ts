/** One page of the objects of a bucket. `next` continues the list; undefined on its last page. */
export type Listing = Readonly<{
  objects: readonly Readonly<{ key: string; bytes: number; changedAt: Date }>[];
  next: string | undefined;
}>;

/** Reads the reply to ListObjectsV2. Undefined for a text that is anything else, or a part of it. */
export function parseListing(xml: string): Listing | undefined {
  const root = parseXml(xml);
  if (root?.name !== "ListBucketResult") return undefined;
  const isTruncated = textOf(root, "IsTruncated");
  if (isTruncated !== "true" && isTruncated !== "false") return undefined;
  const next = isTruncated === "true" ? textOf(root, "NextContinuationToken") : undefined;
  if (isTruncated === "true" && !next) return undefined;
  const objects: Listing["objects"][number][] = [];
  for (const contents of root.children.filter(({ name }) => name === "Contents")) {
    const [key, size, changed] = ["Key", "Size", "LastModified"].map((name) => textOf(contents, name));
    const changedAt = new Date(changed ?? "");
    if (!key || !/^\d{1,15}$/.test(size ?? "") || Number.isNaN(changedAt.getTime())) return undefined;
    objects.push({ key, bytes: Number(size), changedAt });
  }
  return { objects, next };
}

/** The text of the only child of that name. */
function textOf(parent: XmlElement, name: string): string | undefined {
  const [child, ...others] = parent.children.filter((each) => each.name === name);
  return child && others.length === 0 && child.children.length === 0 ? child.text : undefined;
}

type XmlElement = { readonly name: string; text: string; readonly children: XmlElement[] };

const declaration = /^\uFEFF?(?:<\?xml[^<>]*\?>)?\s*/;
const attribute = String.raw`\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
/** An end tag, a start tag (perhaps of an empty element), or text. */
const token = new RegExp(String.raw`</([\w:.-]+)\s*>|<([\w:.-]+)(?:${attribute})*\s*(/?)>|([^<]+)`, "y");

/**
 * Reads as much of XML as S3 uses: elements and text. Undefined for everything else, such as a text that ends early, a
 * comment, CDATA or a document type.
 */
function parseXml(xml: string): XmlElement | undefined {
  const document: XmlElement = { name: "", text: "", children: [] };
  const open = [document];
  token.lastIndex = declaration.exec(xml)?.[0].length ?? 0;
  while (token.lastIndex < xml.length) {
    const [, ending, starting, isEmpty, escaped] = token.exec(xml) ?? [];
    const parent = open.at(-1);
    if (!parent) return undefined;
    if (escaped !== undefined) {
      const text = unescape(escaped);
      if (text === undefined) return undefined;
      parent.text += text;
    } else if (starting !== undefined) {
      const element: XmlElement = { name: starting, text: "", children: [] };
      parent.children.push(element);
      if (isEmpty === "") open.push(element);
    } else if (ending === undefined || open.pop()?.name !== ending) {
      return undefined;
    }
  }
  const [root, ...others] = document.children;
  const isWhole = open.length === 1 && others.length === 0 && document.text.trim() === "";
  return isWhole ? root : undefined;
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Undefined for an entity that XML does not know by itself. */
function unescape(text: string): string | undefined {
  const parts = text.split(/&(\w+|#\d{1,7}|#x[\dA-Fa-f]{1,6});/);
  if (parts.some((part, index) => index % 2 === 0 && part.includes("&"))) return undefined;
  const characters = parts.map((part, index) => (index % 2 === 0 ? part : characterOf(part)));
  return characters.includes(undefined) ? undefined : characters.join("");
}

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith("#")) return entities.get(entity);
  const code = entity.startsWith("#x") ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

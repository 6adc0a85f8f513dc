import { createHash } from "node:crypto";

/*
 * A policy may name inline scripts and styles by their hashes (CSP3 §2.3.1). What is hashed is only what React rendered
 * with the secret nonce of this very rendering, so a script that came from a coffee's text would not be among it. A
 * document named so is the same bytes for everybody, until something in it changes. docs/decisions/0013
 */

export type InlineCode = Readonly<{ html: string; scripts: readonly string[]; styles: readonly string[] }>;

/** The document without its nonce, and how a policy names each inline script and style that carried it. */
export function hashInlineCode(html: string, nonce: string): InlineCode {
  const attribute = ` nonce="${nonce}"`;
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  for (const [, tag, attributes, text] of html.matchAll(/<(script|style)\b([^>]*)>([^]*?)<\/\1>/g)) {
    const isInline = attributes?.includes(attribute) && text;
    if (isInline && (tag === "script" || tag === "style")) hashes[tag].add(hashSource(text));
  }
  return { html: html.replaceAll(attribute, ""), scripts: [...hashes.script], styles: [...hashes.style] };
}

/** How a policy names code with this very text. */
export function hashSource(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

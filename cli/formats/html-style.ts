import { readFileSync } from "node:fs";
import { defaultPalette, type Colours, type Palette } from "../../server/pages/theme.ts";

const layout = readFileSync(new URL("html-page.css", import.meta.url), "utf8");

/** The style of the page in a shop's own colours: those of app/styles/tokens.css by their names, and what each is for. */
export function htmlStyle(shop: Palette): string {
  const light = colourRule(new Map([...defaultPalette.light, ...shop.light]));
  const dark = colourRule(new Map([...defaultPalette.dark, ...shop.dark]));
  return `${light}\n@media screen and (prefers-color-scheme: dark) { ${dark} }\n${layout}`;
}

function colourRule(colours: Colours): string {
  return `:root { ${Array.from(colours, ([name, value]) => `--${name}: ${value};`).join(" ")} }`;
}

import { defaultPalette, type Colours, type Palette } from "../../server/theme.ts";

/** The style of the page in a shop's own colours: those of app/tokens.css by their names, and what each is for. */
export function htmlStyle(shop: Palette): string {
  const light = colourRule(new Map([...defaultPalette.light, ...shop.light]));
  const dark = colourRule(new Map([...defaultPalette.dark, ...shop.dark]));
  return `${light}\n@media screen and (prefers-color-scheme: dark) { ${dark} }\n${layout}`;
}

function colourRule(colours: Colours): string {
  return `:root { ${Array.from(colours, ([name, value]) => `--${name}: ${value};`).join(" ")} }`;
}

/**
 * "Paper and crema", as app/tokens.css has it. The faces are asked of the system: a page that opens anywhere brings none
 * along. On paper it is two columns in the light colours.
 */
const layout = `
:root {
  --display: "Rancho", "Galada", "Iowan Old Style", "Palatino Linotype", Palatino, P052, "Book Antiqua", Georgia, "Hind Siliguri", "Noto Serif Bengali", "Noto Sans Bengali", "Kohinoor Bangla", "Bangla Sangam MN", "Nirmala UI", serif;
  --text: "Raleway", "Hind Siliguri", "Avenir Next", "Segoe UI", system-ui, "Noto Sans Bengali", "Kohinoor Bangla", "Bangla Sangam MN", "Nirmala UI", sans-serif;
  color-scheme: light dark;
}
* { box-sizing: border-box; margin: 0; }
html { background: var(--paper); color: var(--ink); font-family: var(--text); line-height: 1.6; font-variant-numeric: lining-nums; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { overflow-wrap: anywhere; }
:lang(bn) { line-height: 1.7; }
.symbols { position: absolute; width: 0; height: 0; overflow: hidden; }
.mark, .symbols path { fill: none; stroke: currentColor; stroke-width: 1.5px; stroke-linecap: round; stroke-linejoin: round; }
.mark path, .symbols path { vector-effect: non-scaling-stroke; }

.shop { background: var(--espresso); color: var(--cream); padding: 0.875rem clamp(1rem, 4vw, 4rem); }
.shop p { display: flex; align-items: center; justify-content: center; gap: 0.75rem; font-family: var(--display); font-size: clamp(1.75rem, 1.5rem + 1vw, 2.25rem); line-height: 1.15; }
.shop .mark { width: 2.5rem; height: 2.5rem; flex: none; color: var(--gold); }

main { width: min(100% - 2 * clamp(1rem, 4vw, 4rem), 78rem); margin-inline: auto; padding-block: clamp(2.5rem, 2rem + 3vw, 4.5rem); display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.title { grid-column: 1 / -1; margin-bottom: clamp(1rem, 3vw, 2rem); text-align: center; }
h1 { font-family: var(--display); font-size: clamp(2.25rem, 1.75rem + 2vw, 3.25rem); font-weight: 400; line-height: 1.15; text-wrap: balance; }
.title p { margin-top: 0.5rem; color: var(--link); font-weight: 600; text-wrap: balance; }
time { white-space: nowrap; }

article { display: grid; --photo-width: clamp(6rem, 30vw, 8rem); grid-template-columns: var(--photo-width) minmax(0, 1fr); grid-template-rows: auto auto 1fr; column-gap: 1rem; align-content: start; overflow: hidden; border-radius: 6px; background: var(--card); content-visibility: auto; contain-intrinsic-block-size: auto 24rem; }
.photo { grid-area: 1 / 1 / 4 / 2; display: grid; min-height: calc(1.25 * var(--photo-width)); max-height: calc(1.5 * var(--photo-width)); overflow: hidden; background: var(--rule); color: var(--soft); }
.photo svg { width: 100%; height: 100%; min-height: 0; }
h2 { grid-column: 2; padding: 0.875rem 1rem 0 0; font-family: var(--display); font-size: 1.625rem; font-weight: 400; line-height: 1.15; white-space: pre-line; text-wrap: balance; }
h2:lang(bn) { font-size: 1.5rem; line-height: 1.4; }
dl { display: contents; }
dl > div { grid-column: 1 / -1; padding-inline: 1rem; }
dd { white-space: pre-line; }
dd:empty::before { content: "–"; }
:is(.fact-taste, .fact-details, .fact-price) dt { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:is(.fact-taste, .fact-details):has(dd:empty) { display: none; }
dl > .fact-taste { grid-column: 2; padding: 0.25rem 1rem 0 0; color: var(--link); line-height: 1.4; text-wrap: pretty; }
.fact-taste:lang(bn) { line-height: 1.6; }
dl > .fact-price { grid-column: 2; padding: 0.5rem 1rem 0.75rem 0; font-size: 1.25rem; font-weight: 650; font-variant-numeric: lining-nums tabular-nums; }
.fact-price span { color: var(--soft); font-size: 1rem; font-weight: 400; }
.fact-details { padding-block: 0.875rem 0.75rem; }
.fact-details dd { max-width: 68ch; text-wrap: pretty; }
:is(.fact-chef, .fact-supplier, .fact-category, .fact-photo) { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; font-size: 0.875rem; }
:is(.fact-chef, .fact-supplier, .fact-category, .fact-photo) dt { color: var(--soft); font-weight: 600; }
dl > :is(.fact-chef, .fact-supplier, .fact-category, .fact-photo) { margin-inline: 1rem; padding: 0.375rem 0; border-top: 1px solid var(--rule); }
article { padding-bottom: 0.5rem; }

@media (min-width: 40rem) {
  article { --photo-width: 13rem; grid-template-rows: none; column-gap: 1.5rem; }
  .photo { grid-area: 1 / 1 / span 8 / 2; }
  h2 { padding-top: 1.25rem; font-size: 1.75rem; }
  dl > div, dl > .fact-taste, dl > .fact-price { grid-column: 2; padding-inline: 0 1.5rem; }
  dl > :is(.fact-chef, .fact-supplier, .fact-category, .fact-photo) { margin-inline: 0 1.5rem; padding-inline: 0; }
  .fact-details { padding-top: 0; }
  dl > .fact-price { padding-bottom: 0.5rem; }
  article { padding-bottom: 1rem; }
}

@media (min-width: 68rem) {
  main { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.5rem; }
  main:not(:has(article ~ article)) article { grid-column: 1 / -1; }
}

@media print {
  @page { margin: 15mm 14mm; }
  html { color-scheme: light; background: none; font-size: 9.5pt; line-height: 1.4; }
  .shop { background: none; padding: 0; color: var(--ink); }
  .shop .mark { color: var(--link); }
  main { display: block; width: 100%; columns: 2; column-gap: 10mm; padding-block: 4mm 0; }
  .title { column-span: all; margin-bottom: 6mm; }
  article { --photo-width: 22mm; column-gap: 4mm; margin-bottom: 5mm; border-top: 0.25mm solid var(--line); border-radius: 0; padding: 3mm 0 0; background: none; break-inside: avoid; content-visibility: visible; }
  .photo { max-height: calc(1.25 * var(--photo-width)); border-radius: 1mm; background: none; }
  h2, dl > div, dl > .fact-taste, dl > .fact-price { padding-inline: 0; }
  h2 { padding-top: 0; font-size: 14pt; }
  dl > :is(.fact-chef, .fact-supplier, .fact-category, .fact-photo) { margin-inline: 0; padding-block: 0; border: 0; font-size: 8.5pt; }
  .fact-details { padding-block: 0 1mm; }
}
`;

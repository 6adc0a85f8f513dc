import { readFileSync } from "node:fs";
import { resource } from "../../program/files.ts";
import { nearestName } from "../operate/nearest-name.ts";

/** Colours as #rrggbb in lower case, by their names in app/styles/tokens.css without `--color-`. */
export type Colours = ReadonlyMap<string, string>;

export type Palette = Readonly<{ light: Colours; dark: Colours }>;

/** The media queries of the light and the dark colours; print-outs are always light. */
const media = {
  light: "print, (prefers-color-scheme: light)",
  dark: "screen and (prefers-color-scheme: dark)",
} as const;

/** The colours of a shop that sets none of its own. */
export const defaultPalette = readPalette(readFileSync(resource("tokens.css"), "utf8"));

/**
 * Which colours meet, where, and the least contrast between them there: WCAG 2.2, 1.4.3 for text and 1.4.11 for the
 * rest. Decoration needs none: hairlines of `rule`, the shadows of `shade`.
 */
const meetings = [
  { over: "ink", under: ["paper", "card"], where: "text", least: 4.5 },
  { over: "soft", under: ["paper", "card"], where: "text", least: 4.5 },
  { over: "link", under: ["paper", "card"], where: "text", least: 4.5 },
  { over: "on-gold", under: ["gold", "gold under the pointer"], where: "text on a gold button", least: 4.5 },
  { over: "on-edit", under: ["edit", "edit under the pointer"], where: "what stands on an edit button", least: 4.5 },
  {
    over: "on-delete",
    under: ["delete", "delete under the pointer"],
    where: "what stands on a delete button",
    least: 4.5,
  },
  { over: "cream", under: ["espresso"], where: "text in the header", least: 4.5 },
  { over: "gold", under: ["espresso"], where: "a link in the header", least: 4.5 },
  { over: "on-hero", under: ["hero"], where: "text in the hero", least: 4.5 },
  { over: "gold", under: ["hero"], where: "a button in the hero", least: 3 },
  { over: "edit", under: ["card"], where: "a button", least: 3 },
  { over: "delete", under: ["card"], where: "a button", least: 3 },
  { over: "soft", under: ["rule"], where: "the cup drawn for a missing photo", least: 3 },
  { over: "line", under: ["paper", "card"], where: "the border of a control", least: 3 },
  { over: "focus", under: ["paper", "card"], where: "the focus ring", least: 3 },
] as const;

/**
 * The colours of buttons, and how much of `paper` is mixed into them under the pointer, as in app/styles/base.css and
 * app/styles/coffees.css.
 */
const buttons = ["gold", "edit", "delete"];
export const pointerPercent = 14;

/**
 * Reads each `--color-name: light-dark(#…, #…);` of a style sheet. Throws if a colour is written in any other way, or
 * if there are no colours.
 */
export function readPalette(css: string): Palette {
  const light = new Map<string, string>();
  const dark = new Map<string, string>();
  for (const [declaration, name = "", value = ""] of withoutComments(css).matchAll(/--color-([\w-]+):\s*([^;}]*)/g)) {
    const [, inLight, inDark] = /^light-dark\((#[\da-f]+),\s*(#[\da-f]+)\)$/i.exec(value.trim()) ?? [];
    const [lightColour, darkColour] = [readColour(inLight), readColour(inDark)];
    if (!lightColour || !darkColour) throw new Error(`"${declaration.trim()}" is not light-dark(#rrggbb, #rrggbb).`);
    light.set(name, lightColour);
    dark.set(name, darkColour);
  }
  if (light.size === 0) throw new Error("The style sheet has no colours such as --color-ink: light-dark(#…, #…).");
  return { light, dark };
}

/**
 * Reads a shop's own colours, such as `paper=#fff8f0 ink=#210`, which replace those of `defaults`. The result has only
 * the shop's own. Each problem continues a sentence that begins with the setting's name, and has no full stop.
 */
export function readTheme(text: string, defaults: Colours): { colours: Colours; problems: readonly string[] } {
  const colours = new Map<string, string>();
  const problems: string[] = [];
  for (const item of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const [, name = "", value] = /^([\w-]+)=(.*)$/.exec(item) ?? [];
    const colour = readColour(value);
    if (!colour) problems.push(`must be colours such as paper=#fff8f0 or ink=#210, and "${item}" is none`);
    else if (!defaults.has(name)) problems.push(unknownColour(name, defaults));
    else if (colours.has(name)) problems.push(`must name each colour once, and names ${name} again`);
    else colours.set(name, colour);
  }
  return { colours, problems: problems.length > 0 ? problems : faintPairs(new Map([...defaults, ...colours])) };
}

/** One problem for each pair of colours that meet with too little contrast. */
export function faintPairs(still: Colours): string[] {
  const colours = new Map([...still, ...buttons.map((name) => underThePointer(name, still))]);
  const pairs = meetings.flatMap(({ under, ...meeting }) => under.map((ground) => ({ ...meeting, under: ground })));
  return pairs.flatMap(({ over, under, where, least }) => {
    const ratio = contrast(valueOf(over, colours), valueOf(under, colours));
    const [upper, lower] = [over, under].map((name) => `${name} (${valueOf(name, colours)})`);
    // Truncated, not rounded: otherwise 4.499 would be reported as 4.50, and as too little.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    return ratio < least ? [`gives ${upper} on ${lower} a contrast of ${shown}, and ${where} needs ${least}`] : [];
  });
}

function underThePointer(name: string, colours: Colours): readonly [name: string, colour: string] {
  const [paper, still] = [channels(valueOf("paper", colours)), channels(valueOf(name, colours))];
  const mixed = still.map((value, at) => Math.round(value + (pointerPercent / 100) * ((paper[at] ?? 0) - value)));
  return [`${name} under the pointer`, `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`];
}

/** The contrast of two colours, from 1 to 21: WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((low, high) => low - high);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The CSS rules for the shop's own colours; empty if it has none. They avoid `light-dark()`: the build compiles that of
 * our style sheets for older browsers, in a way that applies to a whole document.
 */
export function themeStyle(shop: Palette): string {
  return [themeRule("light", shop.light), themeRule("dark", shop.dark)].filter((rule) => rule !== "").join(" ");
}

/**
 * A colour of the shop in light and in dark: the shop's own, else the default. Throws if there is no colour of this
 * name.
 */
export function shownColour(name: string, shop: Palette): { light: string; dark: string } {
  return {
    light: shop.light.get(name) ?? valueOf(name, defaultPalette.light),
    dark: shop.dark.get(name) ?? valueOf(name, defaultPalette.dark),
  };
}

function themeRule(scheme: keyof typeof media, colours: Colours): string {
  const declarations = [...colours].map(([name, value]) => `--color-${name}: ${value};`);
  if (declarations.length === 0) return "";
  return `@media ${media[scheme]} { :root { ${declarations.join(" ")} } }`;
}

function unknownColour(name: string, defaults: Colours): string {
  const names = [...defaults.keys()];
  const near = nearestName(name.toLowerCase(), names, 2);
  return `must name colours of the shop, and "${name}" is none (${near ? `is it ${near}?` : `they are ${names.join(", ")}`})`;
}

/** `#rgb` and `#rrggbb` as `#rrggbb` in lower case; undefined for any other text. */
function readColour(text: string | undefined): string | undefined {
  if (!text || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text)) return undefined;
  return (text.length === 4 ? text.replaceAll(/[\da-f]/gi, "$&$&") : text).toLowerCase();
}

function valueOf(name: string, colours: Colours): string {
  const value = colours.get(name);
  if (value === undefined) throw new Error(`app/styles/tokens.css has no colour ${name}.`);
  return value;
}

/** The luminance of a colour, from 0 to 1: WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, "");
}

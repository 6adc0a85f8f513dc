import type { Image } from "@napi-rs/canvas";
import { drawPhoto, headlineFor, heightOf, textFor, type Brush } from "./brush.ts";
import { logo, logoMeasure } from "./drawings.ts";
import { pictureHeight, pictureWidth, type HomeWords, type Picture } from "../picture.ts";
import { shownWords } from "./shown-words.ts";

const left = 84;
const width = 560;
const signSize = 92;

const nameAtMost = 120;
const addressAtMost = 160;

const nameSettings = [
  { size: 148, linesAtMost: 1 },
  { size: 124, linesAtMost: 2 },
  { size: 104, linesAtMost: 2 },
  { size: 86, linesAtMost: 3 },
  { size: 68, linesAtMost: 3 },
] as const;
const addressSettings = [{ size: 30, linesAtMost: 2 }] as const;

/** Draws the shop: the photograph of its hero, and over it its logo, name and address. */
export function drawHome(brush: Brush, picture: Picture, words: HomeWords, photo: Image | undefined): void {
  const { colours, shopName } = picture;
  brush.fill(colours.hero, 0, 0, pictureWidth, pictureHeight);
  if (photo) {
    drawPhoto(brush, photo, 0, 0, pictureWidth, pictureHeight);
    const scrim = brush.context.createLinearGradient(0, 0, pictureWidth, 0);
    for (const [stop, opacity] of scrimStops) scrim.addColorStop(stop, colours.hero + opacity);
    brush.fill(scrim, 0, 0, pictureWidth, pictureHeight);
  }
  const name = shownWords(shopName, nameAtMost);
  const nameHand = headlineFor(name);
  const fittedName = brush.fit(name, width, nameHand, nameSettings);
  const address = shownWords(words.address, addressAtMost);
  const addressHand = textFor(address);
  const fittedAddress = address === "" ? undefined : brush.fit(address, width, addressHand, addressSettings);
  const addressHeight = fittedAddress ? gap + heightOf(fittedAddress, addressHand) : 0;
  const top = (pictureHeight - signSize - gap - heightOf(fittedName, nameHand) - addressHeight) / 2;
  brush.mark(logo, logoMeasure, colours.gold, left - 10, top, signSize, 4.5);
  const under = brush.writeLines(fittedName, nameHand, colours["on-hero"], left, top + signSize + gap);
  if (fittedAddress) brush.writeLines(fittedAddress, addressHand, colours.cream, left, under + gap);
}

const gap = 16;

/** From left to right: how opaque the hero's colour is over the photograph, in two hex digits. */
const scrimStops = [
  [0, "d9"],
  [0.4, "a6"],
  [0.7, "1f"],
  [1, "00"],
] as const;

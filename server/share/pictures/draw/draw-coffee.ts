import type { Image } from "@napi-rs/canvas";
import { isBlank } from "../../../../catalogue/text/is-blank.ts";
import { drawPhoto, headlineFor, heightOf, textFor, type Brush } from "./brush.ts";
import { logo, logoMeasure, missingPhotoCup } from "./drawings.ts";
import { pictureHeight, pictureWidth, type CoffeeWords, type Picture } from "../picture.ts";
import { isBangla, shownWords } from "./shown-words.ts";

/** The width of the shop's own photographs at the height of the picture, in pixels. */
const photoWidth = 504;
const stripWidth = 6;
const left = photoWidth + stripWidth + 58;
const right = pictureWidth - 64;
const width = right - left;
const signTop = 52;
const signSize = 54;
const middle = { top: 122, bottom: 492, bottomWithoutPrice: 562 };
const priceBaseline = 566;

const signBaseline = 41;
const shopNameAtMost = 80;
const nameAtMost = 220;
const tasteAtMost = 240;
const priceAtMost = 40;

const nameSettings = [
  { size: 112, linesAtMost: 2 },
  { size: 98, linesAtMost: 2 },
  { size: 84, linesAtMost: 3 },
  { size: 74, linesAtMost: 3 },
  { size: 64, linesAtMost: 3 },
] as const;
/** Smaller, because letters in Bangla take more height. */
const banglaNameSettings = [
  { size: 98, linesAtMost: 2 },
  { size: 88, linesAtMost: 2 },
  { size: 74, linesAtMost: 3 },
  { size: 64, linesAtMost: 3 },
] as const;
const tasteSettings = [{ size: 30, linesAtMost: 2 }] as const;
const shopSettings = [{ size: 44, linesAtMost: 1 }] as const;
const priceSettings = [
  { size: 72, linesAtMost: 1 },
  { size: 44, linesAtMost: 1 },
] as const;

const unnamed = { en: "Unnamed coffee", bn: "নামহীন কফি" };
const taka = { en: "Taka", bn: "টাকা" };

/** Draws a coffee: its photo at the left, and beside it its name, taste and price, under the shop's logo and name. */
export function drawCoffee(brush: Brush, picture: Picture, words: CoffeeWords, photo: Image | undefined): void {
  const { colours, language } = picture;
  brush.fill(colours.paper, 0, 0, pictureWidth, pictureHeight);
  if (photo) drawPhoto(brush, photo, 0, 0, photoWidth, pictureHeight);
  else {
    brush.fill(colours.card, 0, 0, photoWidth, pictureHeight);
    brush.mark(missingPhotoCup, 200, colours.soft, 8, 8, 610, 5.5);
  }
  brush.fill(colours.gold, photoWidth, 0, stripWidth, pictureHeight);
  drawSign(brush, picture);

  const name = isBlank(words.name) ? unnamed[language] : shownWords(words.name, nameAtMost);
  const nameHand = headlineFor(name);
  const fittedName = brush.fit(name, width, nameHand, isBangla(name) ? banglaNameSettings : nameSettings);
  const taste = shownWords(words.taste, tasteAtMost);
  const tasteHand = textFor(taste);
  const fittedTaste = taste === "" ? undefined : brush.fit(taste, width, tasteHand, tasteSettings);
  const tasteHeight = fittedTaste ? gap + heightOf(fittedTaste, tasteHand) : 0;
  const bottom = words.price.trim() === "" ? middle.bottomWithoutPrice : middle.bottom;
  const top = (middle.top + bottom - heightOf(fittedName, nameHand) - tasteHeight) / 2;
  const under = brush.writeLines(fittedName, nameHand, colours.ink, left, top);
  if (fittedTaste) brush.writeLines(fittedTaste, tasteHand, colours.soft, left, under + gap);
  drawPrice(brush, picture, words.price);
}

const gap = 18;
const unitGap = 12;

function drawSign(brush: Brush, { colours, shopName }: Picture): void {
  brush.mark(logo, logoMeasure, colours.link, left - 4, signTop, signSize, 2.6);
  const besides = left + signSize + 6;
  const name = shownWords(shopName, shopNameAtMost);
  const { lines } = brush.fit(name, right - besides, headlineFor(name), shopSettings);
  const [line = ""] = lines;
  brush.write(line, headlineFor(name), shopSettings[0].size, colours.link, besides, signTop + signBaseline, "left");
}

function drawPrice(brush: Brush, { colours, language }: Picture, price: string): void {
  const shown = shownWords(price, priceAtMost);
  if (shown === "") return;
  const figures = language === "bn" ? inBangla(shown) : shown;
  brush.fill(colours.rule, left, priceBaseline - 70, width, 2);
  const hand = headlineFor(figures);
  const [unit, unitSize] = [taka[language], 32];
  const room = width - unitGap - brush.width(unit, textFor(unit), unitSize);
  const { size, lines } = brush.fit(figures, room, hand, priceSettings);
  const wide = brush.write(lines[0] ?? "", hand, size, colours.ink, left, priceBaseline, "left");
  brush.write(unit, textFor(unit), unitSize, colours.soft, left + wide + unitGap, priceBaseline, "left");
}

function inBangla(figures: string): string {
  return figures.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x9e6 + Number(digit)));
}

import { GlobalFonts, Path2D, type Image, type SKRSContext2D } from "@napi-rs/canvas";
import { fitWords, type FittedWords, type Setting } from "./fit-words.ts";
import { isBangla } from "./shown-words.ts";

/**
 * A text style: the font families in the order in which they are tried, the weight, the share of the size that letters
 * take, and the height of lines as a multiple of the size.
 */
export type Hand = Readonly<{ families: string; weight: number; scale: number; leading: number }>;

const familiesAtMost = 100;
const ownFamilies = "Raleway, 'Raleway Extended', 'Hind Siliguri'";

/** The machine's fonts, sans-serif ones first, for letters that the shop's faces lack: the canvas has no fallback. */
const systemFamilies = GlobalFonts.families
  .map(({ family }) => family)
  .filter((family) => /^[\w .-]+$/.test(family))
  .toSorted((one, other) => Number(/sans/i.test(other)) - Number(/sans/i.test(one)) || one.localeCompare(other))
  .slice(0, familiesAtMost)
  .map((family) => `, '${family}'`)
  .join("");

const headline: Hand = {
  families: `Rancho, Galada, ${ownFamilies}${systemFamilies}`,
  weight: 400,
  scale: 1,
  leading: 1,
};
const text: Hand = { families: ownFamilies + systemFamilies, weight: 500, scale: 1, leading: 1.4 };

/**
 * The style of a name or a price. Bangla is smaller: otherwise Galada looks larger than Rancho (app/styles/fonts.css).
 */
export function headlineFor(words: string): Hand {
  return isBangla(words) ? { ...headline, scale: 0.85, leading: 1.14 } : headline;
}

export function textFor(words: string): Hand {
  return isBangla(words) ? { ...text, leading: 1.6 } : text;
}

/** Draws on a canvas, with words in the shop's fonts. Lengths are in pixels. */
export class Brush {
  readonly context: SKRSContext2D;

  constructor(context: SKRSContext2D) {
    this.context = context;
    context.textBaseline = "alphabetic";
  }

  fill(colour: string | CanvasGradient, x: number, y: number, width: number, height: number): void {
    this.context.fillStyle = colour;
    this.context.fillRect(x, y, width, height);
  }

  /** Sets words in the first of `settings` in which they fit, else in the last, as `fitWords` does. */
  fit(words: string, width: number, hand: Hand, settings: readonly Setting[]): FittedWords {
    return fitWords(words, width, settings, (line, size) => this.width(line, hand, size));
  }

  width(line: string, hand: Hand, size: number): number {
    this.#take(line, hand, size);
    return this.context.measureText(line).width;
  }

  /** Writes one line that starts or ends at `x`, depending on `align`. Returns its width. */
  write(line: string, hand: Hand, size: number, colour: string, x: number, baseline: number, align: CanvasTextAlign) {
    this.#take(line, hand, size);
    this.context.fillStyle = colour;
    this.context.textAlign = align;
    this.context.fillText(line, x, baseline);
    return this.context.measureText(line).width;
  }

  /** Writes lines below each other, from `top` on. Returns where the next item may begin. */
  writeLines({ size, lines }: FittedWords, hand: Hand, colour: string, x: number, top: number): number {
    const step = size * hand.leading;
    for (const [at, line] of lines.entries()) {
      this.write(line, hand, size, colour, x, top + at * step + step * baselineShare, "left");
    }
    return top + lines.length * step;
  }

  /** Draws one of the shop's icons, a path on a square of `measure` units, in a square of `size`. */
  mark(path: string, measure: number, colour: string, x: number, y: number, size: number, lineWeight: number): void {
    const { context } = this;
    context.save();
    context.translate(x, y);
    context.scale(size / measure, size / measure);
    context.strokeStyle = colour;
    context.lineWidth = (lineWeight * measure) / size;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.stroke(new Path2D(path));
    context.restore();
  }

  #take(line: string, { families, weight, scale }: Hand, size: number): void {
    const { context } = this;
    context.font = `${weight} ${size * scale}px ${families}`;
    context.fontVariationSettings = `'wght' ${weight}`;
    context.direction = startsFromRight(line) ? "rtl" : "ltr";
  }
}

/** The share of a line's height that is above its baseline. */
const baselineShare = 0.74;

/** The height of the lines together, in pixels. */
export function heightOf({ size, lines }: FittedWords, { leading }: Hand): number {
  return lines.length * size * leading;
}

/** Whether the first letter is of a script that is written from right to left. */
function startsFromRight(line: string): boolean {
  const [letter = ""] = /\p{L}/u.exec(line) ?? [];
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

/** Fills a rectangle with a photo, centred. Cuts off what does not fit. */
export function drawPhoto({ context }: Brush, photo: Image, x: number, y: number, width: number, height: number): void {
  const scale = Math.max(width / photo.width, height / photo.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [cutLeft, cutTop] = [(photo.width - shownWidth) / 2, (photo.height - shownHeight) / 2];
  context.imageSmoothingQuality = "high";
  // A photo may have transparent parts.
  context.fillStyle = "#ffffff";
  context.fillRect(x, y, width, height);
  context.drawImage(photo, cutLeft, cutTop, shownWidth, shownHeight, x, y, width, height);
}

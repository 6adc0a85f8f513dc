import { GlobalFonts } from "@napi-rs/canvas";
import { withEllipsis } from "../../../../catalogue/text/with-ellipsis.ts";

/** The most UTF-16 code units of a text that are read: nobody sees what follows them. */
const readAtMost = 4_000;
const segmenter = new Intl.Segmenter("en");

/** Whether the machine has a font with emojis. Without one, emojis would be drawn as boxes. */
const hasEmojis = GlobalFonts.families.some(({ family }) => /emoji/i.test(family));

/**
 * A visitor's text as it can be drawn: on one line, without characters that change the direction of text, with at most
 * four combining marks in a row, and of about `atMost` UTF-16 code units at most. A longer text ends with an ellipsis;
 * no grapheme cluster is cut in two.
 */
export function shownWords(text: string, atMost: number): string {
  const tidy = text
    .slice(0, readAtMost)
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll(/(\p{M}{4})\p{M}+/gu, "$1")
    .trim();
  const drawn = (!hasEmojis && withoutEmojis(tidy)) || tidy;
  return drawn.length <= atMost ? drawn : withEllipsis(startOf(drawn, atMost));
}

function withoutEmojis(text: string): string {
  return text
    .replaceAll(/(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u20e3\ufe0f]\u200d?)+/gu, "")
    .replaceAll(/ +/g, " ")
    .trim();
}

/** The start of a text: as many whole grapheme clusters as fit into `atMost` UTF-16 code units. */
function startOf(text: string, atMost: number): string {
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > atMost) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The grapheme clusters of a text (UAX #29): its letters, each with its combining marks. */
export function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Whether a text has a character of the Bangla script. */
export function isBangla(text: string): boolean {
  return /[\u0980-\u09ff]/.test(text);
}

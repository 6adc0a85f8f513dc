import { GlobalFonts } from "@napi-rs/canvas";
import { withEllipsis } from "../../../../catalogue/text/with-ellipsis.ts";

/** Read no further: nobody sees what is behind so much. */
const readAtMost = 4_000;
const segmenter = new Intl.Segmenter("en");

/** Whether there is a face with emojis; boxes would stand where they are. */
const hasEmojis = GlobalFonts.families.some(({ family }) => /emoji/i.test(family));

/**
 * A visitor's text as it can be drawn: on one line, without signs that turn others around or pile up, and of no more than
 * about `atMost` UTF-16 units. What is left out is stood for by an ellipsis; no letter is torn from its signs.
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

/** As many whole letters as there are within `atMost` UTF-16 units. */
function startOf(text: string, atMost: number): string {
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > atMost) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The letters of a text, each with the signs that belong to it. */
export function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Whether a text is, in part, in the script of Bangla. */
export function isBangla(text: string): boolean {
  return /[\u0980-\u09ff]/.test(text);
}

/** What a terminal obeys or does not show, and what turns the direction of text: all of C0 and C1 but line ends and tabs. */
const steering =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\r(?!\n)/g;

/**
 * The text with each character that could steer a terminal written as its escape, such as \u001b. A JSON document keeps
 * its value, for these characters stand only inside its strings.
 */
export function visibleText(text: string): string {
  return text.replaceAll(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Control characters (C0 and C1, except line ends and tabs), invisible characters, and characters that change the
 * direction of text.
 */
const steering =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\r(?!\n)/g;

/**
 * Escapes each character that could control a terminal, such as \u001b. JSON documents keep their values, because such
 * characters occur only inside strings.
 */
export function visibleText(text: string): string {
  return text.replaceAll(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

import { format, styleText } from "node:util";
import { visibleText } from "../../catalogue/text/visible-text.ts";

/*
 * All output of commands is printed here and escaped, because it may quote a file or a coffee. Only output for other
 * programs, such as an export to a pipe, is written unchanged.
 */

const styles = ["red", "green", "dim", "bold", "white", "bgBlack"] as const;

/** Prints lines, or a JSON document, to standard output. */
export function print(text: string): void {
  process.stdout.write(`${withOwnColours(text)}\n`);
}

/** Prints what went wrong to standard error; an unexpected error with its stack. */
export function printFailure(failure: unknown): void {
  process.stderr.write(`${visibleText(format(failure))}\n`);
}

/** Colours a text if standard output is a terminal that supports it. */
export function paint(style: (typeof styles)[number], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Codes of SGR, ECMA-48 8.3.117: colours and weights. */
const ofColour = new RegExp(String.raw`(\u001b\[\d+m)`, "u");

function withOwnColours(text: string): string {
  const own = styles.flatMap((style) => paint(style, " ").split(" ")).filter((code) => code !== "");
  if (own.length === 0) return visibleText(text);
  return text
    .split(ofColour)
    .map((part) => (own.includes(part) ? part : visibleText(part)))
    .join("");
}

import { format, styleText } from "node:util";
import { visibleText } from "../../catalogue/text/visible-text.ts";

/*
 * All that commands say passes through here, for it may quote a file or a coffee. Only what a command writes for other
 * programs to read, such as an export through a pipe, is written to the byte.
 */

const styles = ["red", "green", "dim", "bold"] as const;

/** Prints lines, or a JSON document, on standard output. */
export function print(text: string): void {
  process.stdout.write(`${withOwnColours(text)}\n`);
}

/** Prints on standard error what went wrong; a failure that nobody expected with its stack. */
export function printFailure(failure: unknown): void {
  process.stderr.write(`${visibleText(format(failure))}\n`);
}

/** Colour on a terminal that takes it; none elsewhere. */
export function paint(style: (typeof styles)[number], text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

function withOwnColours(text: string): string {
  const own = styles.flatMap((style) => paint(style, " ").split(" ")).filter((code) => code !== "");
  if (own.length === 0) return visibleText(text);
  const codes = new RegExp(`(${own.map((code) => RegExp.escape(code)).join("|")})`);
  return text
    .split(codes)
    .map((part) => (own.includes(part) ? part : visibleText(part)))
    .join("");
}

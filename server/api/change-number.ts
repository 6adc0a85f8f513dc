import { Fault } from "../../catalogue/fault.ts";

/** The number of a change. Throws `unknown-change` where the text is none. */
export function readNumber(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  const sent = text.slice(0, 40);
  throw new Fault("unknown-change", {
    en: `There is no change with the number ${sent}.`,
    bn: `‘${sent}’ নম্বরের কোনো পরিবর্তন নেই।`,
  });
}

/** The same, or 0, which is before the first change. */
export function readNumberAfter(text: string): number {
  return text === "0" ? 0 : readNumber(text);
}

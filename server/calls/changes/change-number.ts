import { z } from "zod";
import { Fault } from "../../../catalogue/fault.ts";

/** The number of a change. The API's description uses it too. */
export const changeNumber = z.int().min(1);
/** Parses a change number; 0 means "from the start of the log". The API's description uses it too. */
export const placeInLog = z.int().min(0);

/** Reads the number of a change from a path. Throws `unknown-change` if the text is not such a number. */
export function readNumber(text: string): number {
  const number = numberIn(text, changeNumber);
  if (number !== undefined) return number;
  throw new Fault("unknown-change", { sent: text.slice(0, 40) });
}

/**
 * Reads the parameter `name`, a place in the log. Throws `number-not-readable`, with that name, if the text is not a
 * number that `schema` accepts.
 */
export function readPlace(name: string, text: string, schema: z.ZodInt): number {
  const number = numberIn(text, schema);
  if (number !== undefined) return number;
  throw new Fault("number-not-readable", { parameter: name });
}

function numberIn(text: string, schema: z.ZodInt): number | undefined {
  return /^(0|[1-9][0-9]{0,15})$/.test(text) ? schema.safeParse(Number(text)).data : undefined;
}

import { z } from "zod";
import { Fault } from "../../../catalogue/fault.ts";

/** The number of a change. Also read by the API description. */
export const changeNumber = z.int().min(1);
/** The number of a change, or 0, which is before the first. Also read by the API description. */
export const placeInLog = z.int().min(0);

/** Reads the number of a change out of a path. Throws `unknown-change` where the text is none. */
export function readNumber(text: string): number {
  const number = numberIn(text, changeNumber);
  if (number !== undefined) return number;
  throw new Fault("unknown-change", { sent: text.slice(0, 40) });
}

/** Reads a parameter that says where in the log to begin. Throws `number-not-readable`, which names it, where it does not. */
export function readPlace(name: string, text: string, schema: z.ZodInt): number {
  const number = numberIn(text, schema);
  if (number !== undefined) return number;
  throw new Fault("number-not-readable", { parameter: name });
}

function numberIn(text: string, schema: z.ZodInt): number | undefined {
  return /^(0|[1-9][0-9]{0,15})$/.test(text) ? schema.safeParse(Number(text)).data : undefined;
}

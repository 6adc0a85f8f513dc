import { fieldsOf, type StoredFields } from "../catalogue/coffee-text.ts";
import { describeRowFault, type ReadResult } from "../cli/formats/check-rows.ts";

/** The coffees that were read from a file, with their fields and ids. Throws all faults if the file was refused. */
export function coffeesIn(read: ReadResult): (StoredFields & { _id: string | undefined })[] {
  if ("faults" in read) throw new Error(read.faults.map(describeRowFault).join("\n"));
  return read.rows.map(({ id, text }) => ({ _id: id, ...fieldsOf(text) }));
}

import { Fault } from "../../catalogue/fault.ts";

/** What is wrong with an address of which the shop knows nothing. */
export function unknownAddress(): Fault {
  return new Fault("unknown-address", { en: "Nothing is at this address.", bn: "এই ঠিকানায় কিছু নেই।" });
}

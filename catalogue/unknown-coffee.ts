import { Fault } from "./fault.ts";

/** The fault for an id that no coffee has. */
export function unknownCoffee(id: string): Fault {
  return new Fault("unknown-coffee", {
    en: `There is no coffee with the id ${id}.`,
    bn: `${id} আইডির কোনো কফি নেই।`,
  });
}

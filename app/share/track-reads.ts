import { createContext } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { fittingDocument } from "../list/coffees-in-document.ts";
import type { CoffeeReader } from "../calls/product-server.ts";

/** What the loaders of one document have read. */
export type CoffeesRead = Readonly<{
  /** The start of the list, where no more than that was asked for. */
  first: readonly Coffee[] | undefined;
  found: Coffee | undefined;
}>;

/** Set by the server for each document. */
export const coffeesReadContext = createContext<CoffeesRead>();

/** A reader that notes in `read` what comes of it. */
export function noteReads(reader: CoffeeReader): Readonly<{ reader: CoffeeReader; read: CoffeesRead }> {
  const read: { -readonly [Name in keyof CoffeesRead]: CoffeesRead[Name] } = { first: undefined, found: undefined };
  const noting: CoffeeReader = {
    async list(first) {
      const answer = await reader.list(first);
      if (answer.ok && first) read.first = fittingDocument(answer.value);
      return answer;
    },
    async find(id) {
      const answer = await reader.find(id);
      if (answer.ok) read.found = answer.value.coffee;
      return answer;
    },
  };
  return { reader: noting, read };
}

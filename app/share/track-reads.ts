import { createContext } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { fittingDocument } from "../list/coffees-in-document.ts";
import type { CoffeeReader } from "../calls/product-server.ts";

/** The coffees that the loaders of one document have read. */
export type TrackedReads = Readonly<{
  /** The start of the list, if a loader read only that. */
  first: readonly Coffee[] | undefined;
  found: Coffee | undefined;
}>;

/** Set by the server for each document. */
export const trackedReadsContext = createContext<TrackedReads>();

/** Wraps a reader, and records what it returns in `read`. */
export function trackReads(reader: CoffeeReader): Readonly<{ reader: CoffeeReader; read: TrackedReads }> {
  const read: { -readonly [Name in keyof TrackedReads]: TrackedReads[Name] } = { first: undefined, found: undefined };
  const tracking: CoffeeReader = {
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
  return { reader: tracking, read };
}

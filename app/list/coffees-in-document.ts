import type { Coffee } from "../../catalogue/coffee.ts";
import type { FirstCoffees } from "../calls/product-server.ts";

/** How many neighbours in the list turn from words into cards together; coffees.css takes it for their height. */
export const chunkSize = 12;

/** How many coffees the first document of home holds at most. A list that is no longer than this is whole cards alone. */
export const coffeesInDocument = 8 * chunkSize;

const bytesInDocument = 262_144;

/** Enough coffees to fill the first document, and another one where there are more. */
export const firstCoffees: FirstCoffees = { count: coffeesInDocument + 1, bytes: 2 * bytesInDocument };

/** As many of these coffees, from the first on, as the first document of home has room for. */
export function fittingDocument(coffees: readonly Coffee[]): readonly Coffee[] {
  let bytes = 0;
  const first = coffees.slice(0, coffeesInDocument);
  const isTooMuch = (coffee: Coffee) => (bytes += bytesInScript(coffee)) > bytesInDocument;
  const end = first.findIndex((coffee, at) => isTooMuch(coffee) && at > 0);
  return end === -1 ? first : first.slice(0, end);
}

/** What a coffee takes up in the script that hands it to the browser: a text in a text, with the signs of tags as escapes. */
function bytesInScript(coffee: Coffee): number {
  const text = JSON.stringify(JSON.stringify(coffee)).replaceAll(/[<>&]/g, "\\u003c");
  return new TextEncoder().encode(text).length;
}

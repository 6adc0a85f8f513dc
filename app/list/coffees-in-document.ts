import type { Coffee } from "../../catalogue/coffee.ts";
import type { FirstCoffees } from "../calls/product-server.ts";

/**
 * Coffees per chunk of the list, which turns from text into cards as a whole. coffees.css estimates its height from it.
 */
export const chunkSize = 12;

/**
 * The most coffees in the first document of home: 96, more than anyone sees before the list arrives (decision 0014). A
 * list up to this length is always rendered as cards.
 */
export const coffeesInDocument = 8 * chunkSize;

const bytesInDocument = 262_144;

/** Enough coffees to fill the first document, and one more to know whether there are more. */
export const firstCoffees: FirstCoffees = { count: coffeesInDocument + 1, bytes: 2 * bytesInDocument };

/** The first coffees that fit the first document of home. */
export function fittingDocument(coffees: readonly Coffee[]): readonly Coffee[] {
  let bytes = 0;
  const first = coffees.slice(0, coffeesInDocument);
  const isTooMuch = (coffee: Coffee) => (bytes += bytesInScript(coffee)) > bytesInDocument;
  const end = first.findIndex((coffee, at) => isTooMuch(coffee) && at > 0);
  return end === -1 ? first : first.slice(0, end);
}

/** The size of a coffee in the document's data script: JSON in a JSON string, with <, > and & escaped. */
function bytesInScript(coffee: Coffee): number {
  const text = JSON.stringify(JSON.stringify(coffee)).replaceAll(/[<>&]/g, "\\u003c");
  return new TextEncoder().encode(text).length;
}

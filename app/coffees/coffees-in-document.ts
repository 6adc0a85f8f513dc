import { chunkSize } from "./in-chunks.ts";

/** How many coffees the first document of home holds at most. A list that is no longer than this is whole cards alone. */
export const coffeesInDocument = 4 * chunkSize;

/** Neighbours in the list that turn from words into cards together; even, so that it fills rows. coffees.css knows it too. */
export const chunkSize = 24;

/** How many coffees the first document holds at most. A list that is no longer than this consists of cards alone. */
export const coffeesInDocument = 4 * chunkSize;

/** One set of pages to measure. */
export type Storefront = Readonly<{
  name: "ours" | "script-free" | "plain React";
  url: string;
  /** Puts a coffee at the end of the list in place of one that was deleted. */
  addOne: () => Promise<void>;
}>;

/** The pages that the first ratio divides by. */
export const limitName = "script-free";
/** The pages that the second ratio divides by. */
export const rivalName = "plain React";

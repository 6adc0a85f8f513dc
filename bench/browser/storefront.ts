/** Pages that are measured. */
export type Storefront = Readonly<{
  name: "ours" | "script-free" | "plain React";
  url: string;
  /** Puts a coffee at the end of the list in place of one that was deleted. */
  addOne: () => Promise<void>;
}>;

/** The pages that the first ratio is to. */
export const limitName = "script-free";
/** And those that the second is to. */
export const rivalName = "plain React";

import {
  operator,
  type CoffeeList,
  type CoffeeStore,
  type IncomingCoffee,
  type MadeChange,
} from "../catalogue/coffee-store.ts";
import type { Version } from "../catalogue/log/change.ts";

/** How many coffees an import adds, changes, deletes and leaves as they are. */
export type ImportCounts = Readonly<{ added: number; changed: number; deleted: number; unchanged: number }>;

/** What an import would do, and the version of the shop for which that holds. */
export type ImportPreview = Readonly<{ counts: ImportCounts; version: Version }>;

/** Previews an import; writes nothing. With `isWhole`, coffees of the shop that are not among these are deleted. */
export async function previewImport(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  isWhole: boolean,
): Promise<ImportPreview> {
  const list = await store.list();
  return { counts: countChanges(list, coffees, isWhole), version: list.version };
}

/**
 * Imports coffees as the operator, all or none. With `replacing`, they replace the whole catalogue, which must still be
 * of that version; else this rejects with a `changed-meanwhile` fault.
 */
export function importCoffees(
  store: CoffeeStore,
  coffees: readonly IncomingCoffee[],
  replacing: Version | undefined,
  onProgress?: (done: number, all: number) => void,
): Promise<readonly MadeChange[]> {
  const isWhole = replacing !== undefined;
  return store.importAll(coffees, { visitor: operator, at: new Date() }, isWhole, {
    onProgress,
    ...(isWhole && { precondition: { upTo: replacing.number } }),
  });
}

function countChanges(
  { coffees: listed }: CoffeeList,
  coffees: readonly IncomingCoffee[],
  isWhole: boolean,
): ImportCounts {
  const textsById = new Map(listed.map(({ id, text }) => [id, text]));
  let [added, changed, unchanged] = [0, 0, 0];
  for (const { id, text } of coffees) {
    const before = id === undefined ? undefined : textsById.get(id);
    if (before === undefined) added += 1;
    else if (before === text) unchanged += 1;
    else changed += 1;
  }
  return { added, changed, unchanged, deleted: isWhole ? textsById.size - changed - unchanged : 0 };
}

import { operator, type ChangeSummary, type CoffeeStore, type UndoResult } from "../catalogue/coffee-store.ts";
import type { Version } from "../catalogue/log/change.ts";
import { previewUndo, type CoffeePreview } from "./preview-undo.ts";
import { selectChanges, type UndoSelection } from "./select-changes.ts";

/** What an undo would do, and the version of the shop for which that holds. */
export type SelectedUndo = Readonly<{
  version: Version;
  changes: readonly ChangeSummary[];
  coffees: readonly CoffeePreview[];
}>;

/** Previews the undo of the selected changes; writes nothing. Rejects like `selectChanges` and `previewUndo`. */
export async function previewSelectedUndo(store: CoffeeStore, selection: UndoSelection): Promise<SelectedUndo> {
  const version = await store.version();
  const changes = await selectChanges(store, selection);
  return { version, changes, coffees: await previewUndo(store, changes) };
}

/**
 * Undoes what was previewed, as the operator. Rejects with a `changed-meanwhile` fault if one of the coffees has changed
 * since the preview.
 */
export function undoSelected(
  store: CoffeeStore,
  { version, changes }: SelectedUndo,
  onProgress?: (done: number, all: number) => void,
): Promise<UndoResult> {
  return store.undo(
    changes.map(({ number }) => number),
    { visitor: operator, at: new Date() },
    { precondition: { upTo: version.number }, onProgress },
  );
}

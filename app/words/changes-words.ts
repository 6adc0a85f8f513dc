/* Texts of the changes. The English loads with their dialog; see offline-words.ts. */

const english = {
  /** The coffee's name goes between the two parts. */
  of: ["Changes of ", ""],
  by: (visitor: string) => `Everything by ${visitor}`,
  close: "Close",
  undoAll: "Undo all by this visitor",
  none: "There are no changes here.",
  older: "Older changes",
  visitor: (digits: string) => `visitor ${digits}`,
  /** The visitor goes between the two parts. */
  made: ["by ", ""],
  theShop: "the shop",
  byThisVisitor: "Everything by this visitor",
  undone: "Undone",
  erased: "erased by the shop",
  erasedWhy: (when: string, reason: string) => `Erased by the shop ${when}: ${reason}`,
  undoNamed: (number: string, did: string, name: string) => `Undo change ${number}: ${did} ${name}`,
  /** What was done; the coffee's name follows. */
  did: {
    undidUpdate: "Undid an update of",
    restored: "Restored",
    tookOut: "Removed",
    added: "Added",
    updated: "Updated",
    deleted: "Deleted",
  },
  cameBack: "What came back",
  wasAdded: "What was added",
  wasDeleted: "What was deleted",
  numberNow: "(now a number)",
  textNow: "(now text)",
  characters: (count: string) => `${count} characters`,
  was: "was",
  now: "now",
  undoing: "Undoing all …",
  nothingUndone: "Nothing was undone.",
  nothingLeft: "There's nothing left to undo.",
  allUndone: (count: string) => `Changes undone: ${count}.`,
  wouldUndo: "What will be undone",
  counts: (changeCount: string, coffeeCount: string) => `Changes: ${changeCount}. Coffees: ${coffeeCount}.`,
  /** What becomes of a coffee; its name follows. */
  becomes: {
    back: "Will come back:",
    gone: "Will be removed:",
    changed: "Will change back:",
    same: "Will stay as it is:",
  },
  /** Who wrote the fields that follow. */
  stays: (who: string) => `Will stay because ${who} wrote it later:`,
  olderLeft: "This visitor's older changes are not included.",
  undoThese: "Undo these changes",
  cancel: "Cancel",
};

export type ChangesWords = typeof english;

/** The texts of the changes in the language of a dictionary. */
export function changesWords<Said>(
  words: Readonly<{ changes: Said; onlyOfChanges?: ChangesWords }>,
): Said & ChangesWords {
  return { ...words.changes, ...(words.onlyOfChanges ?? english) };
}

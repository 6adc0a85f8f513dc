import type { Language } from "../../catalogue/language.ts";
import type { Words } from "../words/english.ts";

/*
 * What only the changes say. It comes with their dialog, and not with the dictionaries, which every browser fetches.
 */

const english = {
  /** The name stands between the two. */
  of: ["Changes of ", ""],
  by: (visitor: string) => `Everything by ${visitor}`,
  close: "Close",
  undoAll: "Undo all by this visitor",
  none: "There are no changes here.",
  older: "Older changes",
  visitor: (digits: string) => `visitor ${digits}`,
  /** Who made a change stands between the two. */
  made: ["by ", ""],
  theShop: "the shop",
  byThisVisitor: "Everything by this visitor",
  undone: "Undone",
  erased: "erased by the shop",
  erasedWhy: (when: string, reason: string) => `Erased by the shop ${when}: ${reason}`,
  undoNamed: (number: string, did: string, called: string) => `Undo change ${number}: ${did} ${called}`,
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

const bangla: typeof english = {
  of: ["পরিবর্তন: ", ""],
  by: (visitor) => `${visitor} যা যা করেছেন`,
  close: "বন্ধ করুন",
  undoAll: "এই অতিথির সব কাজ ফিরিয়ে নিন",
  none: "এখানে কোনো পরিবর্তন নেই।",
  older: "আরও পুরোনো পরিবর্তন",
  visitor: (code) => `অতিথি ${code}`,
  made: ["", ""],
  theShop: "দোকান",
  byThisVisitor: "এই অতিথি যা যা করেছেন",
  undone: "ফিরিয়ে নেওয়া হয়েছে",
  erased: "দোকান মুছে দিয়েছে",
  erasedWhy: (when, reason) => `${when} দোকান মুছে দিয়েছে: ${reason}`,
  undoNamed: (number, did, called) => `${number} নম্বর পরিবর্তন ফিরিয়ে নিন: ${did} ${called}`,
  did: {
    undidUpdate: "হালনাগাদ ফিরিয়ে নেওয়া হয়েছে:",
    restored: "ফিরিয়ে আনা হয়েছে:",
    tookOut: "সরিয়ে নেওয়া হয়েছে:",
    added: "যোগ হয়েছে:",
    updated: "হালনাগাদ হয়েছে:",
    deleted: "মুছে ফেলা হয়েছে:",
  },
  cameBack: "যা ফিরে এসেছে",
  wasAdded: "যা যোগ হয়েছে",
  wasDeleted: "যা মুছে ফেলা হয়েছে",
  numberNow: "(এখন সংখ্যা)",
  textNow: "(এখন লেখা)",
  characters: (count) => `${count}টি অক্ষর`,
  was: "ছিল",
  now: "এখন",
  undoing: "সব ফিরিয়ে নেওয়া হচ্ছে …",
  nothingUndone: "কিছুই ফিরিয়ে নেওয়া হয়নি।",
  nothingLeft: "ফিরিয়ে নেওয়ার মতো আর কিছু নেই।",
  allUndone: (count) => `${count}টি পরিবর্তন ফিরিয়ে নেওয়া হয়েছে।`,
  wouldUndo: "যা যা ফিরিয়ে নেওয়া হবে",
  counts: (changeCount, coffeeCount) => `পরিবর্তন: ${changeCount}টি। কফি: ${coffeeCount}টি।`,
  becomes: { back: "ফিরে আসবে:", gone: "সরিয়ে নেওয়া হবে:", changed: "আগের মতো হবে:", same: "যেমন আছে তেমনই থাকবে:" },
  stays: (who) => `${who} পরে লিখেছেন বলে থেকে যাবে:`,
  olderLeft: "এই অতিথির আরও পুরোনো পরিবর্তন এর মধ্যে নেই।",
  undoThese: "এগুলো ফিরিয়ে নিন",
  cancel: "থাক",
};

export const onlyOfChanges: Readonly<Record<Language, typeof english>> = { en: english, bn: bangla };

/** All words of the changes, in the language of these words. */
export function changesWords({ changes, language }: Words) {
  return { ...changes, ...onlyOfChanges[language] };
}

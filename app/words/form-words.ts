import type { Language } from "../../catalogue/language.ts";

/*
 * Texts for documents without scripts. They are not in the dictionaries, which browsers load.
 */

const english = {
  /** Used if the coffee's name is unknown. */
  done: {
    add: "Your coffee was added.",
    update: "Your changes were saved.",
    delete: "The coffee was deleted.",
    undo: "It was undone.",
  },
  ask: (coffeeName: string) => `Delete ${coffeeName}?`,
  canUndo: "You can undo this right after, and anyone can find it under Recent changes.",
  keep: "Keep it",
  bothHere: "The other text stands below each field. Write what should stand there, then press update Coffee.",
  filledIn: "We've filled in the rest of the coffee around what you typed. Check it, then press update Coffee again.",
  undoAsk: "Undo all of these changes?",
};

const bangla: typeof english = {
  done: {
    add: "আপনার কফি যোগ হয়েছে।",
    update: "আপনার পরিবর্তন সংরক্ষণ হয়েছে।",
    delete: "কফিটি মুছে ফেলা হয়েছে।",
    undo: "ফিরিয়ে নেওয়া হয়েছে।",
  },
  ask: (coffeeName) => `${coffeeName} মুছে ফেলবেন?`,
  canUndo: "মোছার পরেই ফিরিয়ে আনতে পারবেন, আর সাম্প্রতিক পরিবর্তনে যে কেউ এটি খুঁজে পাবেন।",
  keep: "থাকুক",
  bothHere: "প্রতিটি ঘরের নিচে অন্য লেখাটি আছে। যা থাকা উচিত তা লিখে আবার আপডেট চাপুন।",
  filledIn: "আপনার লেখা ঠিক রেখে কফির বাকি তথ্য ভরে দেওয়া হয়েছে। দেখে নিয়ে আবার আপডেট চাপুন।",
  undoAsk: "এই সব পরিবর্তন ফিরিয়ে নেবেন?",
};

export const formWords: Readonly<Record<Language, typeof english>> = { en: english, bn: bangla };

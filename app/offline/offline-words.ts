import type { Language } from "../../catalogue/language.ts";

/*
 * What is only said where the shop cannot be reached. It comes with offline-desk.tsx, and not with the dictionaries, which
 * every browser fetches.
 */

const english = {
  title: "We can't reach the shop.",
  list: (when: string) => `This list is from ${when}.`,
  page: (when: string) => `This page is from ${when}.`,
  unsent: "Not sent yet",
  typedNew: (called: string) => `You wrote ‘${called}’, but we couldn't reach the shop.`,
  typedEdit: (called: string) => `You changed ‘${called}’, but we couldn't reach the shop.`,
  maybeThere: "It may have been added after all: check the list before you send it.",
  send: "Send",
  look: "Review",
  throwAway: "Discard",
  thrownAway: "Your text was discarded.",
  stillKept: "Your text is still saved in this browser.",
  lookAndPick: "Your changes weren't saved. Press “Review”, choose which text to keep and send from there.",
};

const bangla: typeof english = {
  title: "দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না।",
  list: (when) => `এই তালিকা ${when} আনা হয়েছে।`,
  page: (when) => `এই পাতা ${when} আনা হয়েছে।`,
  unsent: "যা এখনো পাঠানো হয়নি",
  typedNew: (called) => `আপনি ‘${called}’ লিখেছিলেন, কিন্তু দোকানের সঙ্গে যোগাযোগ করা যায়নি।`,
  typedEdit: (called) => `আপনি ‘${called}’ বদলেছিলেন, কিন্তু দোকানের সঙ্গে যোগাযোগ করা যায়নি।`,
  maybeThere: "কফিটি হয়তো যোগ হয়ে গেছে: পাঠানোর আগে তালিকাটি দেখে নিন।",
  send: "পাঠান",
  look: "দেখে নিন",
  throwAway: "বাদ দিন",
  thrownAway: "আপনার লেখা বাদ দেওয়া হয়েছে।",
  stillKept: "আপনার লেখা এখনো এই ব্রাউজারে রাখা আছে।",
  lookAndPick: "আপনার পরিবর্তন সংরক্ষণ করা হয়নি। ‘দেখে নিন’ চেপে কোন লেখাটি থাকবে বেছে নিন, তারপর সেখান থেকে পাঠান।",
};

export const offlineWords: Readonly<Record<Language, typeof english>> = { en: english, bn: bangla };

import type { Language, Translated } from "../../catalogue/language.ts";

/* The words of the page that the service worker makes for an address that is not in its cache. */

export const pageNames = {
  home: { en: "Home and the list of coffees", bn: "মূল পাতা, কফির তালিকাসহ" },
  addNewCoffee: { en: "The form for a new coffee", bn: "নতুন কফির ফর্ম" },
} satisfies Readonly<Record<string, Translated>>;

export const unreachableWords: Readonly<
  Record<Language, Readonly<{ heading: string; text: string; again: string; open: string }>>
> = {
  en: {
    heading: "We can't reach the shop",
    text: "You haven't opened this page in this browser before, so there's no copy to show. The connection may be back in a moment.",
    again: "Try again",
    open: "Until then, you can open",
  },
  bn: {
    heading: "দোকানের সঙ্গে যোগাযোগ করা যাচ্ছে না",
    text: "পাতাটি এই ব্রাউজারে আগে খোলেননি, তাই দেখানোর মতো কপি নেই। একটু পরেই হয়তো সংযোগ ফিরে আসবে।",
    again: "আবার চেষ্টা করুন",
    open: "ততক্ষণ যা খুলতে পারেন",
  },
};

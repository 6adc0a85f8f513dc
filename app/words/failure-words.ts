import type { Translated } from "../../catalogue/language.ts";

/** Messages for a failed call, used if the server sent none. */
export const failureWords = {
  noSuchCoffee: { en: "We couldn't find this coffee.", bn: "কফিটি খুঁজে পাওয়া গেল না।" },
  offline: { en: "You're offline.", bn: "আপনার ইন্টারনেট সংযোগ নেই।" },
  unreachable: { en: "We couldn't reach the shop.", bn: "দোকানের সঙ্গে যোগাযোগ করা গেল না।" },
  unreadableReply: { en: "We couldn't understand the shop's answer.", bn: "দোকানের উত্তর বোঝা গেল না।" },
  unreadableList: { en: "We couldn't read the list of coffees.", bn: "কফির তালিকা পড়া গেল না।" },
  /** The server replied, but did not acknowledge the write. */
  notConfirmed: { en: "The shop didn't confirm it.", bn: "দোকান এটি গ্রহণের কথা জানায়নি।" },
  status: (status: number) => ({
    en: `The shop answered with an error (${status}).`,
    bn: `দোকানের উত্তরে একটি ত্রুটি এসেছে (${status.toLocaleString("bn", { useGrouping: false })})।`,
  }),
  timeout: (seconds: number) => ({
    en: `The shop didn't answer within ${seconds} seconds.`,
    bn: `${seconds.toLocaleString("bn")} সেকেন্ডের মধ্যে দোকানের উত্তর মেলেনি।`,
  }),
} satisfies Readonly<Record<string, Translated | ((value: number) => Translated)>>;

import type { Shop } from "../../app/shop/storefront.ts";
import type { Language } from "../../catalogue/language.ts";
import type { Settings } from "../settings.ts";

/** The defaults of the settings in Bangla, by their English text. */
const defaultsInBangla: ReadonlyMap<string, string> = new Map([
  ["Niceties", "নাইসিটিজ"],
  ["27 Satmasjid Road, Dhanmondi, Dhaka 1209", "২৭ সাতমসজিদ রোড, ধানমন্ডি, ঢাকা ১২০৯"],
]);

function inBangla(set: string, english: string): string {
  return set || (defaultsInBangla.get(english) ?? english);
}

/**
 * The shop's name, contacts and links. Where no Bangla is set, Bangla has the text as set, or the translation of a
 * default.
 */
export function shopInLanguages(settings: Settings): Readonly<Record<Language, Shop>> {
  const en = {
    name: settings.SHOP_NAME,
    phone: settings.SHOP_PHONE,
    email: settings.SHOP_EMAIL,
    address: settings.SHOP_ADDRESS,
    copyright: settings.SHOP_COPYRIGHT || settings.SHOP_NAME,
    social: {
      facebook: settings.SHOP_FACEBOOK,
      instagram: settings.SHOP_INSTAGRAM,
      x: settings.SHOP_X,
      youtube: settings.SHOP_YOUTUBE,
    },
  };
  const nameInBangla = inBangla(settings.SHOP_NAME_BN, en.name);
  const bn = {
    ...en,
    name: nameInBangla,
    address: inBangla(settings.SHOP_ADDRESS_BN, en.address),
    copyright: settings.SHOP_COPYRIGHT_BN || settings.SHOP_COPYRIGHT || nameInBangla,
  };
  return { en, bn };
}

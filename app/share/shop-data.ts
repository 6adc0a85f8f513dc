import type { CafeOrCoffeeShopLeaf, MenuItemLeaf, MenuSectionLeaf, OfferLeaf, WithContext } from "schema-dts";
import type { Coffee, Price } from "../../catalogue/coffee.ts";
import { copyPath } from "../../catalogue/copy-address.ts";
import type { Language } from "../../catalogue/language.ts";
import { largestWidth } from "../../catalogue/photo-address.ts";
import { addresses } from "../shop/addresses.ts";
import { byCategory } from "../board/by-category.ts";
import { displayName } from "../coffee/text/display-name.ts";
import { coffeeDescription } from "../coffee/text/coffee-description.ts";
import { shownPhoto } from "../coffee/photo-source.ts";
import { excerpt } from "../coffee/text/excerpt.ts";
import { numberIn } from "../search/search-query.ts";
import type { StorefrontSettings } from "../shop/storefront.ts";
import type { Words } from "../words/english.ts";

/*
 * Structured data about the shop and its coffees, with the types of schema.org. JSON leaves out undefined values.
 */

const context = { "@context": "https://schema.org" } as const;
const currency = "BDT";
const shopPhoto = "/photographs/hero-wide.jpg";

export type ShopFacts = Readonly<{
  language: Language;
  words: Words;
  settings: StorefrontSettings;
  /** The address of the shop. */
  site: string;
}>;

/** The shop, with these coffees as its menu. */
export function shopData(coffees: readonly Coffee[], of: ShopFacts): WithContext<CafeOrCoffeeShopLeaf> {
  const groups = byCategory(coffees).map(({ category, coffees: group }) => ({
    category,
    items: group.map((coffee) => menuItem(coffee, of)),
  }));
  const sections = groups
    .filter(({ category }) => category !== "")
    .map(({ category, items }): MenuSectionLeaf => ({
      "@type": "MenuSection",
      name: excerpt(category),
      hasMenuItem: items,
    }));
  const others = groups.filter(({ category }) => category === "").flatMap(({ items }) => items);
  return {
    ...context,
    ...shop(of),
    hasMenu: {
      "@type": "Menu",
      inLanguage: of.language,
      hasMenuSection: unlessEmpty(sections),
      hasMenuItem: unlessEmpty(others),
    },
  };
}

/** One coffee, with the shop that offers it. */
export function coffeeData(coffee: Coffee, of: ShopFacts): WithContext<MenuItemLeaf> {
  const offers = offerAt(coffee.price);
  return {
    ...context,
    ...menuItem(coffee, of),
    description: unlessEmpty(coffeeDescription(coffee)),
    offers: offers && { ...offers, url: addressOf(coffee, of), offeredBy: shop(of) },
  };
}

function shop({ language, settings, site }: ShopFacts): CafeOrCoffeeShopLeaf {
  const { name, phone, email, address, social } = settings.shop[language];
  return {
    "@type": "CafeOrCoffeeShop",
    name,
    url: site + addresses.home,
    telephone: unlessEmpty(phone),
    email: unlessEmpty(email),
    address: unlessEmpty(address),
    image: site + shopPhoto,
    currenciesAccepted: currency,
    sameAs: unlessEmpty(Object.values(social)),
  };
}

function menuItem(coffee: Coffee, of: ShopFacts): MenuItemLeaf {
  return {
    "@type": "MenuItem",
    name: excerpt(displayName(coffee.name, of.words)).trim(),
    description: unlessEmpty(excerpt(coffee.taste).trim()),
    image: photoAddress(coffee.photo, of),
    url: addressOf(coffee, of),
    offers: offerAt(coffee.price),
  };
}

function addressOf({ _id }: Coffee, { site }: ShopFacts): string {
  return site + addresses.coffeeDetails(_id);
}

/** The offer for a price; undefined if the price is negative, not a number, or not writable in plain digits. */
function offerAt(price: Price): OfferLeaf | undefined {
  const digits = String(Math.abs(numberIn(String(price)) ?? Number.NaN));
  const isPlain = /^\d+(\.\d+)?$/.test(digits) && !String(price).trim().startsWith("-");
  return isPlain ? { "@type": "Offer", price: digits, priceCurrency: currency } : undefined;
}

/** Some consumers refuse longer addresses. */
const addressLengthLimit = 2_000;

/** The address of the photo, or of the shop's copy, for other programs; undefined for data URLs. */
function photoAddress(photo: string, { settings, site }: ShopFacts): string | undefined {
  const { source, isCopied = false } = shownPhoto(photo, settings) ?? {};
  const path = source !== undefined && isCopied ? copyPath(source, largestWidth) : source;
  const [withoutText] = path?.split("#alt=", 1) ?? [];
  const address = withoutText === undefined ? null : URL.parse(withoutText, site);
  return address && /^https?:$/.test(address.protocol) && address.href.length <= addressLengthLimit
    ? address.href
    : undefined;
}

function unlessEmpty<Value extends string | readonly unknown[]>(value: Value): Value | undefined {
  return value.length === 0 ? undefined : value;
}

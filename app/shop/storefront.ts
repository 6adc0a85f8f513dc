import { createContext } from "react-router";
import type { Language } from "../../catalogue/language.ts";

/** What a shop says about itself; a social link that is undefined has no icon. */
export type Shop = Readonly<{
  name: string;
  phone: string;
  email: string;
  address: string;
  copyright: string;
  social: Readonly<{ facebook?: string; instagram?: string; x?: string; youtube?: string }>;
}>;

/** What the operator settled for every page. */
export type StorefrontSettings = Readonly<{
  shop: Readonly<Record<Language, Shop>>;
  /** CSS with the shop's own colours, which override ours; empty where it has none. */
  themeStyle: string;
  /** What browsers that colour their own frame give it. */
  headerColour: Readonly<{ light: string; dark: string }>;
  /** Off: nothing beyond the plain shop. */
  extras: boolean;
  /** Whether visitors may read earlier changes; without extras they may not. */
  showsHistory: boolean;
  /** The address under which visitors know the shop, without a slash at its end; empty where it is not settled. */
  publicUrl: string;
  /** Where the coffees are kept; empty for the server that these pages come from. */
  productServerUrl: string;
}>;

/** Set by the server for each document. */
export const settingsContext = createContext<StorefrontSettings>();

/**
 * The address under which the document was requested, without a slash at its end; undefined in one that is
 * kept for sites that are not known. Set by the server for each.
 */
export const siteContext = createContext<string | undefined>();

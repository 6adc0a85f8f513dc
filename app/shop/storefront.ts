import { createContext } from "react-router";
import type { Language } from "../../catalogue/language.ts";

/** The shop's name, contact and social links. An undefined social link has no icon. */
export type Shop = Readonly<{
  name: string;
  phone: string;
  email: string;
  address: string;
  copyright: string;
  social: Readonly<{ facebook?: string; instagram?: string; x?: string; youtube?: string }>;
}>;

/** The operator's settings for pages. */
export type StorefrontSettings = Readonly<{
  shop: Readonly<Record<Language, Shop>>;
  /** CSS with the shop's own colours; empty for the default ones. */
  themeStyle: string;
  /** The `theme-color` of the browser's own interface. */
  headerColour: Readonly<{ light: string; dark: string }>;
  /** If false, pages have only what the specification asks for. */
  extras: boolean;
  /** Whether visitors may see the log of changes; false without extras. */
  showsHistory: boolean;
  /** Set if visitors cannot upload photos. Left out otherwise, because every byte of home counts. */
  hasNoPhotos?: true;
  /** Set if pages load photos of other hosts from there, not the shop's copies. Left out otherwise, as above. */
  hasNoCopies?: true;
  /** The shop's public origin, without a trailing slash; empty if not set. */
  publicUrl: string;
  /** The URL of another product server; empty if this server has the coffees. */
  productServerUrl: string;
}>;

/** Set by the server for each document. */
export const settingsContext = createContext<StorefrontSettings>();

/**
 * The origin of the request, without a trailing slash; undefined in a document cached for unknown hosts. Set by the
 * server for each document.
 */
export const siteContext = createContext<string | undefined>();

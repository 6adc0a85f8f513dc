import { foldText } from "../words/text/fold.ts";
import type { Shop } from "../shop/storefront.ts";

/** The links of phone and e-mail. The server makes them, so that browsers need no code for it. */
export type ContactLinks = Readonly<{ phone: string | undefined; email: string | undefined }>;

export function contactLinks({ phone, email }: Shop): ContactLinks {
  return { phone: phoneLink(phone), email: emailLink(email) };
}

/** The `tel:` link of a phone number; undefined if the text is not exactly one number. */
export function phoneLink(text: string): string | undefined {
  const phone = foldText(text).trim();
  const dialled = phone.replace(/^(\+.*)\(0\)/, "$1").replaceAll(/[\s().–-]/g, "");
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : undefined;
}

/** The `mailto:` link of an e-mail address; undefined if the text is not exactly one address. */
export function emailLink(text: string): string | undefined {
  const [, local, domain] = /^([^\s@<>,;]+)@([^\s@<>,;]+)$/.exec(text.trim()) ?? [];
  return local && domain && `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}

/** A search for the address on OpenStreetMap. */
export function mapLink(address: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}

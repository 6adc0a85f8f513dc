import { foldText } from "../words/text/fold.ts";
import type { Shop } from "../shop/storefront.ts";

/** Where phone and e-mail lead. It comes from the server, so that no browser needs what makes it. */
export type ContactLinks = Readonly<{ phone: string | undefined; email: string | undefined }>;

export function contactLinks({ phone, email }: Shop): ContactLinks {
  return { phone: phoneLink(phone), email: emailLink(email) };
}

/** Undefined for a text that is more or less than one phone number, such as two of them. */
export function phoneLink(text: string): string | undefined {
  const phone = foldText(text).trim();
  const dialled = phone.replace(/^(\+.*)\(0\)/, "$1").replaceAll(/[\s().–-]/g, "");
  return /^\+?\d{3,15}$/.test(dialled) ? `tel:${dialled}` : undefined;
}

/** Undefined for a text that is more or less than one e-mail address. */
export function emailLink(text: string): string | undefined {
  const [, local, domain] = /^([^\s@<>,;]+)@([^\s@<>,;]+)$/.exec(text.trim()) ?? [];
  return local && domain && `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}

/** Finds the address on a map that opens in any browser and tracks nobody. */
export function mapLink(address: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;
}

import type { Shop } from "./storefront.ts";
import { useWords } from "../words/words.tsx";
import { useRootData } from "./shop-router.tsx";

/** The shop's name and contact in the page's language. Throws outside of pages, where settings may be missing. */
export function useShop(): Shop {
  const root = useRootData();
  const { language } = useWords();
  if (!root) throw new Error("useShop is for what the root route holds");
  return root.settings.shop[language];
}

import type { Shop } from "./storefront.ts";
import { useWords } from "../words/words.tsx";
import { useRootData } from "./shop-router.tsx";

/** What the shop says about itself in the language of the page. Only for pages: the settings are loaded before them. */
export function useShop(): Shop {
  const root = useRootData();
  const { language } = useWords();
  if (!root) throw new Error("useShop is for what the root route holds");
  return root.settings.shop[language];
}

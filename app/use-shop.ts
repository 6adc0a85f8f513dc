import { useRouteLoaderData } from "react-router";
import type { loader } from "./root.tsx";
import type { Shop } from "./storefront.ts";
import { useWords } from "./words/words.tsx";

/** What the shop says about itself in the language of the page. Only for pages: the settings are loaded before them. */
export function useShop(): Shop {
  const root = useRouteLoaderData<typeof loader>("root");
  const { language } = useWords();
  if (!root) throw new Error("useShop is for what the root route holds");
  return root.settings.shop[language];
}

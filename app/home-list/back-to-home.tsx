import { useEffect } from "react";
import { addresses } from "../shop/addresses.ts";
import { recallPosition } from "./scroll-position.ts";
import { useWords } from "../words/words.tsx";
import { useHomeSearch } from "../links/home-search.ts";
import { ArrowIcon } from "../layout/icons.tsx";
import { ShopLink } from "../links/shop-link.tsx";

/** A link to home with its last search and scroll position. */
export function BackToHome() {
  const { page } = useWords();
  const search = useHomeSearch();
  useEffect(() => recallPosition(), []);
  return (
    <ShopLink to={addresses.home} search={search} className="back-to-home">
      <ArrowIcon />
      {page.backToHome}
    </ShopLink>
  );
}

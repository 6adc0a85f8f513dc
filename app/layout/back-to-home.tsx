import { useEffect } from "react";
import { addresses } from "../addresses.ts";
import { recallPlace } from "../coffees/place-in-list.ts";
import { useWords } from "../words/words.tsx";
import { useHomeSearch } from "./home-search.ts";
import { ArrowIcon } from "./icons.tsx";
import { ShopLink } from "./shop-link.tsx";

/** Leads to home as it was left: with its search, and at its place in the list. */
export function BackToHome() {
  const { page } = useWords();
  const search = useHomeSearch();
  useEffect(() => recallPlace(), []);
  return (
    <ShopLink to={addresses.home} search={search} className="back-to-home">
      <ArrowIcon />
      {page.backToHome}
    </ShopLink>
  );
}

import { addresses } from "../addresses.ts";
import { useWords } from "../words/words.tsx";
import { ArrowIcon } from "./icons.tsx";
import { ShopLink } from "./shop-link.tsx";

export function BackToHome() {
  const { page } = useWords();
  return (
    <ShopLink to={addresses.home} className="back-to-home" viewTransition>
      <ArrowIcon />
      {page.backToHome}
    </ShopLink>
  );
}

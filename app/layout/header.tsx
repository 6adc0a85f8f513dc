import { addresses, atTop } from "../shop/addresses.ts";
import { Logo, BanglaWord } from "./icons.tsx";
import { useLocation } from "react-router";
import { inLanguage } from "../words/language/requested-language.ts";
import { loadWords } from "../words/dictionaries.ts";
import { saveLanguage } from "../words/language/remembered-language.ts";
import { useWords } from "../words/words.tsx";
import { ShopLink } from "../links/shop-link.tsx";

export function Header({ shopName, extras }: { shopName: string; extras: boolean }) {
  return (
    <header className="site-header">
      <ShopLink to={addresses.home} state={atTop} className="brand">
        <Logo />
        <span>{shopName}</span>
      </ShopLink>{" "}
      {extras && <LanguageSwitch />}
    </header>
  );
}

/** A link to the same page in the other language. The browser remembers the choice. */
function LanguageSwitch() {
  const { pathname, search, hash, state } = useLocation();
  const { language, otherLanguage } = useWords();
  const other = language === "en" ? "bn" : "en";
  const prepare = () => void loadWords(other).catch(() => {}); // the navigation tries again
  return (
    <ShopLink
      to={pathname}
      search={inLanguage(search, other) + hash}
      state={state}
      replace
      preventScrollReset
      className="language-switch"
      lang={other}
      hrefLang={other}
      aria-label={otherLanguage}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => saveLanguage(other)}
    >
      {other === "bn" ? (
        <>
          <BanglaWord />
          {/* For browsers without images. In Bangla letters it would load the font. */}
          <span className="sr-only">Bangla</span>
        </>
      ) : (
        otherLanguage
      )}
    </ShopLink>
  );
}

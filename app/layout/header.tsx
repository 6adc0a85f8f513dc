import { addresses, atTop } from "../shop/addresses.ts";
import { Logo } from "./icons.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { ShopLink } from "../links/shop-link.tsx";

type HeaderProps = Readonly<{ shopName: string; extras: boolean }>;

export function Header({ shopName, extras }: HeaderProps) {
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

import { Link } from "react-router";
import { addresses, atTop } from "../addresses.ts";
import { Logo } from "./icons.tsx";

export function Header({ shopName }: { shopName: string }) {
  return (
    <header className="site-header">
      <Link to={addresses.home} state={atTop} className="brand">
        <Logo />
        <span>{shopName}</span>
      </Link>
    </header>
  );
}

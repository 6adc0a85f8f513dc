import { Link } from "react-router";
import { addresses } from "../addresses.ts";
import { forgetPlace } from "../coffees/place-in-list.ts";
import { Logo } from "./icons.tsx";

export function Header({ shopName }: { shopName: string }) {
  return (
    <header className="site-header">
      <Link to={addresses.home} className="brand" onClick={forgetPlace}>
        <Logo />
        <span>{shopName}</span>
      </Link>
    </header>
  );
}

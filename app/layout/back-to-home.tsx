import { Link } from "react-router";
import { addresses } from "../addresses.ts";
import { ArrowIcon } from "./icons.tsx";

export function BackToHome() {
  return (
    <Link to={addresses.home} className="back-to-home" viewTransition>
      <ArrowIcon />
      Back to home
    </Link>
  );
}

import { Link, useLocation, type LinkProps } from "react-router";
import { languageSearch } from "../words/asked-language.ts";

/** A link to another page of the shop, in the language that this page's address names. */
export function ShopLink({ to, ...props }: Omit<LinkProps, "to"> & Readonly<{ to: string }>) {
  const { search } = useLocation();
  return <Link {...props} to={{ pathname: to, search: languageSearch(search) }} />;
}

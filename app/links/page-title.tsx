import { useShop } from "../shop/shop-router.tsx";
import { languages } from "../../catalogue/language.ts";
import { inLanguage } from "../words/language/requested-language.ts";
import { usePageAddress, useSite } from "./use-page-address.ts";

/** The document's title: the page, then the shop. With `path`, also the links that search engines read. */
export function PageTitle({ children, path }: { children: string; path?: string | undefined }) {
  const { name } = useShop();
  return (
    <>
      <title>{`${children} · ${name}`}</title>
      {path !== undefined && <PageLinks path={path} />}
    </>
  );
}

/** The page's canonical link and its links in each language; nothing with extras off. */
export function PageLinks({ path }: { path: string }) {
  const site = useSite();
  const address = usePageAddress(path);
  if (site === undefined) return null;
  return (
    <>
      <link rel="canonical" href={address} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={site + path + inLanguage("", language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={site + path} />
    </>
  );
}

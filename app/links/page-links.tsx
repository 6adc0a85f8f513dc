import { languages } from "../../catalogue/language.ts";
import { inLanguage } from "../words/language/requested-language.ts";
import { usePageAddress, useSite } from "./use-page-address.ts";

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

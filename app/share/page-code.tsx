import { useState } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { useSite } from "../links/use-page-address.ts";

/** As the server draws it, and as large as it is shown on a screen. */
const size = 96;

/** The QR code of a coffee's page, for whoever stands before a screen or a printed tag with a phone; nothing with extras off. */
export function PageCode({ id }: { id: string }) {
  const { search } = useLocation();
  const source = addresses.coffeeCode(id) + languageSearch(search);
  return useSite() === undefined ? null : <Code key={source} source={source} />;
}

function Code({ source }: { source: string }) {
  const { share } = useWords();
  const [isDead, setDead] = useState(false);
  if (isDead) return null;
  const die = () => setDead(true);
  return (
    <figure className="page-code">
      {/* Not lazy, or it would be missing where the page is printed before anybody has seen it. */}
      <img
        src={source}
        width={size}
        height={size}
        alt={share.code}
        decoding="async"
        fetchPriority="low"
        onError={die}
        // Its fate may have been sealed before the page came alive to hear of it.
        ref={(element) => {
          if (element?.complete) element.decode().catch(die);
        }}
      />
      <figcaption>{share.openOnPhone}</figcaption>
    </figure>
  );
}

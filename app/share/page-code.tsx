import { useState } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { useSite } from "../links/use-page-address.ts";

/** The width and height in CSS pixels. */
const size = 96;

/** The QR code of a coffee's page, to open it on a phone from a screen or a printed tag; nothing with extras off. */
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
      {/* Not lazy, so that it is printed even if it was never scrolled into view. */}
      <img
        src={source}
        width={size}
        height={size}
        alt={share.code}
        decoding="async"
        fetchPriority="low"
        onError={die}
        // The image may have failed before hydration.
        ref={(element) => {
          if (element?.complete) element.decode().catch(die);
        }}
      />
      <figcaption>{share.openOnPhone}</figcaption>
    </figure>
  );
}

import { useMemo, useState } from "react";
import { isBlank } from "../../../catalogue/text/is-blank.ts";
import { addresses } from "../../shop/addresses.ts";
import { useHomeOrder } from "../../search/use-home-order.ts";
import { ArrowIcon } from "../../layout/icons.tsx";
import { SecondPass } from "../../layout/second-pass.tsx";
import { ShopLink } from "../../links/shop-link.tsx";
import { useWords } from "../../words/words.tsx";
import { relatedCoffees, type Neighbour, type RelatedCoffees as AroundCoffee } from "./related-coffees.ts";
import { displayName } from "../text/display-name.ts";
import { useCoffees, useLoadedList } from "../../list/coffee-list.tsx";
import { CoffeePhoto } from "../coffee-photo.tsx";
import { firstLetters, excerpt } from "../text/excerpt.ts";
import { languageOf } from "../../words/language/language-of.ts";

type RelatedLinksProps = Readonly<{
  id: string;
  /** The related coffees in the first document, used until the browser has the list. */
  first: AroundCoffee | undefined;
}>;

/** Links to other coffees. After a tap on View they render in a second pass. */
export function Around(props: RelatedLinksProps) {
  return (
    <SecondPass first={<div className="around is-awaited" />}>
      <RelatedLinks {...props} />
    </SecondPass>
  );
}

/** Links to the previous and the next coffee, and to similar ones. */
function RelatedLinks({ id, first }: RelatedLinksProps) {
  const { coffee: words } = useWords();
  const list = useCoffees();
  const isLoaded = useLoadedList() !== undefined;
  const order = useHomeOrder(list);
  const here = useMemo(() => relatedCoffees(list, id, order), [list, id, order]);
  const around = isLoaded ? (here ?? first) : (first ?? here);
  // If the links come later, their space is reserved, so that nothing moves.
  const [isAwaited] = useState(around === undefined);
  const { previous, next, alike = [] } = around ?? {};
  return (
    <div className={isAwaited ? "around is-awaited" : "around"}>
      {(previous ?? next) && (
        <nav aria-label={words.around} className="around-hops">
          {previous && <NeighbourLink to={previous} isNext={false} />}
          {next && <NeighbourLink to={next} isNext />}
        </nav>
      )}
      {alike.length > 0 && (
        <section aria-labelledby="alike">
          <h2 id="alike" className="headline">
            {words.alike}
          </h2>
          <ul className="mt-4 grid gap-4 md:grid-cols-3">
            {alike.map((coffee) => (
              <li key={coffee._id}>
                <SimilarCoffee {...coffee} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function NeighbourLink({ to: { _id, name }, isNext }: { to: Neighbour; isNext: boolean }) {
  const words = useWords();
  const label = excerpt(displayName(name, words));
  const { next, previous } = words.coffee;
  return (
    <ShopLink to={addresses.coffeeDetails(_id)} rel={isNext ? "next" : "prev"} className="around-hop">
      <span>
        <ArrowIcon />
        {isNext ? next : previous}
      </span>{" "}
      <span lang={languageOf(label, words.language)}>{label}</span>
    </ShopLink>
  );
}

/** How many characters of a price are shown, so that its unit fits beside it. */
const priceLetters = 12;

function SimilarCoffee({ _id, name, photo, price }: AroundCoffee["alike"][number]) {
  const words = useWords();
  const label = excerpt(isBlank(name) ? words.coffee.unnamedHeading : name);
  return (
    <article className="alike-coffee">
      <CoffeePhoto photo={photo} name={name} sizes="6rem" />
      <div>
        <h3 lang={languageOf(label, words.language)}>
          <ShopLink to={addresses.coffeeDetails(_id)}>{label}</ShopLink>
        </h3>
        <p>
          {words.digits(firstLetters(excerpt(String(price)), priceLetters))} {words.taka}
        </p>
      </div>
    </article>
  );
}

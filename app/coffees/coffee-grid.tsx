import { useRef } from "react";
import { Link } from "react-router";
import { addresses } from "../addresses.ts";
import { ChangesLink } from "../changes/changes-link.tsx";
import { CupIcon } from "../layout/icons.tsx";
import { pressedOnce } from "../layout/pressed-once.ts";
import { useCoffees } from "./coffee-list.tsx";
import { ListedCoffee } from "./listed-coffee.tsx";
import { useChunks } from "./use-chunks.ts";
import { useRemove } from "./use-remove.ts";
import { WordsOfCoffees } from "./words-of-coffees.tsx";

/** All coffees, each with its three actions; those far from the view as words alone. */
export function CoffeeGrid() {
  const section = useRef<HTMLElement>(null);
  const { chunks, watch, onFocus } = useChunks(useCoffees());
  const remove = useRemove(section);

  return (
    <section ref={section} aria-labelledby="products" className="page section products">
      <p className="eyebrow">Sip and stay</p>
      <h2 id="products" className="headline text-center">
        Our Popular Products
      </h2>
      <p className="products-actions">
        <Link to={addresses.addNewCoffee} className="button-gold" prefetch="intent">
          Add Coffee
          <CupIcon />
        </Link>
        <ChangesLink>Recent changes</ChangesLink>
      </p>
      {/* No list element may hold the chunks between it and its items, so roles say what is what. */}
      <div role="list" className="coffee-grid" onFocus={onFocus} {...pressedOnce}>
        {chunks.flatMap(({ number, coffees, isWhole, isAtRight }) =>
          isWhole ? (
            coffees.map((coffee, place) => (
              <ListedCoffee
                key={coffee._id}
                coffee={coffee}
                remove={remove}
                chunk={place === 0 ? number : undefined}
                isAtRight={place === 0 && isAtRight}
              />
            ))
          ) : (
            <WordsOfCoffees key={`chunk ${number}`} coffees={coffees} chunk={number} watch={watch} />
          ),
        )}
      </div>
    </section>
  );
}

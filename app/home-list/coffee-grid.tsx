import { memo, useLayoutEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { ChangesLink } from "../history/changes-link.tsx";
import { startParameter } from "../search/search-query.ts";
import { SearchForm } from "../search/form/search-form.tsx";
import { HighlightsContext } from "../search/marks/marked.tsx";
import { useSearch } from "../search/form/use-search.ts";
import { useStagedResults } from "../search/form/use-staged-results.ts";
import { LiveUpdatesButton } from "../live/live-updates-button.tsx";
import { CupIcon } from "../layout/icons.tsx";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { ShopLink } from "../links/shop-link.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { LanguageField } from "../words/language/language-field.tsx";
import { homeWords } from "../words/home-words.ts";
import { useWords } from "../words/words.tsx";
import { useCoffees } from "../list/coffee-list.tsx";
import { ListedCoffee } from "./listed-coffee.tsx";
import { restorePosition } from "./scroll-position.ts";
import { renderPlaceholders } from "./windowing/render-placeholders.ts";
import type { Chunk } from "./windowing/split-into-chunks.ts";
import { useWindowing } from "./windowing/use-windowing.ts";
import { useRemove } from "./use-remove.ts";

/** Where the list goes on without scripts. */
function restAddress(search: string, start: number): string {
  const query = new URLSearchParams(search);
  query.set(startParameter, String(start));
  return `?${query}#products`;
}

/** All coffees, or those that are asked for, each with its three actions; those far from the view as words alone. */
export function CoffeeGrid() {
  const grid = useRef<HTMLDivElement>(null);
  const allCoffees = useCoffees();
  const searchState = useSearch(allCoffees);
  const { groups, onFocus } = useWindowing(
    useStagedResults(searchState.coffees, searchState.turn),
    grid,
    searchState.turn,
  );
  const root = useRootData();
  const extras = root?.settings.extras === true;
  const { search } = useLocation();
  const remove = useRemove(grid);
  const home = homeWords(useWords());

  // Where home was left with a search, all coffees stand until the search is loaded again.
  const isSearchShown = searchState.count !== undefined && searchState.turn === 0;
  useLayoutEffect(() => {
    if (isSearchShown) restorePosition();
  }, [isSearchShown]);

  // No list element may hold the chunks between it and its items, so roles say what is what.
  const list = (
    <div ref={grid} role="list" className="coffee-grid" onFocus={onFocus} {...ignoreRepeats}>
      {groups.map((chunks, at) => (
        <div
          key={at}
          className={chunks.some(({ isWhole }) => isWhole) ? "contents" : "coffee-group"}
          data-chunk={chunks[0]?.number}
        >
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
              <CoffeePlaceholders key={`chunk ${number}`} coffees={coffees} chunk={number} />
            ),
          )}
        </div>
      ))}
    </div>
  );

  return (
    <section aria-labelledby="products" className="page section products">
      <p className="eyebrow">{home.sip}</p>
      <h2 id="products" className="headline text-center">
        {home.products}
      </h2>
      <p className="products-actions">
        <ShopLink to={addresses.addNewCoffee} className="button-gold">
          {home.addCoffee}
          <CupIcon />
        </ShopLink>{" "}
        <ChangesLink>{home.recentChanges}</ChangesLink>
      </p>
      {extras && searchState.of > 0 && <SearchForm state={searchState} />}
      {extras && <LiveUpdatesButton />}
      <HighlightsContext value={searchState.highlights}>
        {extras ? <DeleteForm>{list}</DeleteForm> : list}
      </HighlightsContext>
      {allCoffees === root?.coffees && root.rest !== undefined && (
        <p className="products-actions">
          <a href={restAddress(search, root.rest)} className="button-quiet">
            {home.moreCoffees}
          </a>
        </p>
      )}
    </section>
  );
}

/** Where scripts do not run, the button of a card leads through home's address to the page that asks. */
function DeleteForm({ children }: { children: ReactNode }) {
  return (
    <form action={addresses.home}>
      <LanguageField />
      {children}
    </form>
  );
}

/** A chunk of the list that is far from the view: as words, which can be searched for, heard and printed. */
const CoffeePlaceholders = memo(function CoffeePlaceholders({ coffees, chunk }: { coffees: Chunk; chunk: number }) {
  const words = useWords();
  return (
    <div
      ref={(box) => (box ? renderPlaceholders(box, coffees, words) : undefined)}
      className="coffee-words"
      data-chunk={chunk}
    />
  );
});

import { memo, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
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

/** The address of the next part of the list, for visitors without scripts. */
function restAddress(search: string, start: number): string {
  const query = new URLSearchParams(search);
  query.set(startParameter, String(start));
  return `?${query}#products`;
}

/**
 * The list of home: all coffees or those that a search found, each with its three buttons. Coffees far from the view
 * are rendered as text only.
 */
export function CoffeeGrid() {
  const grid = useRef<HTMLDivElement>(null);
  const allCoffees = useCoffees();
  const searchState = useSearch(allCoffees);
  const staged = useStagedResults(searchState.coffees, searchState.turn);
  const windowing = useWindowing(staged, grid, searchState.turn);
  const list = <CoffeeList grid={grid} {...windowing} />;
  const root = useRootData();
  const extras = root?.settings.extras === true;
  const { search } = useLocation();
  const home = homeWords(useWords());

  // After a return to home, the whole list is shown until the search has run again.
  const isSearchShown = searchState.count !== undefined && searchState.turn === 0;
  useLayoutEffect(() => {
    if (isSearchShown) restorePosition();
  }, [isSearchShown]);

  return (
    <section aria-labelledby="products" className="page section">
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

type CoffeeListProps = Readonly<{ grid: RefObject<HTMLDivElement | null> }> & ReturnType<typeof useWindowing>;

function CoffeeList({ grid, groups, onFocus }: CoffeeListProps) {
  const remove = useRemove(grid);
  // Roles in place of `ul` and `li`, because groups stand between the list and its items.
  return (
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
}

/** Without scripts, Delete submits this form to home, which redirects to a page that asks for confirmation. */
function DeleteForm({ children }: { children: ReactNode }) {
  return (
    <form action={addresses.home}>
      <LanguageField />
      {children}
    </form>
  );
}

/** A chunk far from the view, as text. Find in page, screen readers and printing still include it. */
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

import { memo, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { addresses } from "../../shop/addresses.ts";
import { useLoadedList } from "../../list/coffee-list.tsx";
import { useTypedPrices } from "../../price-input/use-typed-prices.ts";
import { SearchIcon } from "../../layout/icons.tsx";
import { ShopLink } from "../../links/shop-link.tsx";
import { LanguageField } from "../../words/language/language-field.tsx";
import type { Words } from "../../words/english.ts";
import { findWords } from "../../words/find-words.ts";
import { useWords } from "../../words/words.tsx";
import type { FacetValue } from "../filters/count-facets.ts";
import { foldValue } from "../../words/text/fold.ts";
import {
  emptyQuery,
  filtersParameter,
  hasCriteria,
  parameterOf,
  numberIn,
  sortNamed,
  sorts,
  type SearchQuery,
} from "../search-query.ts";
import { facetFields } from "../../../catalogue/fields.ts";
import type { SearchState } from "./use-search.ts";

/** The search form of home. Without scripts it is a plain form that opens home with its query. */
export function SearchForm({ state }: { state: SearchState }) {
  const { query, count, change, commit, preload } = state;
  const find = findWords(useWords());
  const field = useUncontrolled(query.q);
  useSlashKey(field);
  return (
    <form
      role="search"
      aria-label={find.form}
      action={addresses.home}
      className="find"
      onSubmit={(event) => {
        // If the browser has no result, for example without the list, let the form reach the server.
        if (hasCriteria(query) && count === undefined) return;
        event.preventDefault();
        commit();
      }}
    >
      <LanguageField />
      <label className="find-field">
        <span className="sr-only">{find.label} </span>
        <SearchIcon />
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={query.q}
          placeholder={find.hint}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="Control+/"
          onFocus={preload}
          onInput={({ currentTarget }) => change({ q: currentTarget.value })}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.nativeEvent.isComposing || event.currentTarget.value === "") return;
            // Some browsers do not clear a search field on Escape.
            event.preventDefault();
            event.currentTarget.value = "";
            change({ q: "" });
          }}
        />{" "}
        <kbd aria-hidden="true">Ctrl /</kbd>
      </label>{" "}
      <SortField state={state} /> <Filters state={state} />
      <button type="submit" className="button-quiet find-submit">
        {find.submit}
      </button>
      <Result state={state} />
    </form>
  );
}

function SortField({ state: { query, change, preload } }: { state: SearchState }) {
  const find = findWords(useWords());
  return (
    <label className="find-select find-sort">
      <span className="sr-only">{find.sort} </span>
      <select
        name="sort"
        value={query.sort}
        onFocus={preload}
        onChange={({ target }) => change({ sort: sortNamed(target.value) })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sort === "added" && query.q.trim() ? find.bestFirst : find.sorts[sort]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Filters({ state }: { state: SearchState }) {
  const { query, change, wantFacets, facets } = state;
  const words = useWords();
  const find = findWords(words);
  const { coffee, number } = words;
  const hasPrices = query.from !== undefined || query.to !== undefined;
  const count = facetFields.filter((field) => query[field] !== "").length + Number(hasPrices);
  const box = useRef<HTMLDetailsElement>(null);
  // If the visitor opened it before hydration, keep it open. It also stays open while options are chosen.
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(count > 0 || new URLSearchParams(search).has(filtersParameter));
  const follow = useEffectEvent(() => {
    setOpen(box.current?.open ?? false);
    wantFacets(box.current?.open ?? false);
  });
  useEffect(() => follow(), []);
  useTypedPrices(box, isOpen);
  // Options are counted once the list is loaded; without scripts the server counts them. Browsers lay out closed
  // details too, so options are rendered only after a tap opens them.
  const isListed = useLoadedList() !== undefined;
  const [isTapped, setTapped] = useState(false);
  const areOptionsShown = facets !== undefined || (isListed && (isTapped || isOpen || count > 0));
  return (
    <details ref={box} className="find-filters" open={isOpen} onToggle={() => follow()}>
      <summary onClick={() => setTapped(true)}>{count > 0 ? find.filtersChosen(number(count)) : find.filters}</summary>
      <div className="find-choices">
        {!isListed && facets === undefined && <a href={filtersAddress(search)}>{find.choose}</a>}
        {(areOptionsShown ? facetFields : []).map((field) => {
          const chosen = valueAsListed(facets?.[field], query[field]);
          return (
            <label key={field} className="field find-select">
              <span>{coffee.fields[field]}</span>
              <select name={field} value={chosen} onChange={({ target }) => change({ [field]: target.value })}>
                <option value="">{find.any}</option>
                <Options chosen={chosen} values={facets?.[field]} />
              </select>
            </label>
          );
        })}
        <PriceField name="from" hint={facets?.prices?.lowest} state={state} />
        <PriceField name="to" hint={facets?.prices?.highest} state={state} />
      </div>
    </details>
  );
}

/** The address of home with the same query and all options, for visitors without scripts. */
function filtersAddress(search: string): string {
  const query = new URLSearchParams(search);
  query.set(filtersParameter, "");
  return `?${query}#products`;
}

/** The value as the list spells it; an address may spell it differently. */
function valueAsListed(values: readonly FacetValue[] = [], chosen: string): string {
  const folded = foldValue(chosen);
  const isChosen = ({ value, name }: FacetValue) =>
    [value, name?.en, name?.bn].some((spelled) => spelled !== undefined && foldValue(spelled) === folded);
  return values.find(isChosen)?.value ?? chosen;
}

type PriceFieldProps = Readonly<{ name: "from" | "to"; hint: number | undefined; state: SearchState }>;

/** Uncontrolled like the search field, because on the way to 3.5 the text is "3.". */
function PriceField({ name, hint, state: { query, change } }: PriceFieldProps) {
  const words = useWords();
  const find = findWords(words);
  const { digits } = words;
  const field = useRef<HTMLInputElement>(null);
  const price = query[name];
  const areWrong = (query.from ?? 0) > (query.to ?? Infinity);
  useEffect(() => {
    const element = field.current;
    if (element && numberIn(element.value) !== price) element.value = String(price ?? "");
  }, [price]);
  return (
    <label className="field">
      <span>{find[name]}</span>
      <input
        ref={field}
        type="number"
        name={parameterOf(name)}
        min={0}
        step="any"
        inputMode="decimal"
        defaultValue={price}
        aria-invalid={areWrong || undefined}
        placeholder={hint === undefined ? "" : digits(String(hint))}
        onInput={({ currentTarget }) => change({ [name]: numberIn(currentTarget.value) })}
      />
    </label>
  );
}

type OptionsProps = Readonly<{ chosen: string; values: readonly FacetValue[] | undefined }>;

/** The options of a facet. The chosen one is included even before options are counted. */
const Options = memo(function Options({ chosen, values = [] }: OptionsProps) {
  const words = useWords();
  const find = findWords(words);
  const { number } = words;
  const isMissing = chosen !== "" && !values.some(({ value }) => value === chosen);
  return (
    <>
      {isMissing && <option value={chosen}>{chosen}</option>}
      {values.map(({ value, count }) => (
        <option key={value} value={value}>
          {find.value(value, number(count))}
        </option>
      ))}
    </>
  );
});

/** The number of results, in a live region for screen readers. */
function Result({ state: { query, change, count, of, isLoose, isFailed } }: { state: SearchState }) {
  const words = useWords();
  const find = findWords(words);
  const { number } = words;
  const isLoaded = useLoadedList() !== undefined;
  const isSearching = hasCriteria(query);
  const hasResult = isSearching && count !== undefined;
  const parts = [
    isFailed && find.failed,
    hasResult && (count > 0 ? find.found(number(count), number(of)) : (wrongPrices(query, words) ?? find.nothing)),
    hasResult && isLoose && count > 0 && find.some,
  ];
  return (
    <div className="find-result">
      <p role="status">{parts.filter(Boolean).join(" ")}</p>
      {!isSearching && isLoaded && of > 0 && <p>{find.all(of)}</p>}
      {isSearching && (
        <ShopLink
          to={addresses.home}
          className="button-quiet"
          onClick={(event) => {
            event.preventDefault();
            // The link disappears, so move the focus to the field.
            event.currentTarget.closest("form")?.querySelector<HTMLElement>("[type=search]")?.focus();
            change(emptyQuery);
          }}
        >
          {find.clear}
        </ShopLink>
      )}
    </div>
  );
}

/** The message if the lowest price is above the highest. */
function wrongPrices({ from, to }: SearchQuery, words: Words): string | undefined {
  if (from === undefined || to === undefined || from <= to) return undefined;
  return findWords(words).wrongPrices(words.digits(String(from)), words.digits(String(to)));
}

/** For an uncontrolled input. Its text is replaced only if the query changes otherwise, for example by Back. */
function useUncontrolled(text: string): React.RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const lastText = useRef(text);
  useEffect(() => {
    const element = field.current;
    if (lastText.current === text) return;
    lastText.current = text;
    if (element && element.value.trim() !== text.trim()) element.value = text;
  }, [text]);
  return field;
}

/** Focuses the field on Ctrl+/. A single character would conflict with speech input (WCAG 2.1.4). */
function useSlashKey(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || !event.ctrlKey || event.defaultPrevented) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [field]);
}

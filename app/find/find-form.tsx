import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { addresses } from "../addresses.ts";
import { SearchIcon } from "../layout/icons.tsx";
import { askedLanguage, languageParameter } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { emptyQuery, facetFields, isAsking, sorts, type FacetField } from "./find-query.ts";
import type { Finding } from "./use-find.ts";

/** Asks for coffees. Before scripts run, and without them, it is a form like any other, which opens home with its query. */
export function FindForm({ finding }: { finding: Finding }) {
  const { query, ask, settle, begin } = finding;
  const { find } = useWords();
  const { search } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(field);
  // What is typed is the field's own; it is written over only where something else is asked for, as by Back.
  useEffect(() => {
    const element = field.current;
    if (element && element.value.trim() !== query.q.trim()) element.value = query.q;
  }, [query.q]);
  const language = askedLanguage(search);

  return (
    <form
      role="search"
      aria-label={find.form}
      action={addresses.home}
      className="find"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      {language && <input type="hidden" name={languageParameter} value={language} />}
      <label className="find-field">
        <span className="sr-only">{find.label}</span>
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
          aria-keyshortcuts="/"
          onFocus={begin}
          onInput={({ currentTarget }) => ask({ q: currentTarget.value })}
          onBlur={settle}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <label className="find-select find-sort">
        <span className="sr-only">{find.sort}</span>
        <select
          name="sort"
          value={query.sort}
          onFocus={begin}
          onChange={({ target }) => ask({ sort: sortOf(target.value) })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {sort === "added" && query.q.trim() ? find.bestFirst : find.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="sr-only">
        {find.submit}
      </button>
      <Filters finding={finding} />
      <Result finding={finding} />
    </form>
  );
}

function sortOf(text: string) {
  return sorts.find((sort) => sort === text) ?? emptyQuery.sort;
}

function Filters({ finding: { query, ask, openFacets, facets } }: { finding: Finding }) {
  const { find, coffee, number, digits } = useWords();
  const chosen = facetFields.filter((field) => query[field] !== "").length;
  const isPriceChosen = query.from !== undefined || query.to !== undefined;
  const count = chosen + Number(isPriceChosen);
  const price = (name: "from" | "to", hint: number | undefined) => (
    <label className="field">
      <span>{find[name]}</span>
      <input
        type="number"
        name={name}
        min={0}
        step="any"
        inputMode="decimal"
        defaultValue={query[name]}
        key={query[name] === undefined ? "empty" : "filled"}
        placeholder={hint === undefined ? "" : digits(String(hint))}
        onChange={({ target }) => ask({ [name]: target.value === "" ? undefined : Number(target.value) })}
      />
    </label>
  );
  return (
    <details className="find-filters" open={count > 0 || undefined} onToggle={openFacets}>
      <summary>{count > 0 ? find.filtersChosen(number(count)) : find.filters}</summary>
      <div className="find-choices">
        {facetFields.map((field) => (
          <label key={field} className="field find-select">
            <span>{coffee.fields[field]}</span>
            <select name={field} value={query[field]} onChange={({ target }) => ask({ [field]: target.value })}>
              <option value="">{find.any}</option>
              {valuesOf(field, query[field], facets).map(({ value, count: coffees }) => (
                <option key={value} value={value}>
                  {coffees === undefined ? value : find.value(value, number(coffees))}
                </option>
              ))}
            </select>
          </label>
        ))}
        {price("from", facets?.prices?.lowest)}
        {price("to", facets?.prices?.highest)}
      </div>
    </details>
  );
}

type Choice = Readonly<{ value: string; count: number | undefined }>;

/** What is chosen stands among them also before they are counted, in its own spelling. */
function valuesOf(field: FacetField, chosen: string, facets: Finding["facets"]): readonly Choice[] {
  const values = facets?.[field] ?? [];
  if (chosen === "" || values.some(({ value }) => value === chosen)) return values;
  return [{ value: chosen, count: undefined }, ...values];
}

/** What came of it; told to those who hear the page too. */
function Result({ finding: { query, ask, count, of, isLoose, isFailed } }: { finding: Finding }) {
  const { find, number } = useWords();
  const isShown = isAsking(query);
  const words = [
    isFailed && find.failed,
    isShown && (count === 0 ? find.nothing : find.found(number(count), number(of))),
    isShown && isLoose && count > 0 && find.some,
  ];
  return (
    <div className="find-result">
      <p role="status">{words.filter(Boolean).join(" ")}</p>
      {isShown && (
        <button type="button" className="button-quiet" onClick={() => ask(emptyQuery)}>
          {find.clear}
        </button>
      )}
    </div>
  );
}

/** The slash goes to the field, wherever nothing is typed. */
function useSlashKey(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
      const isTyping = target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
      if (key !== "/" || ctrlKey || metaKey || altKey || isTyping || defaultPrevented) return;
      if (document.querySelector("dialog:modal")) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [field]);
}

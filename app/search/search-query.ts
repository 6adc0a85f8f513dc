import { facetFields, recordOf, type FacetField } from "../../catalogue/fields.ts";
import { wellFormed } from "../../catalogue/text/well-formed.ts";
import { foldText } from "../words/text/fold.ts";

/** `added` is the order of the list; `newest` is its reverse. */
export const sorts = ["added", "newest", "name", "price", "price-descending"] as const;
export type Sort = (typeof sorts)[number];

/** A search of the list. Empty texts are no condition. */
export type SearchQuery = Readonly<
  Record<FacetField, string> & {
    q: string;
    /** The lowest and the highest price, both included. */
    from: number | undefined;
    to: number | undefined;
    sort: Sort;
  }
>;

/** No conditions: the whole list in its own order. */
export const emptyQuery: SearchQuery = {
  ...recordOf(facetFields, () => ""),
  q: "",
  from: undefined,
  to: undefined,
  sort: "added",
};

const names = ["q", ...facetFields, "from", "to", "sort"] as const;

/**
 * The name of a parameter in addresses. `from` and `to` get a prefix, because links use these names for other things.
 */
export function parameterOf(name: (typeof names)[number]): string {
  return name === "from" || name === "to" ? `price-${name}` : name;
}

/**
 * Parameters for visitors without scripts: where the list of a document starts, and whether it shows the filter
 * options.
 */
export const startParameter = "start";
export const filtersParameter = "filters";

const characterLimit = 200;

/** Cuts a text to the length that fits an address. Longer values with the same beginning count as equal. */
export function limitText(text: string): string {
  return wellFormed(text.trim().slice(0, characterLimit).trimEnd());
}

/** Reads the query of home. Invalid values are ignored; of repeated parameters the first counts. */
export function readSearchQuery(parameters: URLSearchParams): SearchQuery {
  const text = (name: (typeof names)[number]) => limitText(parameters.get(parameterOf(name)) ?? "");
  return {
    ...recordOf(facetFields, text),
    q: text("q"),
    from: numberIn(text("from")),
    to: numberIn(text("to")),
    sort: sortNamed(text("sort")),
  };
}

/** The sort order with this name; for an unknown name, the order in which coffees were added. */
export function sortNamed(name: string): Sort {
  return sorts.find((sort) => sort === name) ?? emptyQuery.sort;
}

/**
 * The parameters of a query, in a fixed order, without empty conditions. Other parameters in `others` stay, before
 * them.
 */
export function writeSearchQuery(query: SearchQuery, others: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const parameters = new URLSearchParams(others);
  for (const name of names) {
    parameters.delete(parameterOf(name));
    const text = limitText(String(query[name] ?? ""));
    if (text !== "" && text !== emptyQuery[name]) parameters.append(parameterOf(name), text);
  }
  return parameters;
}

/** Whether the query has any condition or order. */
export function hasCriteria(query: SearchQuery): boolean {
  return writeSearchQuery(query).toString() !== "";
}

/** Parses a number in Latin or Bangla digits; undefined if the text is not a number. */
export function numberIn(text: string): number | undefined {
  const folded = foldText(text).trim();
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(folded) && Number.isFinite(Number(folded))
    ? Number(folded)
    : undefined;
}

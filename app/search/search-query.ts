import { facetFields, recordOf, type FacetField } from "../../catalogue/fields.ts";
import { wellFormed } from "../shop/well-formed.ts";
import { foldText } from "../words/text/fold.ts";

/** `added` is the list's own order; what is `newest` is its reverse. */
export const sorts = ["added", "newest", "name", "price", "price-descending"] as const;
export type Sort = (typeof sorts)[number];

/** What a visitor asks of the list. An empty text stands for any. */
export type SearchQuery = Readonly<
  Record<FacetField, string> & {
    q: string;
    /** The lowest and the highest price, both included. */
    from: number | undefined;
    to: number | undefined;
    sort: Sort;
  }
>;

/** Asks for nothing: the whole list in its own order. */
export const emptyQuery: SearchQuery = {
  ...recordOf(facetFields, () => ""),
  q: "",
  from: undefined,
  to: undefined,
  sort: "added",
};

const names = ["q", ...facetFields, "from", "to", "sort"] as const;

/** What a part of the query is called in an address, where links say much else by `from` and `to`. */
export function parameterOf(name: (typeof names)[number]): string {
  return name === "from" || name === "to" ? `price-${name}` : name;
}

/** Where the list of a document begins, and whether one chooses from the filters, for those who have no scripts. */
export const startParameter = "start";
export const filtersParameter = "filters";

const characterLimit = 200;

/** As much of a text as is asked for: an address bears no more. Of longer values, those that begin alike are one. */
export function limitText(text: string): string {
  return wellFormed(text.trim().slice(0, characterLimit).trimEnd());
}

/** Reads the query of home. What cannot be read is as if it were not there; of what is there twice, the first counts. */
export function readSearchQuery(parameters: URLSearchParams): SearchQuery {
  const text = (name: (typeof names)[number]) => limitText(parameters.get(parameterOf(name)) ?? "");
  return {
    ...recordOf(facetFields, text),
    q: text("q"),
    from: numberIn(text("from")),
    to: numberIn(text("to")),
    sort: sorts.find((sort) => sort === text("sort")) ?? emptyQuery.sort,
  };
}

/** The parameters of a query, always in the same order, without what stands for any; others in `kept` stay, before them. */
export function writeSearchQuery(query: SearchQuery, others: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const parameters = new URLSearchParams(others);
  for (const name of names) {
    parameters.delete(parameterOf(name));
    const text = limitText(String(query[name] ?? ""));
    if (text !== "" && text !== emptyQuery[name]) parameters.append(parameterOf(name), text);
  }
  return parameters;
}

/** Whether it asks for anything but the whole list in its own order. */
export function hasCriteria(query: SearchQuery): boolean {
  return writeSearchQuery(query).toString() !== "";
}

/** The number that a text is, in digits of either script; undefined where it is none. */
export function numberIn(text: string): number | undefined {
  const folded = foldText(text).trim();
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(folded) && Number.isFinite(Number(folded))
    ? Number(folded)
    : undefined;
}

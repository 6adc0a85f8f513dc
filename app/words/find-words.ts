import { formatEnglishCount } from "./text/format-count.ts";

/* Texts of the search on home. The English loads with home; see offline-words.ts. */

const english = {
  form: "Find coffees",
  label: "Search",
  hint: "Name, taste, chef …",
  submit: "Search",
  sort: "Sort",
  bestFirst: "Best match first",
  sorts: {
    added: "As added",
    newest: "Newest first",
    name: "By name",
    price: "Lowest price first",
    "price-descending": "Highest price first",
  },
  filters: "Filters",
  filtersChosen: (count: string) => `Filters, ${count} chosen`,
  any: "Any",
  choose: "Choose by category, taste, chef or supplier",
  value: (value: string, count: string) => `${value} (${count})`,
  from: "Price from",
  to: "Price up to",
  found: (count: string, of: string) => `${count} of ${of} coffees`,
  all: (count: number) => `${formatEnglishCount(count)} ${count === 1 ? "coffee" : "coffees"}`,
  some: "No coffee matches all of these words. These match some of them.",
  nothing: "No coffees match. Try fewer words or clear a filter.",
  clear: "Show all coffees",
  failed: "We couldn't load the search. Reload the page to try again.",
  wrongPrices: (from: string, to: string) =>
    `The lowest price (${from}) is above the highest (${to}). Swap the two to see coffees.`,
};

export type FindWords = typeof english;

/** The texts in the language of a dictionary. */
export function findWords(words: Readonly<{ find?: FindWords }>): FindWords {
  return words.find ?? english;
}

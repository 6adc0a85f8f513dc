import { isBlank } from "../../../catalogue/text/is-blank.ts";
import { languages, type Language, type Translated } from "../../../catalogue/language.ts";
import { addresses } from "../../shop/addresses.ts";
import { pageNames, unreachableWords } from "../../words/unreachable-words.ts";

/** A coffee of the cached list. */
export type ListedCoffee = Readonly<{ _id: string; name: string }>;

type OpenablePage = Readonly<{ path: string; name: string | Translated }>;

const pagesOfShop: readonly OpenablePage[] = [
  { path: addresses.home, name: pageNames.home },
  { path: addresses.addNewCoffee, name: pageNames.addNewCoffee },
];
/** How many coffees the page links to. */
const linkLimit = 24;

/**
 * The page for an address that is not cached, in both languages, `first` first. It reuses the header, footer and styles
 * of `home`, a cached document; without one it is plain. It has no scripts.
 */
export function unreachablePage(
  home: string,
  first: Language,
  search: string,
  listed: readonly ListedCoffee[],
): string {
  const namedCoffees = listed.filter(({ name }) => !isBlank(name)).slice(0, linkLimit);
  const coffees = namedCoffees.map(({ _id, name }) => ({ path: addresses.coffeeDetails(_id), name }));
  const pages = home === "" ? [] : [...pagesOfShop, ...coffees];
  const parts = [...languages]
    .sort((language) => (language === first ? -1 : 1))
    .map((language, at) => part(language, at === 0, search, pages));
  const main = `<main id="page" class="page unreachable">${parts.join("")}</main>`;
  const title = `<title>${unreachableWords[first].heading}</title>`;
  if (home === "") return `<!doctype html><html lang="${first}"><meta charset="utf-8">${title}<body>${main}`;
  return home
    .replaceAll(/<script\b[^]*?<\/script>|<link\b[^>]*rel="(?:preload|modulepreload)"[^>]*>/g, "")
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace(/<main\b[^]*<\/main>/, () => main);
}

/** One language's part of the page. Coffees are listed only in the first part. */
function part(language: Language, isFirst: boolean, search: string, pages: readonly OpenablePage[]): string {
  const { heading, text, again, open } = unreachableWords[language];
  const listed = pages.filter(({ name }) => isFirst || typeof name !== "string");
  const links = listed.map(({ path, name }) => {
    const label = typeof name === "string" ? name : name[language];
    return `<li><a href="${escapeHtml(path + search)}">${escapeHtml(label)}</a></li>`;
  });
  const level = isFirst ? "h1" : "h2";
  return `<section lang="${language}"><${level} class="headline">${heading}</${level}><p class="intro">${text}</p>
    <p><a href="" class="button-gold">${again}</a></p>
    ${links.length > 0 ? `<p class="mt-6">${open}</p><ul>${links.join("")}</ul>` : ""}</section>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

import { useEffect, useMemo, useRef } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { useCoffees } from "../list/coffee-list.tsx";
import { firstLetters, excerpt } from "../coffee/text/excerpt.ts";
import { CoffeeName } from "../coffee/coffee-name.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { Logo } from "../layout/icons.tsx";
import { useShop } from "../shop/shop-router.tsx";
import { useWords } from "../words/words.tsx";
import boardStyles from "./board.css?url";
import { byCategory } from "./by-category.ts";
import { useFit } from "./use-fit.ts";

/** How many coffees the board shows. With more, a viewer would wait too long for a page to come round. */
const coffeeLimit = 480;

/** How many letters the board shows of a name, a category and a price. One longer text would make all letters small. */
const nameLetterLimit = 40;
const priceLetterLimit = 9;

/** How long the list must be unchanged before the board caches it. Changes often come in bursts. */
const settleMs = 1_000;

/** The menu for a wall screen: large letters, grouped by category, without buttons. It turns its pages by itself. */
export function Board() {
  const all = useCoffees();
  const coffees = useMemo(() => all.slice(0, coffeeLimit), [all]);
  const sheet = useRef<HTMLDivElement>(null);
  const { columns, page, pages } = useFit(sheet, coffees.length);
  const { name } = useShop();
  const words = useWords();
  const { board, number } = words;
  useScreenAwake();
  useCachedMenu(coffees);
  return (
    <div className="board" data-columns={columns}>
      <link rel="stylesheet" href={boardStyles} precedence="board" />
      <title>{name}</title>
      <meta name="description" content={words.page.description(name)} />
      <header className="board-head">
        <Logo />
        <h1>{name}</h1>
        {pages > 1 && (
          <p>
            <span className="sr-only">{board.page(number(page + 1), number(pages))}</span>
            <span aria-hidden>{board.pageOf(number(page + 1), number(pages))}</span>
          </p>
        )}
      </header>
      <div ref={sheet} className="board-sheet">
        {byCategory(coffees).map(({ category, coffees: group }) => (
          <section key={category} aria-label={excerpt(category) || board.others}>
            <Category category={category} />
            <ul>
              {group.map((coffee) => (
                <Line key={coffee._id} coffee={coffee} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function Category({ category }: { category: string }) {
  const { language, board } = useWords();
  if (category === "") return <h2 className="sr-only">{board.others}</h2>;
  return <h2 lang={languageOf(category, language)}>{firstLetters(category, nameLetterLimit)}</h2>;
}

function Line({ coffee: { name, taste, price } }: { coffee: Coffee }) {
  const { digits, taka, language } = useWords();
  return (
    <li>
      <CoffeeName name={firstLetters(name, nameLetterLimit)} />
      {price !== "" && (
        <p className="board-price">
          {digits(firstLetters(String(price), priceLetterLimit))} <span>{taka}</span>
        </p>
      )}
      <p className="board-taste" lang={languageOf(taste, language)}>
        {excerpt(taste)}
      </p>
    </li>
  );
}

/**
 * Requests the list again after a change, so that the service worker caches it and the board can start offline. Does
 * nothing if the worker has no list in its cache, because the list is too long.
 */
function useCachedMenu(coffees: readonly Coffee[]): void {
  useEffect(() => {
    if (coffees.length === 0 || !navigator.serviceWorker?.controller) return;
    const load = async () => (await caches.match("/coffee", { ignoreVary: true })) && browserProductServer().list();
    const timer = setTimeout(() => void load(), settleMs);
    return () => clearTimeout(timer);
  }, [coffees]);
}

/** Keeps the screen on, in browsers with the Screen Wake Lock API. */
function useScreenAwake(): void {
  useEffect(() => {
    const requestWakeLock = () => {
      // The browser may refuse, for example when the battery is low. Then the screen turns off as usual.
      if (document.visibilityState === "visible") void navigator.wakeLock?.request("screen").catch(() => {});
    };
    requestWakeLock();
    document.addEventListener("visibilitychange", requestWakeLock);
    return () => document.removeEventListener("visibilitychange", requestWakeLock);
  }, []);
}

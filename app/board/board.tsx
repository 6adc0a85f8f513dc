import { useEffect, useMemo, useRef } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { useCoffees } from "../list/coffee-list.tsx";
import { firstLetters } from "../coffee/text/first-letters.ts";
import { CoffeeName } from "../coffee/coffee-name.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { excerpt } from "../coffee/text/excerpt.ts";
import { Logo } from "../layout/icons.tsx";
import { useShop } from "../shop/use-shop.ts";
import { useWords } from "../words/words.tsx";
import boardStyles from "./board.css?url";
import { byCategory } from "./by-category.ts";
import { useFit } from "./use-fit.ts";

/** Nobody waits before a wall for more pages than these make. */
const coffeeLimit = 480;

/** Letters of a name or category, and of a price: longer ones would have every line of the board in small letters. */
const nameLetterLimit = 40;
const priceLetterLimit = 9;

/** Changes mostly come several at a time. */
const settleMs = 1_000;

/** The menu for a screen on the wall: big letters by category, no actions, and page after page where one is too small. */
export function Board() {
  const all = useCoffees();
  const coffees = useMemo(() => all.slice(0, coffeeLimit), [all]);
  const sheet = useRef<HTMLDivElement>(null);
  const { columns, size, page, pages } = useFit(sheet, coffees.length);
  const { name } = useShop();
  const words = useWords();
  const { board, number } = words;
  useScreenAwake();
  useCachedMenu(coffees);
  return (
    <div className="board" data-columns={columns} data-size={size}>
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
 * What others change is no list that the browser keeps: it is loaded, so that a screen that starts without the network has
 * the last menu. A list that was too long to be kept is not.
 */
function useCachedMenu(coffees: readonly Coffee[]): void {
  useEffect(() => {
    if (coffees.length === 0 || !navigator.serviceWorker?.controller) return;
    const load = async () => (await caches.match("/coffee", { ignoreVary: true })) && browserProductServer().list();
    const timer = setTimeout(() => void load(), settleMs);
    return () => clearTimeout(timer);
  }, [coffees]);
}

/** A screen that nobody touches would go dark; browsers that can be asked to keep it lit are asked. */
function useScreenAwake(): void {
  useEffect(() => {
    const requestWakeLock = () => {
      // It may be refused, as on a battery that runs low: then the screen does as its owner has set it.
      if (document.visibilityState === "visible") void navigator.wakeLock?.request("screen").catch(() => {});
    };
    requestWakeLock();
    document.addEventListener("visibilitychange", requestWakeLock);
    return () => document.removeEventListener("visibilitychange", requestWakeLock);
  }, []);
}

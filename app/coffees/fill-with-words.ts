import type { Coffee } from "../../catalogue/coffee.ts";
import { languageOf } from "./language-of.ts";
import { letOthersRun } from "./let-others-run.ts";

/*
 * The words of a big list are made here and not by React: it would keep several objects for each of some hundred thousand
 * elements that never change, and go through all of them when home is left.
 */

/** The boxes whose turn has not come. */
const waiting = new Map<Element, readonly Coffee[]>();

/** For how long boxes are filled before the page may do something else. */
const sliceMs = 5;

/** Fills a box with the words of coffees when its turn comes, in place of what it holds until then; gives what calls that off. */
export function fillWithWords(box: Element, coffees: readonly Coffee[]): () => void {
  waiting.set(box, coffees);
  if (waiting.size === 1) void fillAll();
  return () => waiting.delete(box);
}

async function fillAll(): Promise<void> {
  let end = 0;
  for (const box of waiting.keys()) {
    if (performance.now() > end) {
      await letOthersRun();
      end = performance.now() + sliceMs;
    }
    const coffees = waiting.get(box);
    waiting.delete(box);
    if (coffees) box.replaceChildren(...coffees.map(wordsOf));
  }
}

let pattern: Element | undefined;

/** An item of the list. The style sheet prints the taste. */
function wordsOf({ name, chef, taste, price }: Coffee): Element {
  pattern ??= madePattern();
  const item = document.importNode(pattern, true);
  item.setAttribute("data-taste", taste);
  const [heading, maker, cost] = item.children;
  if (name.trim()) put(heading, name);
  put(maker, `Chef ${chef}`);
  put(cost?.firstElementChild, String(price));
  return item;
}

function put(element: Element | null | undefined, text: string): void {
  const language = languageOf(text);
  if (language) element?.setAttribute("lang", language);
  element?.replaceChildren(text);
}

/** As a card says it, also of a coffee without a name. */
function madePattern(): Element {
  const item = document.createElement("div");
  item.setAttribute("role", "listitem");
  item.innerHTML =
    '<h3><span class="sr-only">Unnamed coffee</span></h3><p class="coffee-card-chef"></p><p class="coffee-card-price"><span></span> Taka</p>';
  return item;
}

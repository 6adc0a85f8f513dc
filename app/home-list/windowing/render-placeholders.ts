import type { Coffee } from "../../../catalogue/coffee.ts";
import { isBlank } from "../../../catalogue/is-blank.ts";
import type { Words } from "../../words/english.ts";
import { languageOf } from "../../words/language/language-of.ts";
import { yieldToMain } from "../../calls/yield-to-main.ts";
import { excerpt } from "../../coffee/text/excerpt.ts";

/*
 * The words of a big list are made here and not by React: it would keep several objects for each of some hundred thousand
 * elements that never change, and go through all of them when home is left.
 */

/** The boxes whose turn has not come. */
const queue = new Map<Element, Readonly<{ coffees: readonly Coffee[]; words: Words }>>();

/** For how long boxes are filled before the page may do something else. */
const sliceMs = 5;

/** Fills a box with the words of coffees when its turn comes, in place of what it holds until then; gives what calls that off. */
export function renderPlaceholders(box: Element, coffees: readonly Coffee[], words: Words): () => void {
  queue.set(box, { coffees, words });
  if (queue.size === 1) void renderQueue();
  return () => queue.delete(box);
}

async function renderQueue(): Promise<void> {
  let end = 0;
  for (const box of queue.keys()) {
    if (performance.now() > end) {
      await yieldToMain();
      end = performance.now() + sliceMs;
    }
    const turn = queue.get(box);
    queue.delete(box);
    if (turn) box.replaceChildren(...turn.coffees.map((coffee) => placeholderItem(coffee, turn.words)));
  }
}

const templates = new Map<Words, Element>();

/** An item of the list. The style sheet prints the taste. */
function placeholderItem({ name, chef, taste, price }: Coffee, words: Words): Element {
  const template = templates.get(words) ?? createTemplate(words);
  templates.set(words, template);
  const item = document.importNode(template, true);
  item.setAttribute("data-taste", excerpt(taste));
  const [heading, maker, cost] = item.children;
  if (!isBlank(name)) setText(heading, excerpt(name), words);
  setText(maker, `${words.coffee.fields.chef} ${excerpt(chef)}`, words);
  setText(cost?.firstElementChild, words.digits(excerpt(String(price))), words);
  return item;
}

function setText(element: Element | null | undefined, text: string, words: Words): void {
  const language = languageOf(text, words.language);
  if (language) element?.setAttribute("lang", language);
  element?.replaceChildren(text);
}

/** As a card says it, also of a coffee without a name. */
function createTemplate({ coffee, taka }: Words): Element {
  const item = document.createElement("div");
  item.setAttribute("role", "listitem");
  item.innerHTML = `<h3><span class="sr-only">${coffee.unnamedHeading}</span></h3><p class="coffee-card-chef"></p><p class="coffee-card-price"><span></span> ${taka}</p>`;
  return item;
}

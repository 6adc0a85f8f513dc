import type { Coffee } from "../../../catalogue/coffee.ts";
import { isBlank } from "../../../catalogue/text/is-blank.ts";
import type { Words } from "../../words/english.ts";
import { languageOf } from "../../words/language/language-of.ts";
import { yieldToMain } from "../../calls/yield-to-main.ts";
import { excerpt } from "../../coffee/text/excerpt.ts";

/*
 * Renders the text of a big list without React. React would keep several objects for each of about a hundred thousand
 * elements that never change, and visit all of them when home unmounts.
 */

/** Boxes that are not rendered yet. */
const queue = new Map<Element, Readonly<{ coffees: readonly Coffee[]; words: Words }>>();

/** How long rendering may block the main thread. */
const sliceMs = 5;

/** Queues a box to be filled with the text of coffees. Returns a function that cancels it. */
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

/** Renders a coffee's text as a list item. print.css prints the `data-taste` attribute. */
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

/** The markup of an item, with the same texts as a card. */
function createTemplate({ coffee, taka }: Words): Element {
  const item = document.createElement("div");
  item.setAttribute("role", "listitem");
  item.innerHTML = `<h3><span class="sr-only">${coffee.unnamedHeading}</span></h3><p class="coffee-card-chef"></p><p class="coffee-card-price"><span></span> ${taka}</p>`;
  return item;
}

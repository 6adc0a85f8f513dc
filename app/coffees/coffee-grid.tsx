import { useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { CupIcon } from "../layout/icons.tsx";
import { useNotify } from "../notices/notices.tsx";
import { browserProductServer } from "./browser-product-server.ts";
import { calledName } from "./called-name.ts";
import { CoffeeCard } from "./coffee-card.tsx";
import { useCoffeeList } from "./coffee-list.tsx";

const cardsInFirstView = 2;

/** All coffees, each with its three actions. */
export function CoffeeGrid() {
  const { coffees } = useCoffeeList();
  const section = useRef<HTMLElement>(null);
  const remove = useRemove(section);

  return (
    <section ref={section} aria-labelledby="products" className="page py-16">
      <p className="eyebrow text-center">Sip and stay</p>
      <h2 id="products" className="headline text-center">
        Our Popular Products
      </h2>
      <p className="mt-4 text-center">
        <Link to={addresses.addNewCoffee} className="button-gold" prefetch="intent">
          Add Coffee
          <CupIcon />
        </Link>
      </p>
      <ul className="coffee-grid">
        {coffees.map((coffee, place) => (
          <li key={coffee._id || place}>
            <CoffeeCard coffee={coffee} isFirst={place < cardsInFirstView} onDelete={() => void remove(coffee)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Other servers say so of a coffee that was not there any more: then nothing was kept. */
const goneStatuses: ReadonlySet<number | undefined> = new Set([404, 410]);

function useRemove(section: React.RefObject<HTMLElement | null>) {
  const { record, putBack } = useCoffeeList();
  const notify = useNotify();

  return async ({ _id, name }: Coffee) => {
    const answer = await browserProductServer().remove(_id);
    const called = calledName(name);
    if (!answer.ok && answer.failure.status === undefined) {
      notify({
        title: `No word on deleting ${called}.`,
        words: answer.failure.words,
        advice: "It is still in your list: check the connection and delete it again.",
      });
      return;
    }
    const focusNext = nextFocus(section.current);
    flushSync(() => record({ did: "delete", id: _id }));
    focusNext();
    if (!answer.ok && !goneStatuses.has(answer.failure.status)) {
      notify({
        title: `The product server kept ${called}.`,
        words: answer.failure.words,
        advice: "It is gone from your list only.",
        action: { label: "Put it back", act: () => putBack(_id) },
      });
    }
  };
}

/** Whoever deletes by keyboard goes on from the card that moves up, and never falls back to the top of the page. */
function nextFocus(section: HTMLElement | null): () => void {
  const card = document.activeElement?.closest("li");
  const buttons = () => [...(section?.querySelectorAll<HTMLElement>("li button") ?? [])];
  const place = buttons().findIndex((button) => card?.contains(button));
  return () => {
    if (place === -1 || card?.isConnected) return;
    const target = buttons().at(Math.min(place, buttons().length - 1)) ?? section?.querySelector("a");
    target?.focus();
  };
}

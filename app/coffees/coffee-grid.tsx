import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useViewTransitionState } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { ChangesLink } from "../changes/changes-link.tsx";
import { BinIcon, CupIcon, EyeIcon, PencilIcon } from "../layout/icons.tsx";
import { pressedOnce } from "../layout/pressed-once.ts";
import { useNotify } from "../notices/notices.tsx";
import { browserProductServer } from "./browser-product-server.ts";
import { calledName, nameInWords } from "./called-name.ts";
import { CoffeeCard } from "./coffee-card.tsx";
import { useCoffeeList } from "./coffee-list.tsx";
import { closeGap, foldAway } from "./fold-away.ts";
import { useUndoNotices } from "./use-undo.ts";

/** All coffees, each with its three actions. */
export function CoffeeGrid() {
  const { coffees } = useCoffeeList();
  const section = useRef<HTMLElement>(null);
  const remove = useRemove(section);

  return (
    <section ref={section} aria-labelledby="products" className="page section products">
      <p className="eyebrow">Sip and stay</p>
      <h2 id="products" className="headline text-center">
        Our Popular Products
      </h2>
      <p className="products-actions">
        <Link to={addresses.addNewCoffee} className="button-gold" prefetch="intent">
          Add Coffee
          <CupIcon />
        </Link>
        <ChangesLink>Recent changes</ChangesLink>
      </p>
      <ul className="coffee-grid" {...pressedOnce}>
        {coffees.map((coffee, place) => (
          <ListedCoffee key={coffee._id || place} coffee={coffee} remove={(item) => remove(coffee, item)} />
        ))}
      </ul>
    </section>
  );
}

type ListedCoffeeProps = Readonly<{
  coffee: Coffee;
  /** Resolves when all is said and done; the coffee may still be there. */
  remove: (item: Element) => Promise<void>;
}>;

function ListedCoffee({ coffee, remove }: ListedCoffeeProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const details = addresses.coffeeDetails(coffee._id);
  const isOpening = useViewTransitionState(details);
  const called = calledName(coffee.name);

  const onDelete = async () => {
    if (!item.current) return;
    setLeaving(true);
    await remove(item.current);
    setLeaving(false);
  };

  return (
    <li ref={item} aria-busy={isLeaving} className={isOpening ? "is-opening" : undefined}>
      <CoffeeCard coffee={coffee}>
        <div className="coffee-card-actions">
          <Link
            to={details}
            className="action action-view"
            aria-label={`View ${called}`}
            title="View"
            prefetch="intent"
            viewTransition
          >
            <EyeIcon />
          </Link>
          <Link
            to={addresses.updateCoffee(coffee._id)}
            className="action action-edit"
            aria-label={`Edit ${called}`}
            title="Edit"
            prefetch="intent"
          >
            <PencilIcon />
          </Link>
          <button
            type="button"
            className="action action-delete"
            aria-label={`Delete ${called}`}
            title="Delete"
            onClick={() => void onDelete()}
          >
            <BinIcon />
          </button>
        </div>
      </CoffeeCard>
    </li>
  );
}

/** Other servers say so of a coffee that was not there any more: then nothing was kept. */
const goneStatuses: ReadonlySet<number | undefined> = new Set([404, 410]);

function useRemove(section: React.RefObject<HTMLElement | null>) {
  const { record, putBack } = useCoffeeList();
  const notify = useNotify();
  const { offerUndo } = useUndoNotices();

  return async ({ _id, name }: Coffee, item: Element) => {
    const answer = await browserProductServer().remove(_id);
    const called = nameInWords(name);
    if (!answer.ok && answer.failure.status === undefined) {
      notify({
        title: `No word on deleting ${called}.`,
        words: answer.failure.words,
        advice: "It is still in your list: check the connection and delete it again.",
      });
      return;
    }
    await foldAway(item);
    const focusNext = nextFocus(section.current);
    const slideOn = closeGap(() => [...(section.current?.querySelectorAll("li") ?? [])]);
    flushSync(() => record({ did: "delete", id: _id, number: answer.ok ? answer.value.change : undefined }));
    focusNext();
    slideOn();
    if (answer.ok) offerUndo("delete", answer.value.change, name);
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

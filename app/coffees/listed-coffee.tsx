import { memo, useRef, useState } from "react";
import { Link, useViewTransitionState } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { BinIcon, EyeIcon, PencilIcon } from "../layout/icons.tsx";
import { calledName } from "./called-name.ts";
import { CoffeeCard } from "./coffee-card.tsx";

type ListedCoffeeProps = Readonly<{
  coffee: Coffee;
  /** Resolves when all is said and done; the coffee may still be there. */
  remove: (coffee: Coffee, item: Element) => Promise<void>;
  /** The number of the chunk that begins here. */
  chunk: number | undefined;
  /** Where columns are two, it stands in the right one, whatever stands before. */
  isAtRight: boolean;
}>;

/** A coffee of the list as a card, with its three actions. */
export const ListedCoffee = memo(function ListedCoffee({ coffee, remove, chunk, isAtRight }: ListedCoffeeProps) {
  const item = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const details = addresses.coffeeDetails(coffee._id);
  const isOpening = useViewTransitionState(details);
  const called = calledName(coffee.name);

  const onDelete = async () => {
    if (!item.current) return;
    setLeaving(true);
    await remove(coffee, item.current);
    setLeaving(false);
  };

  return (
    <div
      ref={item}
      role="listitem"
      aria-busy={isLeaving}
      className={`coffee-item${isOpening ? " is-opening" : ""}${isAtRight ? " is-right" : ""}`}
      data-chunk={chunk}
    >
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
    </div>
  );
});

import { memo, useRef, useState } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { addresses } from "../shop/addresses.ts";
import { BinIcon, EyeIcon, PencilIcon } from "../layout/icons.tsx";
import { ShopLink } from "../links/shop-link.tsx";
import { useWords } from "../words/words.tsx";
import { displayName } from "../coffee/text/display-name.ts";
import { CoffeeCard } from "../coffee/coffee-card.tsx";
import { deleteField } from "./delete-field.ts";
import { excerpt } from "../coffee/text/excerpt.ts";

type ListedCoffeeProps = Readonly<{
  coffee: Coffee;
  /** Resolves when the delete has finished or failed. */
  remove: (coffee: Coffee, item: Element) => Promise<void>;
  /** The number of the chunk, if this is its first coffee. */
  chunk: number | undefined;
  /** Whether the card starts in the right one of two columns. */
  isAtRight: boolean;
}>;

/** A coffee of the list as a card, with its three actions. */
export const ListedCoffee = memo(function ListedCoffee({ coffee, remove, chunk, isAtRight }: ListedCoffeeProps) {
  const item = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const words = useWords();
  const label = excerpt(displayName(coffee.name, words));

  const onDelete = async () => {
    if (!item.current || isLeaving) return;
    setLeaving(true);
    await remove(coffee, item.current);
    setLeaving(false);
  };

  return (
    <div
      ref={item}
      role="listitem"
      aria-busy={isLeaving || undefined}
      className={`coffee-item${isAtRight ? " is-right" : ""}`}
      data-chunk={chunk}
    >
      <CoffeeCard coffee={coffee}>
        <div className="coffee-card-actions">
          <ShopLink
            to={addresses.coffeeDetails(coffee._id)}
            className="action action-view"
            aria-label={words.coffee.viewNamed(label)}
            title={words.coffee.view}
          >
            <EyeIcon />
            {`${words.coffee.view} `}
          </ShopLink>
          <ShopLink
            to={addresses.updateCoffee(coffee._id)}
            className="action action-edit"
            aria-label={words.coffee.editNamed(label)}
            title={words.coffee.edit}
          >
            <PencilIcon />
            {`${words.coffee.edit} `}
          </ShopLink>
          <button
            className="action action-delete"
            type="submit"
            name={deleteField(coffee._id)}
            aria-label={words.coffee.deleteNamed(label)}
            title={words.coffee.delete}
            onClick={(event) => {
              event.preventDefault();
              void onDelete();
            }}
          >
            <BinIcon />
            {words.coffee.delete}
          </button>
        </div>
      </CoffeeCard>
    </div>
  );
});

import { Link } from "react-router";
import type { Coffee } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { BinIcon, EyeIcon, PencilIcon } from "../layout/icons.tsx";
import { calledName } from "./called-name.ts";
import { CoffeePhoto } from "./coffee-photo.tsx";

type CoffeeCardProps = Readonly<{ coffee: Coffee; isFirst: boolean; onDelete: () => void }>;

export function CoffeeCard({ coffee, isFirst, onDelete }: CoffeeCardProps) {
  const { _id, name, chef, photo, price } = coffee;
  const called = calledName(name);
  return (
    <article className="coffee-card">
      <CoffeePhoto photo={photo} name={name} isFirst={isFirst} />
      <div className="coffee-card-words">
        <h3>{name.trim() === "" ? <span className="sr-only">Unnamed coffee</span> : name}</h3>
        <p className="coffee-card-chef">
          <span>Chef</span> {chef}
        </p>
        <p className="coffee-card-price">{price} Taka</p>
      </div>
      <div className="coffee-card-actions">
        <Link
          to={addresses.coffeeDetails(_id)}
          className="action action-view"
          aria-label={`View ${called}`}
          title="View"
          prefetch="intent"
        >
          <EyeIcon />
        </Link>
        <Link
          to={addresses.updateCoffee(_id)}
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
          onClick={onDelete}
        >
          <BinIcon />
        </button>
      </div>
    </article>
  );
}

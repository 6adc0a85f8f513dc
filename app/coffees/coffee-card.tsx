import type { ReactNode } from "react";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { CoffeeName } from "./coffee-name.tsx";
import { CoffeePhoto } from "./coffee-photo.tsx";
import { languageOf } from "./language-of.ts";

type CoffeeCardProps = Readonly<{
  coffee: CoffeeFields;
  /** What can be done with the coffee, at the card's end. */
  children?: ReactNode;
}>;

export function CoffeeCard({ coffee: { name, chef, taste, photo, price }, children }: CoffeeCardProps) {
  return (
    <article className="coffee-card">
      <CoffeePhoto photo={photo} name={name} sizes="min(12.5rem, 34vw)" />
      <div className="coffee-card-words">
        <CoffeeName name={name} />
        <p className="coffee-card-chef">
          Chef <span lang={languageOf(chef)}>{chef}</span>
        </p>
        <p className="coffee-card-taste" lang={languageOf(taste)}>
          {taste}
        </p>
        <p className="coffee-card-price">
          <span>{price}</span> Taka
        </p>
      </div>
      {children}
    </article>
  );
}

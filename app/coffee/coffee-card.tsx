import type { ReactNode } from "react";
import { Marked, MatchReasonText, type CardFields } from "../search/marks/marked.tsx";
import { useWords } from "../words/words.tsx";
import { CoffeeName } from "./coffee-name.tsx";
import { CoffeePhoto } from "./coffee-photo.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { excerpt } from "./text/excerpt.ts";

type CoffeeCardProps = Readonly<{
  coffee: CardFields;
  /** The address of a picture to show in place of the coffee's photo. */
  picture?: string | undefined;
  heading?: "h2" | "h3";
  /** The buttons at the end of the card. */
  children?: ReactNode;
}>;

export function CoffeeCard({ coffee, picture, heading, children }: CoffeeCardProps) {
  const { name, chef, taste, photo, price } = coffee;
  const words = useWords();
  return (
    <article className="coffee-card">
      <CoffeePhoto photo={photo} picture={picture} name={name} sizes="min(12.5rem, 34vw)" />
      <div className="coffee-card-words">
        <CoffeeName name={name} heading={heading} />
        <p className="coffee-card-chef">
          {words.coffee.fields.chef}{" "}
          <span lang={languageOf(chef, words.language)}>
            <Marked text={excerpt(chef)} />
          </span>
        </p>
        <p className="coffee-card-taste" lang={languageOf(taste, words.language)}>
          <Marked text={excerpt(taste)} />
        </p>
        <MatchReasonText coffee={coffee} />
        <p className="coffee-card-price">
          <span>{words.digits(excerpt(String(price)))}</span> {words.taka}
        </p>
      </div>
      {children}
    </article>
  );
}

import { memo, useEffect, useRef } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { CoffeeName } from "./coffee-name.tsx";
import { languageOf } from "./language-of.ts";

type WordsOfCoffeesProps = Readonly<{
  /** Empty where its turn to be filled in has not come; it takes the same room. */
  coffees: readonly Coffee[];
  chunk: number;
  /** Watches the chunk come near; gives what ends that. */
  watch: (box: Element) => () => void;
}>;

/** A chunk of the list that is far from the view: as words, which can be searched for, heard and printed. */
export const WordsOfCoffees = memo(function WordsOfCoffees({ coffees, chunk, watch }: WordsOfCoffeesProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? watch(box.current) : undefined), [watch]);
  // The style sheet prints the taste.
  return (
    <div ref={box} className="coffee-words" data-chunk={chunk}>
      {coffees.map(({ _id, name, chef, taste, price }) => (
        <div key={_id} role="listitem" data-taste={taste}>
          <CoffeeName name={name} />
          <p className="coffee-card-chef" lang={languageOf(chef)}>{`Chef ${chef}`}</p>
          <p className="coffee-card-price">
            <span>{price}</span> Taka
          </p>
        </div>
      ))}
    </div>
  );
});

import { memo } from "react";
import { useWords } from "../words/words.tsx";
import { renderPlaceholders } from "./windowing/render-placeholders.ts";
import type { Chunk } from "./windowing/split-into-chunks.ts";

/** A chunk of the list that is far from the view: as words, which can be searched for, heard and printed. */
export const CoffeePlaceholders = memo(function CoffeePlaceholders({
  coffees,
  chunk,
}: {
  coffees: Chunk;
  chunk: number;
}) {
  const words = useWords();
  return (
    <div
      ref={(box) => (box ? renderPlaceholders(box, coffees, words) : undefined)}
      className="coffee-words"
      data-chunk={chunk}
    />
  );
});

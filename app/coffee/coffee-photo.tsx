import { useState } from "react";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { MissingPhotoCup } from "../layout/icons.tsx";
import { Photograph, photographAt } from "../photographs/photograph.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { useWords } from "../words/words.tsx";
import { displayName } from "./text/display-name.ts";
import { photoSource } from "./photo-source.ts";
import { excerpt } from "./text/excerpt.ts";

type PhotoProps = Readonly<{
  photo: string;
  name: string;
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string;
  /** Whether it is what the visitor came to see. */
  isMain?: boolean;
}>;

/**
 * A coffee's photo in its frame. The drawn cup stands in for a photo of another host until it arrives, and for one that
 * never does; the shop's own photographs have a preview.
 */
export function CoffeePhoto({ photo, name, sizes, isMain = false }: PhotoProps) {
  const words = useWords();
  const [brokenSource, setBrokenSource] = useState<string>();
  const settings = useRootData()?.settings;
  const source = photoSource(withoutOwnAddress(photo, settings?.publicUrl ?? ""));
  const photograph = source && photographAt(source);
  const image = {
    alt: words.coffee.photoOf(excerpt(displayName(name, words))),
    onError: () => setBrokenSource(source),
    ref(element: HTMLImageElement | null) {
      // It may have arrived or failed before React took over the page.
      if (!element?.complete) return;
      if (element.naturalWidth > 0) return hideCup(element);
      element.decode().then(
        () => hideCup(element),
        () => setBrokenSource(source),
      );
    },
  };
  const priority = isMain ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy" } as const);
  const isShown = source && source !== brokenSource;
  return (
    <div key={source} className="photo-frame">
      {!isShown && <MissingPhotoCup label={words.coffee.noPhoto} />}
      {isShown && photograph && <Photograph name={photograph} sizes={sizes} {...priority} {...image} />}
      {isShown && !photograph && (
        <>
          <MissingPhotoCup />
          {/* Lazy even where it is seen at once: no other host holds up the page. */}
          <img
            src={source}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onLoad={({ currentTarget }) => hideCup(currentTarget)}
            {...image}
          />
        </>
      )}
    </div>
  );
}

/** Past React: rendering a card again for each photo that arrives would make scrolling late. */
function hideCup(image: HTMLImageElement): void {
  image.closest(".photo-frame")?.setAttribute("data-arrived", "");
}

import { useState, type ReactNode } from "react";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { parsePhotoAddress } from "../../catalogue/photo-address.ts";
import { MissingPhotoCup } from "../layout/icons.tsx";
import { Photograph, photographAt } from "../photographs/photograph.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { useWords } from "../words/words.tsx";
import { displayName } from "./text/display-name.ts";
import { KeptPicture } from "./kept-picture.tsx";
import { photoSource } from "./photo-source.ts";
import { excerpt } from "./text/excerpt.ts";

type PhotoProps = Readonly<{
  photo: string;
  /** The address of a picture to show in place of `photo`, which has not been uploaded yet. */
  picture?: string | undefined;
  name: string;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Whether the browser fetches the photo first: it is the main content of the page. */
  isMain?: boolean;
  /** Shown over the photo, but not over the cup in its place. */
  children?: (source: string) => ReactNode;
}>;

/**
 * A coffee's photo in its frame. A drawing of a cup replaces a photo from another host until it has loaded, and a photo
 * that fails. The shop's own photographs have a blurred preview, and photos that it keeps their average colour.
 */
export function CoffeePhoto({ photo, picture, name, sizes, isMain = false, children }: PhotoProps) {
  const words = useWords();
  const [brokenSource, setBrokenSource] = useState<string>();
  const settings = useRootData()?.settings;
  const source = picture ?? photoSource(withoutOwnAddress(photo, settings?.publicUrl ?? ""));
  const photograph = source && photographAt(source);
  const kept = source && settings?.extras ? parsePhotoAddress(source) : undefined;
  const image = {
    alt: kept?.alt || words.coffee.photoOf(excerpt(displayName(name, words))),
    lang: kept && languageOf(kept.alt, words.language),
    onError: () => setBrokenSource(source),
    ref(element: HTMLImageElement | null) {
      // The image may have loaded or failed before hydration.
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
      {isShown && kept && <KeptPicture photo={kept.photo} sizes={sizes} {...priority} {...image} />}
      {isShown && !photograph && !kept && (
        <>
          <MissingPhotoCup />
          {/* Always lazy, so that another host cannot delay the page. */}
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
      {isShown && children?.(source)}
    </div>
  );
}

/** Sets the attribute without React: rendering a card again for each loaded photo would make scrolling slow. */
function hideCup(image: HTMLImageElement): void {
  image.closest(".photo-frame")?.setAttribute("data-arrived", "");
}

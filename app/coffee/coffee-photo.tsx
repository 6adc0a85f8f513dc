import type { ReactNode } from "react";
import { copyPath } from "../../catalogue/copy-address.ts";
import { largestWidth, parsePhotoAddress } from "../../catalogue/photo-address.ts";
import { MissingPhotoCup } from "../layout/icons.tsx";
import { Photograph, photographAt } from "../photographs/photograph.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { useWords } from "../words/words.tsx";
import { displayName } from "./text/display-name.ts";
import { copyAttributes } from "./copy-attributes.ts";
import { KeptPicture } from "./kept-picture.tsx";
import { shownPhoto } from "./photo-source.ts";
import { excerpt } from "./text/excerpt.ts";
import { useBrokenPhoto } from "./use-broken-photo.ts";

type PhotoProps = Readonly<{
  photo: string;
  /** The address of a picture to show in place of `photo`, which has not been uploaded yet. */
  picture?: string | undefined;
  name: string;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Whether the browser fetches the photo first: it is the main content of the page. */
  isMain?: boolean;
  /** Shown over the photo, but not over the cup in its place. Gets the address of the photo at its largest. */
  children?: (address: string) => ReactNode;
}>;

/**
 * A coffee's photo in its frame; of a photo on another host, the shop's copy. A drawing of a cup replaces that until it
 * has loaded, and a photo that fails. The shop's own photographs have a blurred preview, and photos that it keeps their
 * average colour.
 */
export function CoffeePhoto({ photo, picture, name, sizes, isMain = false, children }: PhotoProps) {
  const words = useWords();
  const settings = useRootData()?.settings;
  const shown = picture === undefined ? shownPhoto(photo, settings) : { source: picture, isCopied: false };
  const source = shown?.source;
  const { isBroken, onBroken } = useBrokenPhoto(source, shown?.isCopied === true);
  const photograph = source && photographAt(source);
  const kept = source && settings?.extras ? parsePhotoAddress(source) : undefined;
  const image = {
    alt: kept?.alt || words.coffee.photoOf(excerpt(displayName(name, words))),
    lang: kept && languageOf(kept.alt, words.language),
    onError: onBroken,
    ref(element: HTMLImageElement | null) {
      // The image may have loaded or failed before hydration.
      if (!element?.complete) return;
      if (element.naturalWidth > 0) return hideCup(element);
      element.decode().then(() => hideCup(element), onBroken);
    },
  };
  const priority = isMain ? ({ fetchPriority: "high" } as const) : ({ loading: "lazy" } as const);
  const isShown = source && !isBroken;
  return (
    <div key={source} className="photo-frame">
      {!isShown && <MissingPhotoCup label={words.coffee.noPhoto} />}
      {isShown && photograph && <Photograph name={photograph} sizes={sizes} {...priority} {...image} />}
      {isShown && kept && <KeptPicture photo={kept.photo} sizes={sizes} {...priority} {...image} />}
      {isShown && !photograph && !kept && (
        <>
          <MissingPhotoCup />
          <img
            {...(shown.isCopied ? copyAttributes(source, sizes) : { src: source, referrerPolicy: "no-referrer" })}
            {...priority}
            // Always lazy, so that another host cannot delay the page.
            loading="lazy"
            decoding="async"
            onLoad={({ currentTarget }) => hideCup(currentTarget)}
            {...image}
          />
        </>
      )}
      {isShown && children?.(shown.isCopied ? copyPath(source, largestWidth) : source)}
    </div>
  );
}

/** Sets the attribute without React: rendering a card again for each loaded photo would make scrolling slow. */
function hideCup(image: HTMLImageElement): void {
  image.closest(".photo-frame")?.setAttribute("data-arrived", "");
}

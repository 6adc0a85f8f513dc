import { lazy, memo, useEffect, useLayoutEffect } from "react";
import { useLocation } from "react-router";
import { addresses, atTop, isBoard } from "../shop/addresses.ts";
import { CoffeeGrid } from "../home-list/coffee-grid.tsx";
import { bringPhotoBack, savePosition, restorePosition } from "../home-list/scroll-position.ts";
import { readSearchQuery, writeSearchQuery } from "../search/search-query.ts";
import { saveHomeSearch } from "../links/home-search.ts";
import { AromaIcon, GradeIcon, QualityIcon, RoastIcon } from "../layout/icons.tsx";
import { Photograph, preloadPhotograph } from "../photographs/photograph.tsx";
import { PhotoGrid } from "../photographs/photo-grid.tsx";
import { PageLinks } from "../links/page-title.tsx";
import { useRootData, useShop } from "../shop/shop-router.tsx";
import { homeWords } from "../words/home-words.ts";
import { useWords } from "../words/words.tsx";

const Board = lazy(async () => ({ default: (await import("../board/board.tsx")).Board }));

const blurbs = [
  { name: "aroma", Icon: AromaIcon },
  { name: "quality", Icon: QualityIcon },
  { name: "grades", Icon: GradeIcon },
  { name: "roasting", Icon: RoastIcon },
] as const;

// The crops for text beside the cup and for text above it, with the same media queries as app/layout/layout.css.
const wide = {
  name: "hero-wide",
  media: "(min-width: 60rem), (min-width: 32rem) and (min-aspect-ratio: 4/5)",
  sizes: "(min-width: 60rem) max(100vw, 70rem), max(100vw, 44rem)",
} as const;
const tall = {
  name: "hero-tall",
  media: "not all and (min-width: 32rem), (max-width: 59.99rem) and (max-aspect-ratio: 799/1000)",
  sizes: "max(100vw, 31.5rem)",
} as const;

export default function Home() {
  const { search } = useLocation();
  const extras = useRootData()?.settings.extras;
  return (
    <>
      <PageLinks path={addresses.home} />
      {extras && isBoard(addresses.home, search) ? <Board /> : <Storefront search={extras ? search : ""} />}
    </>
  );
}

/** Memoised, so that a navigation does not re-render the list when it starts, which would delay the tap. */
const Storefront = memo(function Storefront({ search }: { search: string }) {
  const { state } = useLocation();
  useLayoutEffect(() => {
    // Before the next paint, but after React Router has scrolled.
    queueMicrotask(() => {
      if (state !== atTop) restorePosition();
      bringPhotoBack();
    });
    // Saved here and not in the list, because here everything above the list still exists on unmount.
    return savePosition;
  }, [state]);
  useEffect(() => saveHomeSearch(writeSearchQuery(readSearchQuery(new URLSearchParams(search)))), [search]);
  const { name } = useShop();
  const words = useWords();
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={words.page.description(name)} />
      {[wide, tall].map((crop) => (
        <link key={crop.name} {...preloadPhotograph(crop.name, crop.sizes, crop.media)} />
      ))}
      <Hero />
      <Blurbs />
      <CoffeeGrid />
      <PhotoGrid />
    </>
  );
});

function Hero() {
  const home = homeWords(useWords());
  return (
    <section className="hero" aria-labelledby="hero">
      <Photograph name={tall.name} sizes={tall.sizes} crop={wide} alt="" fetchPriority="high" />
      <div className="hero-words">
        <h1 id="hero" tabIndex={-1}>
          {home.headline}
        </h1>
        <p>{home.invitation}</p>
        <button type="button" className="button-gold">
          {home.learnMore}
        </button>
      </div>
    </section>
  );
}

function Blurbs() {
  const home = homeWords(useWords());
  return (
    <section aria-label={home.why} className="blurbs">
      <ul className="page grid gap-8 py-12 sm:grid-cols-2 sm:gap-12 lg:grid-cols-4">
        {blurbs.map(({ name, Icon }) => (
          <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 lg:grid-cols-1">
            <Icon />
            <h2>{home.blurbs[name].title}</h2>
            <p>{home.blurbs[name].text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

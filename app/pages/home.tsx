import { useLayoutEffect } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { atTop } from "../addresses.ts";
import { CoffeeGrid } from "../coffees/coffee-grid.tsx";
import { keepPlace, returnToPlace } from "../coffees/place-in-list.ts";
import { AromaIcon, GradeIcon, QualityIcon, RoastIcon } from "../layout/icons.tsx";
import { Photograph, preloadPhotograph } from "../layout/photograph.tsx";
import { PhotoGrid } from "../layout/photo-grid.tsx";
import type { loader } from "../root.tsx";

const blurbs = [
  {
    title: "Awesome Aroma",
    text: "You will know that the cup is ready before anyone calls your name.",
    Icon: AromaIcon,
  },
  {
    title: "High Quality",
    text: "Beans that we drink ourselves, every morning at six.",
    Icon: QualityIcon,
  },
  { title: "Pure Grades", text: "Hand-sorted lots from growers we can name, and nothing mixed in.", Icon: GradeIcon },
  {
    title: "Proper Roasting",
    text: "Small batches, roasted slowly by ear and nose, and never hurried.",
    Icon: RoastIcon,
  },
];

const wide = { name: "hero-wide", media: "(min-width: 60rem)", sizes: "max(100vw, 70rem)" } as const;
const tall = { name: "hero-tall", media: "not all and (min-width: 60rem)", sizes: "max(100vw, 31.5rem)" } as const;

export const links = () => [wide, tall].map(({ name, sizes, media }) => preloadPhotograph(name, sizes, media));

export default function Home() {
  const { state } = useLocation();
  useLayoutEffect(() => {
    // At once, but after the router has scrolled.
    if (state !== atTop) queueMicrotask(returnToPlace);
    // Here and not in the list: as this is taken away, all that stands above the list is still there.
    return keepPlace;
  }, [state]);
  const shopName = useRouteLoaderData<typeof loader>("root")?.settings.shop.name;
  return (
    <>
      <title>{shopName}</title>
      <meta
        name="description"
        content={`${shopName}: every coffee we make, who makes it, what it tastes of and what it costs.`}
      />
      <Hero />
      <Blurbs />
      <CoffeeGrid />
      <PhotoGrid />
    </>
  );
}

function Hero() {
  return (
    <section className="hero" aria-labelledby="hero">
      <Photograph name={tall.name} sizes={tall.sizes} crop={wide} alt="" fetchPriority="high" />
      <div className="hero-words">
        <h1 id="hero" tabIndex={-1}>
          Would you like a Cup of Delicious Coffee?
        </h1>
        <p>
          Pull up a chair. The beans were roasted this week, the milk came this morning, and nobody here is in a hurry.
        </p>
        <button type="button" className="button-gold">
          Learn More
        </button>
      </div>
    </section>
  );
}

function Blurbs() {
  return (
    <section aria-label="Why our coffee" className="blurbs">
      <ul className="page">
        {blurbs.map(({ title, text, Icon }) => (
          <li key={title}>
            <Icon />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

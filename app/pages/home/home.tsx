import { useRouteLoaderData } from "react-router";
import { CoffeeGrid } from "../../coffees/coffee-grid.tsx";
import { AromaIcon, GradeIcon, QualityIcon, RoastIcon } from "../../layout/icons.tsx";
import { PhotoGrid } from "../../layout/photo-grid/photo-grid.tsx";
import type { loader } from "../../root.tsx";
import heroTall from "./hero-tall.svg";
import hero from "./hero.svg";

const blurbs = [
  {
    title: "Awesome Aroma",
    text: "You will know that the cup is ready before anyone calls your name.",
    Icon: AromaIcon,
  },
  {
    title: "High Quality",
    text: "Beans that we would drink ourselves, and do, every morning at six.",
    Icon: QualityIcon,
  },
  { title: "Pure Grades", text: "Hand-sorted lots from growers we can name, and nothing mixed in.", Icon: GradeIcon },
  {
    title: "Proper Roasting",
    text: "Small batches, roasted slowly, rested for a week and never hurried.",
    Icon: RoastIcon,
  },
];

export default function Home() {
  const shopName = useRouteLoaderData<typeof loader>("root")?.settings.shop.name;
  return (
    <>
      <title>{shopName}</title>
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
      <picture>
        <source media="(min-width: 48rem)" srcSet={hero} width={2100} height={900} />
        <img src={heroTall} alt="" width={900} height={1200} fetchPriority="high" />
      </picture>
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

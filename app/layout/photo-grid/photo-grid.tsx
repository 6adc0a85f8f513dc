import beanSack from "./bean-sack.svg";
import beans from "./beans.svg";
import espressoGlass from "./espresso-glass.svg";
import icedCoffee from "./iced-coffee.svg";
import latteArt from "./latte-art.svg";
import mokaPot from "./moka-pot.svg";
import pourOver from "./pour-over.svg";
import stackedCups from "./stacked-cups.svg";

const photos = [
  { source: latteArt, alt: "Latte art, seen from above" },
  { source: beans, alt: "Roasted beans, close up" },
  { source: pourOver, alt: "Water poured over ground coffee" },
  { source: espressoGlass, alt: "Espresso in a small glass" },
  { source: stackedCups, alt: "A stack of cups" },
  { source: icedCoffee, alt: "Iced coffee in a tall glass" },
  { source: mokaPot, alt: "A moka pot on the stove" },
  { source: beanSack, alt: "A sack of beans" },
];

export function PhotoGrid() {
  return (
    <section aria-labelledby="photo-grid" className="page py-16">
      <p className="eyebrow text-center">Follow us now</p>
      <h2 id="photo-grid" className="headline text-center">
        From Our Photo Wall
      </h2>
      <ul className="photo-grid">
        {photos.map(({ source, alt }) => (
          <li key={alt}>
            <img src={source} alt={alt} width={600} height={600} loading="lazy" decoding="async" />
          </li>
        ))}
      </ul>
    </section>
  );
}

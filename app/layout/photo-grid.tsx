import { Photograph } from "./photograph.tsx";

const photos = [
  { name: "latte-art", alt: "Latte art, seen from above" },
  { name: "beans-macro", alt: "Roasted beans, close up" },
  { name: "pour-over-bloom", alt: "Water poured over ground coffee" },
  { name: "espresso-in-glass", alt: "Espresso in a small glass" },
  { name: "stacked-cups", alt: "A stack of cups" },
  { name: "iced-coffee", alt: "Iced coffee in a tall glass" },
  { name: "moka-pot", alt: "A moka pot on the stove" },
  { name: "scoop-of-beans", alt: "A scoop in a sack of beans" },
] as const;

export function PhotoGrid() {
  return (
    <section aria-labelledby="photo-grid" className="page photo-wall">
      <p className="eyebrow">Follow us now</p>
      <h2 id="photo-grid" className="headline text-center">
        From Our Photo Wall
      </h2>
      <ul className="photo-grid">
        {photos.map(({ name, alt }) => (
          <li key={name}>
            <Photograph name={name} alt={alt} sizes="(min-width: 48rem) min(25vw, 19rem), 50vw" loading="lazy" />
          </li>
        ))}
      </ul>
    </section>
  );
}

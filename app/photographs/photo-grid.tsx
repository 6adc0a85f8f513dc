import { homeWords } from "../words/home-words.ts";
import { useWords } from "../words/words.tsx";
import { Photograph } from "./photograph.tsx";

const photos = [
  "latte-art",
  "beans-macro",
  "pour-over-bloom",
  "espresso-in-glass",
  "stacked-cups",
  "iced-coffee",
  "moka-pot",
  "scoop-of-beans",
] as const;

export function PhotoGrid() {
  const home = homeWords(useWords());
  return (
    <section aria-labelledby="photo-grid" className="page photo-wall pb-(--space-section)">
      <p className="eyebrow">{home.follow}</p>
      <h2 id="photo-grid" className="headline text-center">
        {home.photoWall}
      </h2>
      <ul className="mt-12 grid grid-cols-2 gap-[clamp(0.5rem,1.4vw,1.25rem)] md:grid-cols-4">
        {photos.map((name) => (
          <li key={name}>
            <Photograph
              name={name}
              alt={home.photos[name]}
              sizes="(min-width: 48rem) min(25vw, 19rem), 50vw"
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/* The shop's photographs, in the formats and widths that it shows them in. */

const kinds = {
  hero: { width: 1125, height: 1500, widths: [540, 900, 1125] },
  square: { width: 800, height: 800, widths: [200, 400, 800] },
  coffee: { width: 960, height: 1200, widths: [256, 480, 960] },
} as const;

export type Kind = keyof typeof kinds;

export const sizes: Readonly<Record<Kind | "main", string>> = {
  hero: "max(100vw, 31.5rem)",
  square: "(min-width: 48rem) min(25vw, 19rem), 50vw",
  coffee: "min(12.5rem, 34vw)",
  main: "(min-width: 48rem) min(42vw, 34rem), 100vw",
};

export type Picture = Readonly<{ avif: string; webp: string; jpeg: string; width: number; height: number }>;

/** Whether the shop has the photo in several formats. Photos of other hosts have only one. */
export function isPhotograph(address: string): boolean {
  return address.startsWith("/photographs/");
}

/** The sources of a photograph by its address, `/photographs/NAME.jpg`. */
export function pictureOf(address: string, kind: Kind): Picture {
  const { width, height, widths } = kinds[kind];
  const stem = address.replace(/\.jpg$/, "");
  const sourceSet = (format: string) => widths.map((each) => `${stem}-${each}.${format} ${each}w`).join(", ");
  return { avif: sourceSet("avif"), webp: sourceSet("webp"), jpeg: address, width, height };
}

export const heroAddress = "/photographs/hero-tall.jpg";

// The photographs that the shop shows: their names, the sizes of their renders, and the widths in which it serves them.

export type Kind = Readonly<{
  width: number;
  height: number;
  /** Light paths per pixel, before the denoiser. */
  samples: number;
  /** Widths of the AVIF and WebP files, for the width in the layout at one to three device pixels. */
  widths: readonly number[];
  /** The width of the one JPEG, for browsers that support neither AVIF nor WebP. */
  jpegWidth: number;
  avifQuality: number;
  webpQuality: number;
  /** The size of the blurred preview in the style sheet, in pixels. */
  previewSize: readonly [width: number, height: number];
  /** The photograph that it replaces, and in which windows. */
  cropOf?: Readonly<{ name: string; media: string }>;
}>;

export const kinds = {
  "hero-wide": {
    width: 2560,
    height: 1097,
    samples: 64,
    widths: [960, 1440, 1920, 2560],
    jpegWidth: 1440,
    avifQuality: 60,
    webpQuality: 76,
    previewSize: [16, 7],
    cropOf: { name: "hero-tall", media: "(min-width: 60rem), (min-width: 32rem) and (min-aspect-ratio: 4/5)" },
  },
  "hero-tall": {
    width: 1125,
    height: 1500,
    samples: 64,
    widths: [540, 900, 1125],
    jpegWidth: 900,
    avifQuality: 60,
    webpQuality: 76,
    previewSize: [9, 12],
  },
  square: {
    width: 800,
    height: 800,
    samples: 48,
    widths: [200, 400, 800],
    jpegWidth: 400,
    avifQuality: 56,
    webpQuality: 74,
    previewSize: [8, 8],
  },
  coffee: {
    width: 960,
    height: 1200,
    samples: 48,
    widths: [256, 480, 960],
    jpegWidth: 480,
    avifQuality: 56,
    webpQuality: 74,
    previewSize: [8, 10],
  },
  "empty-cup": {
    width: 1200,
    height: 900,
    samples: 48,
    widths: [480, 960],
    jpegWidth: 480,
    avifQuality: 56,
    webpQuality: 74,
    previewSize: [10, 8],
  },
} as const satisfies Readonly<Record<string, Kind>>;

const kindOf = {
  "hero-wide": "hero-wide",
  "hero-tall": "hero-tall",
  "latte-art": "square",
  "beans-macro": "square",
  "pour-over-bloom": "square",
  "espresso-in-glass": "square",
  "stacked-cups": "square",
  "iced-coffee": "square",
  "moka-pot": "square",
  "scoop-of-beans": "square",
  "dudh-malai-coffee": "coffee",
  "cha-er-dokan-black": "coffee",
  "nolen-gur-latte": "coffee",
  "filter-coffee": "coffee",
  "dhaka-fog": "coffee",
  "cardamom-mocha": "coffee",
  "chittagong-hill-pour-over": "coffee",
  "coconut-cold-brew": "coffee",
  "borhani-tonic": "coffee",
  "flat-white": "coffee",
  "mishti-doi-affogato": "coffee",
  "espresso-saat-masjid": "coffee",
  "empty-cup": "empty-cup",
} as const satisfies Readonly<Record<string, keyof typeof kinds>>;

export type Photograph = Kind & Readonly<{ name: string; kind: string }>;

export const photographs: readonly Photograph[] = Object.entries(kindOf).map(([name, kind]) => ({
  ...kinds[kind],
  name,
  kind,
}));

/** The length of the longest name, for columns. */
export const nameWidth = Math.max(...photographs.map(({ name }) => name.length));

/** The most bytes of single files, and of all files: a phone waits for the first. */
export const byteLimits: Readonly<Record<string, number>> = {
  "hero-tall-900.avif": 45_000,
  "hero-wide-1440.avif": 90_000,
};
export const totalByteLimit = 2_600_000;

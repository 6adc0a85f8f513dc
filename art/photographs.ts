// The photographs that the shop shows: what each is called, how large it is made, and in which widths it is served.

export type Kind = Readonly<{
  width: number;
  height: number;
  /** Light paths per pixel, before the denoiser. */
  samples: number;
  /** Of the AVIF and WebP files, from how wide the layout shows them at one to three device pixels. */
  widths: readonly number[];
  /** Of the one JPEG, for browsers that know neither. */
  jpegWidth: number;
  avifQuality: number;
  webpQuality: number;
  /** Of the blurred preview inside the style sheet. */
  previewSize: readonly [width: number, height: number];
  /** The photograph in whose place it is shown, and in which windows. */
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

/** For columns. */
export const nameWidth = Math.max(...photographs.map(({ name }) => name.length));

/** The most that single files may weigh, and all of them: the first is what a phone waits for. */
export const byteLimits: Readonly<Record<string, number>> = {
  "hero-tall-900.avif": 45_000,
  "hero-wide-1440.avif": 90_000,
};
export const totalByteLimit = 2_600_000;

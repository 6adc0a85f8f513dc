// Written by `npm run art`: which photographs there are, how large they are, and in which widths they can be asked for.
export const kinds = {
  "hero-wide": { width: 2560, height: 1097, widths: [960, 1440, 1920, 2560] },
  "hero-tall": { width: 1125, height: 1500, widths: [540, 900, 1125] },
  square: { width: 800, height: 800, widths: [200, 400, 800] },
  coffee: { width: 960, height: 1200, widths: [256, 480, 960] },
  "empty-cup": { width: 1200, height: 900, widths: [480, 960] },
} as const;

export const photographs = {
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
} as const;

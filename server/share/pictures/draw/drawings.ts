/** The icons of app/layout/icons.tsx that pictures show, each as one SVG path. */

export const logoMeasure = 32;
export const logo =
  "M5.5 14.5h17V19a8 8 0 0 1-8 8h-1a8 8 0 0 1-8-8Zm17 1.5h1.7a3.4 3.4 0 0 1 0 6.8h-2.6M4 29.5h20" +
  "M10.8 11.5V4.3m0 3c.5-1.9 1.8-3 3.3-3 1.9 0 3.1 1.2 3.1 3.4v3.8";

export const missingPhotoCup =
  "M44 96h62v20c0 17-13 29-29 29h-4c-16 0-29-12-29-29Zm62 6h7c8 0 13 5 13 12.5s-5 12.5-13 12.5h-9M38 154h74" +
  "M64 82c-8-10 8-16 0-27m22 27c-8-10 8-16 0-27";

import { createElement, type ReactElement } from "react";

/* Our own drawings: one line weight at every size, coloured by the text around them, silent to screen readers. */

/** An icon of these shapes. A text is the `d` of a path. */
export function icon(size: 24 | 32 | 48, ...shapes: readonly (string | ReactElement)[]) {
  const drawing = shapes.map((shape) => (typeof shape === "string" ? createElement("path", { d: shape }) : shape));
  const attributes = { viewBox: `0 0 ${size} ${size}`, className: "mark", "aria-hidden": true };
  return () => createElement("svg", attributes, ...drawing);
}

/** The shop's sign: a cup whose steam writes an n. */
export const Logo = icon(
  32,
  "M5.5 14.5h17V19a8 8 0 0 1-8 8h-1a8 8 0 0 1-8-8Zm17 1.5h1.7a3.4 3.4 0 0 1 0 6.8h-2.6M4 29.5h20",
  "M10.8 11.5V4.3m0 3c.5-1.9 1.8-3 3.3-3 1.9 0 3.1 1.2 3.1 3.4v3.8",
);
export const ArrowIcon = icon(24, "M20 12H4m0 0 6-6m-6 6 6 6");
export const CloseIcon = icon(24, "m6.5 6.5 11 11m0-11-11 11");
export const CupIcon = icon(
  24,
  "M4 10h13v4.5a5.5 5.5 0 0 1-5.5 5.5h-2A5.5 5.5 0 0 1 4 14.5Zm13 1.3h1.4a2.5 2.5 0 0 1 0 5h-2",
  "M8.2 6.8c-1.2-1.4 1.1-2.3 0-3.8m4.4 3.8c-1.2-1.4 1.1-2.3 0-3.8",
);

/** The word বাংলা as outlines: it is on every page, and the font would have to load for these letters alone. */
export const BanglaWord = () => (
  <svg viewBox="-2 0 223 80" className="h-[0.9rem] w-auto fill-current" aria-hidden="true">
    <path d="M54 18H43V75H36L4 51V42Q11 36 19 31Q28 27 36 25V18H-2V11H54ZM36 66V32Q23 36 11 47ZM81 18H70V75H62V26Q62 22 60 20Q59 18 55 18H50V11H56Q60 11 63 15Q62 10 62 5V2H70V11H81ZM84 25Q84 19 88 14Q93 10 100 10Q106 10 111 14Q115 19 115 25Q115 32 111 36Q106 40 100 40Q93 40 88 36Q84 32 84 25ZM108 25Q108 21 105 19Q103 17 100 17Q96 17 93 19Q91 21 91 25Q91 29 93 31Q96 34 100 34Q103 34 105 31Q108 29 108 25ZM84 52V43L118 67V75ZM184 75H176V44Q176 41 174 38Q172 34 168 34Q160 34 160 47V48H152V46Q152 35 143 35Q138 35 136 38Q133 40 133 46Q133 51 136 54Q140 57 144 57Q148 57 152 56V63Q148 64 144 64Q136 64 131 59Q126 54 126 46Q126 38 130 33Q134 28 142 28Q148 28 151 30Q155 33 156 38Q157 33 160 30Q163 28 167 28Q173 28 176 32V18H119V11H195V18H184ZM221 18H210V75H202V26Q202 22 201 20Q200 18 196 18H191V11H196Q201 11 203 15Q202 10 202 5V2H210V11H221Z" />
  </svg>
);

export const SearchIcon = icon(24, "M16 16l4.5 4.5M17.5 10.8a6.7 6.7 0 1 1-13.4 0 6.7 6.7 0 0 1 13.4 0Z");
export const ShareIcon = icon(24, "M12 14.5V3.5m0 0L8 7.5m4-4 4 4M7 11H5v9.5h14V11h-2");
export const EyeIcon = icon(
  24,
  "M2.5 12C5 7.6 8.3 5.5 12 5.5s7 2.1 9.5 6.5c-2.5 4.4-5.8 6.5-9.5 6.5S5 16.4 2.5 12Z",
  <circle cx="12" cy="12" r="2.8" />,
);
export const PencilIcon = icon(
  24,
  "m4 20 .9-4.3L15.8 4.8a1.9 1.9 0 0 1 2.7 0l.7.7a1.9 1.9 0 0 1 0 2.7L8.3 19.1Zm9.8-13.2 3.4 3.4",
);
export const BinIcon = icon(24, "M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5m4-5v5");
export const AromaIcon = icon(
  48,
  "M9 26h24v6a10 10 0 0 1-10 10h-4A10 10 0 0 1 9 32Zm24 2h2.5a5 5 0 0 1 0 10h-4.3M6 45h30",
  "M15 21c-3.5-4 3.5-6.5 0-11m6 11c-4-5.5 4-9.5 0-16m6 16c-3.5-4 3.5-6.5 0-11",
);
export const QualityIcon = icon(
  48,
  "M24 4.5 28 8l5.2-.7 1.5 5 4.7 2.3-1.6 5 2 4.9-4.6 2.6-1.1 5.1-5.2-.3L24 35l-4.9-3.1-5.2.3-1.1-5.1-4.6-2.6 2-4.9-1.6-5 4.7-2.3 1.5-5L20 8Z",
  "m17.5 19.8 4.6 4.6 8.4-9M16 32.5V44l8-4 8 4V32.5",
);
export const GradeIcon = icon(
  48,
  "M8.2 33.8c-4-5.9-1.7-16 5.1-22.5 5.3-5 11.3-6.2 15-3.6 5.6 4 4.5 14.6-2.6 22.5-5.8 6.4-13.8 8-17.5 3.6Z",
  "M8.2 33.8c.4-5.3 6.3-6.6 9-11.4 2.8-4.9 5.2-12.2 11.1-14.7",
  "M26 41c-2.9-3.4-1.5-9 3-12.6 4.6-3.5 10.5-3.7 12.9-.5 2.5 3.3.8 9-3.8 12.5-4.4 3.4-9.5 3.7-12.1.6Z",
  "M26 41c3.6.3 4.7-3.9 7.6-6.2 2.7-2.2 6.8-2.5 8.3-6.9",
);
export const RoastIcon = icon(
  48,
  "M24 44c-8.3 0-13.5-5.2-13.5-12.3 0-9.2 8.5-12.6 7.2-25.7 6.4 2.7 10.5 8.4 10 15.3 2.1-.9 3.3-2.7 3.5-5.3 4.1 3.5 6.3 8.7 6.3 15 0 8-5.4 13-13.5 13Z",
  "M24 44c-3.6 0-6-2.4-6-5.6 0-3.9 3.7-5.2 5.3-9.4 4.2 2 6.7 5.4 6.7 9.2 0 3.5-2.4 5.8-6 5.8Z",
);
export const PhoneIcon = icon(
  24,
  "M6 3.5h3l1.5 4-2 1.5a11.5 11.5 0 0 0 6.5 6.5l1.5-2 4 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 5.7a2 2 0 0 1 2-2.2Z",
);
export const MailIcon = icon(24, "M3.5 6h17v12.5h-17Zm0 .5 8.5 7 8.5-7");
export const PinIcon = icon(
  24,
  "M12 21c4-4.6 6.5-8 6.5-11.2a6.5 6.5 0 0 0-13 0C5.5 13 8 16.4 12 21Z",
  <circle cx="12" cy="9.8" r="2.4" />,
);

/** Keyed by the networks that a shop can name in its settings. */
export const socialIcons = {
  facebook: icon(
    24,
    "M14.2 21v-8h3l.5-3.5h-3.5V7.6c0-1.2.6-1.7 1.8-1.7h1.8V3.2c-.5-.1-1.3-.2-2.1-.2-2.8 0-4.7 1.6-4.7 4.4v2.1H7.9V13H11v8Z",
  ),
  instagram: icon(
    24,
    <rect x="3.5" y="3.5" width="17" height="17" rx="4.5" />,
    <circle cx="12" cy="12" r="4" />,
    "M17 7h.01",
  ),
  x: icon(24, "M4 4h4.3L20 20h-4.3ZM19 4l-6.3 7M5 20l6.3-7"),
  youtube: icon(
    24,
    "M12 5.5c6 0 8.3.2 8.8 2.2.4 1.9.4 6.7 0 8.6-.5 2-2.8 2.2-8.8 2.2s-8.3-.2-8.8-2.2c-.4-1.9-.4-6.7 0-8.6.5-2 2.8-2.2 8.8-2.2Z",
    "m10.3 9.3 4.5 2.7-4.5 2.7Z",
  ),
};

/** Shown in place of a photo. With a label it stands for a missing photo, without one for a photo that is loading. */
export const MissingPhotoCup = ({ label }: { label?: string }) => (
  <svg
    viewBox="0 0 160 200"
    className="mark missing-photo"
    role={label && "img"}
    aria-label={label}
    aria-hidden={label === undefined}
  >
    <path d="M44 96h62v20c0 17-13 29-29 29h-4c-16 0-29-12-29-29Zm62 6h7c8 0 13 5 13 12.5s-5 12.5-13 12.5h-9M38 154h74" />
    <path d="M64 82c-8-10 8-16 0-27m22 27c-8-10 8-16 0-27" />
  </svg>
);

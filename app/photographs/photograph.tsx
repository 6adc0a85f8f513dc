import type { ImgHTMLAttributes } from "react";
import { kinds, photographs } from "./photographs.ts";

export type PhotographName = keyof typeof photographs;

type PhotographProps = ImgHTMLAttributes<HTMLImageElement> &
  Readonly<{
    name: PhotographName;
    alt: string;
    /** The `sizes` attribute of the image. */
    sizes: string;
    /** Another crop, used if `media` matches. */
    crop?: Readonly<{ name: PhotographName; media: string; sizes: string }>;
    ref?: React.Ref<HTMLImageElement>;
  }>;

/**
 * One of the shop's own photographs, in the formats and widths made by `npm run art`. Its space is reserved, and has a
 * blurred preview until it loads.
 */
export function Photograph({ name, sizes, crop, ...image }: PhotographProps) {
  return (
    <picture>
      {crop && <Sources {...crop} />}
      <Sources name={name} sizes={sizes} />
      <img
        src={photographAddress(name)}
        {...size(name)}
        className="photograph"
        data-photograph={name}
        decoding="async"
        {...image}
      />
    </picture>
  );
}

function Sources({ name, sizes, media }: { name: PhotographName; sizes: string; media?: string }) {
  return formats.map((format) => (
    <source
      key={format}
      type={`image/${format}`}
      srcSet={sourceSet(name, format)}
      sizes={sizes}
      media={media}
      {...size(name)}
    />
  ));
}

const formats = ["avif", "webp"] as const;

/** The URL of the JPEG, which every browser can show. A coffee's `photo` has the same URL. */
export function photographAddress(name: PhotographName): string {
  return `/photographs/${name}.jpg`;
}

/** The photograph at a URL; undefined if it is not one of ours. */
export function photographAt(photo: string): PhotographName | undefined {
  const [, name = ""] = /^\/photographs\/([a-z-]+)\.jpg$/.exec(photo) ?? [];
  return isPhotograph(name) ? name : undefined;
}

function isPhotograph(name: string): name is PhotographName {
  return Object.hasOwn(photographs, name);
}

/** The attributes of a link that preloads a photograph. */
export function preloadPhotograph(name: PhotographName, sizes: string, media: string) {
  const [format] = formats;
  return {
    rel: "preload",
    as: "image",
    type: `image/${format}`,
    imageSrcSet: sourceSet(name, format),
    imageSizes: sizes,
    media,
    fetchPriority: "high",
  } as const;
}

function sourceSet(name: PhotographName, format: (typeof formats)[number]): string {
  return kinds[photographs[name]].widths.map((width) => `/photographs/${name}-${width}.${format} ${width}w`).join(", ");
}

function size(name: PhotographName) {
  const { width, height } = kinds[photographs[name]];
  return { width, height };
}

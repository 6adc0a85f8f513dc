import type { ImgHTMLAttributes } from "react";
import { kinds, photographs } from "./photographs.ts";

export type PhotographName = keyof typeof photographs;

type PhotographProps = ImgHTMLAttributes<HTMLImageElement> &
  Readonly<{
    name: PhotographName;
    alt: string;
    /** How wide it is shown, as in the `sizes` of an image. */
    sizes: string;
    /** Another crop, for windows that match `media`. */
    crop?: Readonly<{ name: PhotographName; media: string; sizes: string }>;
    ref?: React.Ref<HTMLImageElement>;
  }>;

/**
 * One of the shop's own photographs, in the formats and widths that `npm run art` made of it. Its place is taken from
 * the start, and filled by a blurred preview until it arrives.
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

/** Where any browser finds the photograph; this is also what a coffee's `photo` says. */
export function photographAddress(name: PhotographName): string {
  return `/photographs/${name}.jpg`;
}

/** The name of the photograph that `photo` is the address of, if it is one of ours. */
export function photographAt(photo: string): PhotographName | undefined {
  const [, name = ""] = /^\/photographs\/([a-z-]+)\.jpg$/.exec(photo) ?? [];
  return isPhotograph(name) ? name : undefined;
}

function isPhotograph(name: string): name is PhotographName {
  return Object.hasOwn(photographs, name);
}

/** What a link needs to have a photograph fetched before anything that asks for it is laid out. */
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

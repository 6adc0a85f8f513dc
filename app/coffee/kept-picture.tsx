import type { ImgHTMLAttributes } from "react";
import { picturePath, widthsOf, type KeptPhoto, type PhotoFormat } from "../../catalogue/photo-address.ts";

type KeptPictureProps = ImgHTMLAttributes<HTMLImageElement> &
  Readonly<{
    photo: KeptPhoto;
    alt: string;
    /** The `sizes` attribute of the image. */
    sizes: string;
    ref?: React.Ref<HTMLImageElement>;
  }>;

/** A photo that the shop keeps, in all its formats and widths. Its average colour shows until it has loaded. */
export function KeptPicture({ photo, sizes, ...image }: KeptPictureProps) {
  const { width, height, colour } = photo;
  return (
    <>
      {/* An attribute of SVG, because the content security policy forbids a style in HTML. */}
      <svg className="photo-colour" color={`#${colour}`} aria-hidden="true" />
      <picture>
        {(["avif", "webp"] as const).map((format) => (
          <source key={format} type={`image/${format}`} srcSet={sourceSet(photo, format)} sizes={sizes} />
        ))}
        <img
          src={picturePath(photo, "jpg")}
          srcSet={sourceSet(photo, "jpg")}
          sizes={sizes}
          width={width}
          height={height}
          decoding="async"
          {...image}
        />
      </picture>
    </>
  );
}

function sourceSet(photo: KeptPhoto, format: PhotoFormat): string {
  const { width: largest } = photo;
  return widthsOf(largest)
    .map((width) => `${picturePath(photo, format, width < largest ? width : undefined)} ${width}w`)
    .join(", ");
}

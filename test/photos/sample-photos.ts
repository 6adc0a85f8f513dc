import sharp, { type Sharp } from "sharp";

/** The corners of every sample photo, as red, green and blue: from the upper left, clockwise. */
export const corners = {
  upperLeft: [200, 40, 40],
  upperRight: [40, 160, 60],
  lowerRight: [40, 60, 200],
  lowerLeft: [220, 200, 40],
} as const;

/** A photo with one colour in each quarter. Its sides should be even. */
export function quarters(width: number, height: number): Sharp {
  const [left, top] = [width / 2, height / 2];
  const part = ([r, g, b]: readonly [number, number, number], at: Readonly<{ left: number; top: number }>) => ({
    input: { create: { width: left, height: top, channels: 3, background: { r, g, b } } } as const,
    ...at,
  });
  return sharp({ create: { width, height, channels: 3, background: "#000000" } })
    .composite([
      part(corners.upperLeft, { left: 0, top: 0 }),
      part(corners.upperRight, { left, top: 0 }),
      part(corners.lowerRight, { left, top }),
      part(corners.lowerLeft, { left: 0, top }),
    ])
    .removeAlpha();
}

/** A small photo in each format that the shop takes. */
export const samples = {
  jpeg: () => quarters(96, 64).jpeg().toBuffer(),
  png: () => quarters(96, 64).png().toBuffer(),
  webp: () => quarters(96, 64).webp({ lossless: true }).toBuffer(),
  gif: () => quarters(96, 64).gif().toBuffer(),
  avif: () => quarters(96, 64).avif({ effort: 0 }).toBuffer(),
} as const;

/** A photo of one colour. */
export function plain(width: number, height: number, background: string, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background } });
}

/** A photo of noise with 600 × 600 pixels, whose AVIFs take long. */
export const noise: Sharp = sharp({
  create: {
    width: 600,
    height: 600,
    channels: 3,
    background: "#000000",
    noise: { type: "gaussian", mean: 128, sigma: 40 },
  },
});

/** An animation in one format: frames of these colours. */
export async function animation(format: "gif" | "webp", colours: readonly string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => plain(64, 48, colour).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, format === "webp" ? { lossless: true } : {})
    .toBuffer();
}

/** Text that no picture may contain, in every kind of metadata that sharp writes. */
export const secret = "23.8103N 90.4125E Farida";

/** A JPEG, PNG, WebP or AVIF with EXIF of a camera and a place, XMP, and a profile of Display P3. */
export function withMetadata(photo: Sharp): Sharp {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${secret}"/></rdf:RDF></x:xmpmeta>`;
  return photo
    .withExif({
      IFD0: { ImageDescription: secret, Artist: secret, Make: secret },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "23/1 48/1 3708/100",
        GPSLongitudeRef: "E",
        GPSLongitude: "90/1 24/1 4500/100",
      },
    })
    .withXmp(xmp)
    .withIccProfile("p3");
}

// The part of sharp that the photographs need. Sharp has its own types, but is installed only to make photographs.
declare module "sharp" {
  type Size = Readonly<{ width: number; height: number }>;
  type Picture = Readonly<{ input: Buffer; left: number; top: number }>;

  interface Sharp {
    resize(width: number, height?: number, options?: { fit: "contain"; background: string }): Sharp;
    blur(sigma: number): Sharp;
    composite(pictures: readonly Picture[]): Sharp;
    avif(options: { quality: number; effort: number; chromaSubsampling: "4:2:0" | "4:4:4" }): Sharp;
    webp(options: { quality: number; effort: number; smartSubsample?: boolean; preset?: "photo" | "icon" }): Sharp;
    jpeg(options: { quality: number; mozjpeg: boolean }): Sharp;
    png(options?: { palette: boolean }): Sharp;
    toBuffer(): Promise<Buffer>;
    stats(): Promise<{ channels: readonly { mean: number }[] }>;
  }

  type Blank = Readonly<{ create: Size & Readonly<{ channels: 3; background: string }> }>;

  export default function sharp(input: Buffer | string | Blank, options?: { density: number }): Sharp;
}

// Encodes a rendered PNG to the files that browsers load, and to the previews that they show until then.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import sharp from "sharp";
import { byteLimits, kinds, nameWidth, photographs, totalByteLimit, type Photograph } from "./photographs.ts";

const publicFolder = fileURLToPath(new URL("../public", import.meta.url));
const served = join(publicFolder, "photographs");
const described = fileURLToPath(new URL("../app/photographs", import.meta.url));
const writtenBy = "Written by `npm run art`:";
const avifEffort = 7;
const webpEffort = 6;
const jpegQuality = 72;
// At a lower quality, pictures of a few pixels lose their colour.
const previewQuality = 75;

type File = Readonly<{ name: string; encode: () => Promise<Buffer> }>;

/** Whether all files of the photograph exist, and none is older than the render. */
export function isEncoded(photograph: Photograph, render: string): boolean {
  const made = statSync(render).mtimeMs;
  return filesOf(photograph, render).every(
    ({ name }) => existsSync(join(served, name)) && statSync(join(served, name)).mtimeMs >= made,
  );
}

/** Writes the photograph in each width and format. Replaces a file only by a complete one. */
export async function encode(photograph: Photograph, render: string, signal: AbortSignal): Promise<void> {
  mkdirSync(served, { recursive: true });
  for (const { name, encode: encoded } of filesOf(photograph, render)) {
    const content = await encoded();
    if (signal.aborted) return;
    writeWhole(join(served, name), content);
  }
}

function filesOf(photograph: Photograph, render: string): readonly File[] {
  const { name, width: fullWidth, height: fullHeight, widths, jpegWidth, avifQuality, webpQuality } = photograph;
  const sized = (width: number) => sharp(render).resize(width, Math.round((width * fullHeight) / fullWidth));
  const modern = widths.flatMap((width): File[] => [
    {
      name: `${name}-${width}.avif`,
      encode: () =>
        sized(width).avif({ quality: avifQuality, effort: avifEffort, chromaSubsampling: "4:2:0" }).toBuffer(),
    },
    {
      name: `${name}-${width}.webp`,
      encode: () =>
        sized(width)
          .webp({ quality: webpQuality, effort: webpEffort, smartSubsample: true, preset: "photo" })
          .toBuffer(),
    },
  ]);
  const jpeg = () => sized(jpegWidth).jpeg({ quality: jpegQuality, mozjpeg: true }).toBuffer();
  return [...modern, { name: `${name}.jpg`, encode: jpeg }];
}

const round = / rx="\d+"/;

/**
 * The shop's icons on phones and desktops. Apple's devices round the corners themselves. Others cut their own shape out
 * of the maskable icon, and keep at least four fifths of it (W3C Manifest, §1.8).
 */
const icons: readonly Readonly<{ name: string; side: number; draw: (mark: string) => string }>[] = [
  { name: "apple-touch-icon.png", side: 180, draw: (mark) => mark.replace(round, "") },
  { name: "icon-192.png", side: 192, draw: (mark) => mark },
  { name: "icon-512.png", side: 512, draw: (mark) => mark },
  {
    name: "icon-maskable-512.png",
    side: 512,
    draw: (mark) => mark.replace(round, "").replace("<g ", '<g transform="matrix(.82 0 0 .82 2.88 2.88)" '),
  },
];

export async function encodeIcons(): Promise<void> {
  const mark = readFileSync(join(publicFolder, "favicon.svg"), "utf8");
  for (const { name, side, draw } of icons) {
    const icon = sharp(Buffer.from(draw(mark)), { density: 72 * Math.ceil(side / 24) })
      .resize(side)
      .png({ palette: true });
    writeWhole(join(publicFolder, name), await icon.toBuffer());
  }
}

/** Updates the sizes and previews that pages use, by the photographs that exist. */
export async function describe(): Promise<void> {
  await writeFormatted(join(described, "photographs.ts"), sizesSource());
  await writeFormatted(join(described, "photographs.css"), await previewsSource());
}

function sizesSource(): string {
  const sizes = Object.entries(kinds).map(([kind, { width, height, widths }]) => [kind, { width, height, widths }]);
  const kindOf = photographs.map(({ name, kind }) => [name, kind]);
  return `// ${writtenBy} which photographs there are, how large they are, and in which widths they can be asked for.
export const kinds = ${JSON.stringify(Object.fromEntries(sizes))} as const;

export const photographs = ${JSON.stringify(Object.fromEntries(kindOf))} as const;
`;
}

async function previewsSource(): Promise<string> {
  const made = photographs.filter(({ name }) => existsSync(join(served, `${name}.jpg`)));
  const whole = made.filter(({ cropOf }) => !cropOf);
  const rules = await Promise.all([...whole, ...made.filter(({ cropOf }) => cropOf)].map(previewRule));
  return `/* ${writtenBy} what stands in for a photograph until it arrives, its average colour and a few blurred pixels. */
[data-photograph] { background: center / cover; }
${rules.join("\n")}`;
}

async function previewRule({ name, previewSize, cropOf }: Photograph): Promise<string> {
  // In pixels of a tiny picture. Without it, an edge would show as a step when a browser stretches the picture.
  const blur = 1;
  const small = await sharp(join(served, `${name}.jpg`))
    .resize(...previewSize)
    .blur(blur)
    .png()
    .toBuffer();
  const { channels } = await sharp(small).stats();
  const average = channels.slice(0, 3).map(({ mean }) => Math.round(mean).toString(16).padStart(2, "0"));
  const preview = await sharp(small).webp({ quality: previewQuality, effort: webpEffort, preset: "icon" }).toBuffer();
  const address = `data:image/webp;base64,${preview.toString("base64")}`;
  const rule = `[data-photograph="${cropOf?.name ?? name}"] { background-color: #${average.join("")}; background-image: url("${address}"); }`;
  return cropOf ? `@media ${cropOf.media} { ${rule} }` : rule;
}

async function writeFormatted(path: string, source: string): Promise<void> {
  writeWhole(path, await format(source, { ...(await resolveConfig(path)), filepath: path }));
}

function writeWhole(path: string, content: Buffer | string): void {
  writeFileSync(`${path}.partial`, content);
  renameSync(`${path}.partial`, path);
}

/** Prints the size of every file, and returns whether all are within the limits. */
export function weigh(): boolean {
  const weights = new Map(readdirSync(served).map((file) => [file, statSync(join(served, file)).size]));
  const expected = new Set<string>();
  for (const photograph of photographs) {
    const files = filesOf(photograph, "").map(({ name }) => name);
    for (const file of files) expected.add(file);
    const parts = files
      .filter((file) => weights.has(file))
      .map((file) => `${shortName(file, photograph)} ${weights.get(file)}`);
    if (parts.length > 0) console.log(`${photograph.name.padEnd(nameWidth)}  ${parts.join("  ")}`);
  }
  const total = [...weights.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`${total} bytes in ${weights.size} files, of at most ${totalByteLimit}`);
  const faults = [
    ...[...weights.keys()]
      .filter((file) => !expected.has(file))
      .map((file) => `${file} is of no photograph; delete it`),
    ...Object.entries(byteLimits)
      .filter(([file, limit]) => (weights.get(file) ?? 0) > limit)
      .map(([file, limit]) => `${file} is above its ${limit} bytes`),
    ...(total > totalByteLimit ? ["all together are too large"] : []),
  ];
  for (const fault of faults) console.error(`public/photographs: ${fault}.`);
  return faults.length === 0;
}

function shortName(file: string, { name }: Photograph): string {
  return file.slice(name.length + 1);
}

/** Writes one picture with all pictures side by side, small, with their names. */
export async function contactSheet(pictures: readonly Readonly<{ name: string; path: string }>[], path: string) {
  const [columns, cell, caption] = [6, 240, 24];
  const placed = await Promise.all(
    pictures.map(async ({ name, path: picture }, index) => {
      const [left, top] = [(index % columns) * cell, Math.floor(index / columns) * (cell + caption)];
      const label = `<svg width="${cell}" height="${caption}"><text x="50%" y="17" text-anchor="middle"
        font-family="sans-serif" font-size="13" fill="#eee">${name}</text></svg>`;
      return [
        {
          input: await sharp(picture).resize(cell, cell, { fit: "contain", background: "#222" }).png().toBuffer(),
          left,
          top,
        },
        { input: Buffer.from(label), left, top: top + cell },
      ];
    }),
  );
  const rows = Math.ceil(pictures.length / columns);
  const size = { width: columns * cell, height: rows * (cell + caption) };
  const sheet = sharp({ create: { ...size, channels: 3, background: "#222" } }).composite(placed.flat());
  writeWhole(path, await sheet.jpeg({ quality: 80, mozjpeg: true }).toBuffer());
}

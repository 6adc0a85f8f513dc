import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A font face of the shop, and the path of its file. */
export type FaceFile = Readonly<{ family: string; file: string }>;

/**
 * The font faces of app/styles/fonts.css that pictures use: each with its package, and its file's name without ending.
 */
export const faces = [
  { family: "Rancho", from: "@fontsource/rancho", called: "rancho-latin-400-normal" },
  { family: "Galada", from: "@fontsource/galada", called: "galada-bengali-400-normal" },
  { family: "Raleway", from: "@fontsource-variable/raleway", called: "raleway-latin-wght-normal" },
  { family: "Raleway Extended", from: "@fontsource-variable/raleway", called: "raleway-latin-ext-wght-normal" },
  { family: "Hind Siliguri", from: "@fontsource/hind-siliguri", called: "hind-siliguri-bengali-400-normal" },
] as const;

/**
 * The files of the faces: in the built files, which are all that a shop needs to run, or in their packages in
 * development, where `builtFiles` is undefined. A face that the build lacks is left out, and a system font replaces it.
 */
export function faceFiles(builtFiles: string | undefined): readonly FaceFile[] {
  if (builtFiles === undefined) {
    return faces.map(({ family, from, called }) => ({
      family,
      file: fileURLToPath(import.meta.resolve(`${from}/files/${called}.woff2`)),
    }));
  }
  const assets = join(builtFiles, "assets");
  const files = readdirSync(assets).filter((name) => name.endsWith(".woff2"));
  return faces.flatMap(({ family, called }) => {
    const file = files.find((name) => name.startsWith(`${called}-`));
    return file ? [{ family, file: join(assets, file) }] : [];
  });
}

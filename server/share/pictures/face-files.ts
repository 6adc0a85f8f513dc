import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A face of the shop, and the file that it is in. */
export type FaceFile = Readonly<{ family: string; file: string }>;

/** The faces of app/styles/fonts.css that pictures use: each with its package, and what its file is called. */
const faces = [
  { family: "Rancho", from: "@fontsource/rancho", called: "rancho-latin-400-normal" },
  { family: "Galada", from: "@fontsource/galada", called: "galada-bengali-400-normal" },
  { family: "Raleway", from: "@fontsource-variable/raleway", called: "raleway-latin-wght-normal" },
  { family: "Raleway Extended", from: "@fontsource-variable/raleway", called: "raleway-latin-ext-wght-normal" },
  { family: "Hind Siliguri", from: "@fontsource/hind-siliguri", called: "hind-siliguri-bengali-400-normal" },
] as const;

/**
 * Where the faces are: among the built files, which are all that a shop needs to run, or in development in their packages.
 * A face that is not there is left out, and the system's stands in for it.
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

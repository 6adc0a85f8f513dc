import { fileURLToPath } from "node:url";

/** Its own source, what that imports of the catalogue, and the packages: also where a link leads to the packages. */
const readable = [
  new URL(".", import.meta.url),
  new URL("../../../catalogue", import.meta.url),
  new URL("../../../node_modules", import.meta.url),
  new URL("..", import.meta.resolve("@napi-rs/canvas")),
];

/**
 * Lets JavaScript that draws read its own source, the catalogue's source and the packages, and nothing else: no other
 * files, no network, no writing, no other programs. The library that draws is machine code, which this does not bind.
 */
export const drawingPermissions: readonly string[] = [
  "--permission",
  "--allow-addons",
  ...readable.map((folder) => `--allow-fs-read=${fileURLToPath(folder)}`),
];

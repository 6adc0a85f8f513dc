import { fileURLToPath } from "node:url";

/** The drawing code's own source, the catalogue, which it imports, and the packages, even behind a symbolic link. */
const readable = [
  new URL(".", import.meta.url),
  new URL("../../../catalogue", import.meta.url),
  new URL("../../../node_modules", import.meta.url),
  new URL("..", import.meta.resolve("@napi-rs/canvas")),
];

/**
 * Options of Node for the process that draws. Its JavaScript may read its own source, the catalogue's source and the
 * packages, and nothing else: no other files, no network, no writing, no other programs. They do not restrict the
 * drawing library, which is machine code.
 */
export const drawingPermissions: readonly string[] = [
  "--permission",
  "--allow-addons",
  ...readable.map((folder) => `--allow-fs-read=${fileURLToPath(folder)}`),
];

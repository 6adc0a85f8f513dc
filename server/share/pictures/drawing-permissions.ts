import { readableFolders } from "../../../program/files.ts";

/** The source of the code that draws, and the catalogue, which it imports. */
const sources = [new URL(".", import.meta.url), new URL("../../../catalogue/", import.meta.url)];

/**
 * Options of Node for the process that draws. Its JavaScript may read its own source, the catalogue's source and the
 * packages, and nothing else: no other files, no network, no writing, no other programs. They do not restrict the
 * drawing library, which is machine code.
 */
export const drawingPermissions: readonly string[] = [
  "--permission",
  "--allow-addons",
  ...readableFolders(sources, "@napi-rs/canvas").map((folder) => `--allow-fs-read=${folder}`),
];

import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Where the servers find the coffees of one size, each in a folder of its own. */
export type Place = Readonly<{
  size: number;
  /** The list as the shop sends it: all other servers send these very bytes, or read their coffees from them. */
  listFile: string;
  /**
   * Prepared bytes: `list.json`, `home.html`, with `.gz` and `.br` beside them, and `one/ID`; and the headers that the shop
   * sends with them, as `list.json.headers`, `home.html.headers` and `one.headers`.
   */
  prepared: string;
  /** A server's own folder, created on the first call. */
  folderOf: (name: string) => string;
}>;

export function makePlace(root: string, size: number): Place {
  const folderOf = (name: string) => {
    const folder = join(root, String(size), name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const prepared = folderOf("prepared");
  mkdirSync(join(prepared, "one"), { recursive: true });
  return { size, prepared, folderOf, listFile: join(prepared, "list.json") };
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Where the servers find the coffees of one size, each in a folder of its own. */
export type Place = Readonly<{
  size: number;
  /** The list as the shop answers it: the very bytes that all others serve, or read their coffees from. */
  listFile: string;
  /**
   * Prepared bytes: `list.json`, `home.html`, with `.gz` and `.br` beside them, and `one/ID`; and the headers that the shop
   * sends with them, as `list.json.headers`, `home.html.headers` and `one.headers`.
   */
  prepared: string;
  /** A server's own folder, made when it is first asked for. */
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

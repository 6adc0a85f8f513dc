import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";

/** The shop, measured from outside: with an operator's command, and an operator's settings in the environment. */
export const ours: Peer = {
  ...shopIn(fileURLToPath(new URL("../..", import.meta.url)), "ours"),
  about: "the shop: every write checked, logged, chained by hashes and on the disk before its reply",
};

/** The shop of a folder that holds a checkout of this project. `importCoffees` fills it. */
export function shopIn(folder: string, name: string): Peer {
  return {
    name,
    about: `the shop in ${folder}`,
    abilities: abilities("list", "gzip", "br", "unchanged", "one", "home", "writes"),
    fill: async () => {},
    command: (place, port) => ({
      program: join(folder, "niceties"),
      args: ["serve"],
      directory: place.folderOf(name),
      env: {
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: place.folderOf(name),
        SAMPLE: "off",
        DRILL: "off",
        WRITE_LIMIT: "off",
      },
    }),
  };
}

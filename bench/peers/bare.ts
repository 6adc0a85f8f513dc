import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";

/** The limit in this runtime. */
export const bare: Peer = {
  name: "bare",
  about:
    "node:http alone: sends prepared bytes, looks nothing up, checks nothing; a write is appended to a file, and one fdatasync serves all that came while the one before was under way",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "home", "writes"),
  fill: async () => {},
  command: (place, port) => ({
    program: process.execPath,
    args: [
      fileURLToPath(new URL("./bare-server.ts", import.meta.url)),
      String(port),
      place.prepared,
      join(place.folderOf("bare"), "log"),
    ],
  }),
};

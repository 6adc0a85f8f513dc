import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";

export const program = fileURLToPath(new URL("../../niceties", import.meta.url));

/** The shop, from outside: the same command, and the same settings in the environment, as an operator has. */
export const ours: Peer = {
  name: "ours",
  about: "the shop: every write checked, logged, chained by hashes and on the disk before its reply",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "home", "writes"),
  // It was filled when the prepared bytes were taken from it.
  fill: async () => {},
  command: (place, port) => ({
    program,
    args: ["serve"],
    directory: place.folderOf("ours"),
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: place.folderOf("ours"),
      SAMPLE: "off",
      DRILL: "off",
      WRITE_LIMIT: "off",
    },
  }),
};

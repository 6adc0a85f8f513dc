import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";

export const expressMemory: Peer = {
  name: "express-memory",
  about:
    "Express 5 and an array, with the compression package, for Express has none; checks nothing, and its writes are lost when it ends",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "writes"),
  fill: async () => {},
  command: (place, port) => ({
    program: process.execPath,
    args: [fileURLToPath(new URL("./express-memory-server.ts", import.meta.url)), String(port), place.listFile],
    env: { NODE_ENV: "production" },
  }),
};

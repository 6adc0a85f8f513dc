import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";
import type { Place } from "./place.ts";

/** The limit of this runtime. */
export const bare: Peer = {
  name: "bare",
  about:
    "node:http alone: sends prepared bytes, looks nothing up, checks nothing; a write is appended to a file, and one fdatasync serves all that came while the one before was under way",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "home", "writes"),
  fill: async () => {},
  command: (place, port) => command(place, port, "few"),
};

/** The limit for replies with the headers of a shop, which `bare` does not send. */
export const bareHeaders: Peer = {
  name: "bare-headers",
  about: "bare, but each reply carries the headers that the shop sends",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "home"),
  fill: async () => {},
  command: (place, port) => command(place, port, "all"),
};

function command(place: Place, port: number, headers: "few" | "all") {
  const server = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const log = join(place.folderOf("bare"), "log");
  return { program: process.execPath, args: [server, String(port), place.prepared, log, headers] };
}

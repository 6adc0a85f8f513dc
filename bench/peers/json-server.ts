import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { abilities, type Peer } from "./peer.ts";

export const jsonServer: Peer = {
  name: "json-server",
  about: "json-server on a file, which it writes whole for each change, without waiting for the disk; it knows no br",
  abilities: abilities("list", "gzip", "unchanged", "one", "writes"),
  fill: async (place) => {
    const coffee: unknown = JSON.parse(readFileSync(place.listFile, "utf8"));
    writeFileSync(join(place.folderOf("json-server"), "db.json"), JSON.stringify({ coffee }));
  },
  command: (place, port) => ({
    program: process.execPath,
    args: [
      fileURLToPath(new URL("../node_modules/json-server/lib/cli/bin.js", import.meta.url)),
      "--host=127.0.0.1",
      `--port=${port}`,
      "--id=_id",
      "--quiet",
      join(place.folderOf("json-server"), "db.json"),
    ],
    env: { NODE_ENV: "production" },
  }),
};

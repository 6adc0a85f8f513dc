import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import type { Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { abilities, type Peer } from "./peer.ts";
import type { Place } from "./place.ts";

export const expressSqlite: Peer = {
  name: "express-sqlite",
  about:
    "Express 5, the compression package and better-sqlite3 (WAL, synchronous = FULL): a query for each read, one row for each write; checks nothing, and keeps no history",
  abilities: abilities("list", "gzip", "br", "unchanged", "one", "writes"),
  fill: async (place) => {
    const coffees: readonly Coffee[] = JSON.parse(readFileSync(place.listFile, "utf8"));
    using database = open(place);
    // The price column has no type, so a price comes back as it was sent.
    const columns = coffeeFields.map((field) => (field === "price" ? field : `${field} TEXT NOT NULL`)).join(", ");
    database.exec(`CREATE TABLE coffees (number INTEGER PRIMARY KEY, _id TEXT NOT NULL UNIQUE, ${columns})`);
    const named = ["_id", ...coffeeFields].map((field) => `@${field}`).join(", ");
    const add = database.prepare(`INSERT INTO coffees (_id, ${coffeeFields.join(", ")}) VALUES (${named})`);
    database.transaction(() => {
      for (const coffee of coffees) add.run(coffee);
    })();
  },
  command: (place, port) => ({
    program: process.execPath,
    args: [fileURLToPath(new URL("./express-sqlite-server.ts", import.meta.url)), String(port), fileOf(place)],
    env: { NODE_ENV: "production" },
  }),
};

function fileOf(place: Place): string {
  return join(place.folderOf("express-sqlite"), "coffees.db");
}

function open(place: Place): Database.Database & Disposable {
  const database = new Database(fileOf(place));
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() });
}

// A separate host for the coffees' photos: ordinary JPEGs, each at its own address.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { cacheFor } from "./static-files.ts";

const [port = "", folder = ""] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".jpg"));
const photos = names.map((name) => readFileSync(join(folder, name)));

createServer({ keepAliveTimeout: 65_000 }, ({ url = "" }, response) => {
  const bytes = photos[Number(/\d+/.exec(url)?.[0] ?? 0) % photos.length] ?? Buffer.alloc(0);
  const headers = { "content-type": "image/jpeg", "content-length": bytes.length, "cache-control": cacheFor.day };
  response.writeHead(200, headers).end(bytes);
}).listen(Number(port), "127.0.0.1");

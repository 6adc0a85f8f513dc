// Serves the built plain React app, and proxies its calls to the product server, so that both have the same origin.
import { readFileSync } from "node:fs";
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { cacheFor, compressPage, pageHeaders, StaticFiles } from "./static-files.ts";

const [port = "", productPort = "", built = "", shop = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const files = new StaticFiles();
files.add(join(built, "assets"), "/assets/", cacheFor.ever);
files.add(join(shop, "photographs"), "/photographs/", cacheFor.day);
files.add(shop, "/", cacheFor.day);
const indexFile = join(built, "index.html");
const index = readFileSync(indexFile, "utf8");
const home = compressPage(index);
// Only home shows the hero image.
const others = compressPage(index.replace(/<link rel="preload" as="image"[^>]*>/, ""));

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (/^\/coffee(\/|$)/.test(request.url ?? "")) handOn(request, response);
  else if (!files.serve(request, response)) {
    const bytes = request.url === "/" ? home : others;
    response.writeHead(200, { ...pageHeaders, "content-length": bytes.length }).end(bytes);
  }
}).listen(Number(port), "127.0.0.1");

function handOn(request: IncomingMessage, response: ServerResponse): void {
  const { url, method, headers } = request;
  const onward = ask({ host: "127.0.0.1", port: productPort, path: url, method, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  onward.on("error", () => response.writeHead(502).end());
  request.pipe(onward);
}

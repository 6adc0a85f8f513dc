// Serves the script-free pages from memory: each link or form loads a whole page, and nothing is saved.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import type { Head } from "./plain-react-build.ts";
import { readFields } from "./read-fields.ts";
import { detailsPage, formPage, homePage } from "./script-free.ts";
import { cacheFor, compressPage, pageHeaders, StaticFiles } from "./static-files.ts";
import { formPages } from "./words.ts";

const [port = "", listFile = "", built = "", headText = "", shop = ""] = process.argv.slice(2);
const head: Head = JSON.parse(headText);
let coffees: readonly Coffee[] = JSON.parse(readFileSync(listFile, "utf8"));

const files = new StaticFiles();
files.add(join(built, "assets"), "/assets/", cacheFor.ever);
files.add(join(shop, "photographs"), "/photographs/", cacheFor.day);
files.add(shop, "/", cacheFor.day);

let home: Readonly<{ bytes: Buffer; etag: string }> | undefined;
renderHome();

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
}).listen(Number(port), "127.0.0.1");

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, page = "", id = ""] = (request.url ?? "").split("/");
  if (request.method === "POST") {
    change(page, id, new URLSearchParams(await text(request)));
    home = undefined;
    response.writeHead(303, { location: "/" }).end();
    return;
  }
  const coffee = coffees.find(({ _id }) => _id === id);
  if (request.url === "/") sendHome(request, response);
  else if (page === "add-new-coffee") send(response, formPage(head, formPages.add, emptyFields));
  else if (page === "coffee-details" && coffee) send(response, detailsPage(head, coffee));
  else if (page === "update-coffee" && coffee) send(response, formPage(head, formPages.update, coffee));
  else if (!files.serve(request, response)) response.writeHead(404).end();
}

function change(page: string, id: string, form: URLSearchParams): void {
  if (page === "delete") coffees = coffees.filter(({ _id }) => _id !== id);
  else if (page === "add-new-coffee")
    coffees = [...coffees, { ...readFields(form), _id: randomBytes(12).toString("hex") }];
  else coffees = coffees.map((coffee) => (coffee._id === id ? { ...readFields(form), _id: id } : coffee));
}

function renderHome(): NonNullable<typeof home> {
  const html = homePage(head, coffees);
  home = { bytes: compressPage(html), etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 16)}"` };
  return home;
}

function sendHome({ headers }: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag } = home ?? renderHome();
  if (headers["if-none-match"] === etag) response.writeHead(304, { ...pageHeaders, etag }).end();
  else response.writeHead(200, { ...pageHeaders, etag, "content-length": bytes.length }).end(bytes);
}

function send(response: ServerResponse, html: string): void {
  const bytes = compressPage(html);
  response.writeHead(200, { ...pageHeaders, "content-length": bytes.length }).end(bytes);
}

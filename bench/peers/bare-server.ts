// The limit of this runtime: no server on node:http can be faster, because this one does next to nothing.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { AppendLog } from "./append-log.ts";

type Prepared = Readonly<{ bytes: Buffer; headers: readonly string[] }>;

const [port = "", prepared = "", logFile = "", wanted = ""] = process.argv.slice(2);
const log = new AppendLog(logFile);
const replies = new Map<string, Prepared>();
const unchanged = headersFor("list.json");
prepare("/coffee", "list.json", "application/json", unchanged);
prepare("/", "home.html", "text/html; charset=utf-8", headersFor("home.html"));
const ofOne = headersFor("one");
for (const id of readdirSync(join(prepared, "one")))
  prepare(`/coffee/${id}`, join("one", id), "application/json", ofOne);
let added = 0;

createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  if (request.method === "GET") read(request, response);
  else write(request, response);
}).listen(Number(port), "127.0.0.1");

/** Header names and values in turn, without those that describe the bytes themselves. */
function headersFor(file: string): readonly string[] {
  const headersFile = join(prepared, `${file}.headers`);
  if (wanted !== "all" || !existsSync(headersFile)) return [];
  const savedHeaders: readonly string[] = JSON.parse(readFileSync(headersFile, "utf8"));
  return savedHeaders;
}

function prepare(path: string, file: string, type: string, more: readonly string[]): void {
  for (const [coding, ending] of [
    ["", ""],
    ["gzip", ".gz"],
    ["br", ".br"],
  ] as const) {
    const name = join(prepared, file + ending);
    if (!existsSync(name)) continue;
    const bytes = readFileSync(name);
    const ofBytes = ["content-type", type, "content-length", String(bytes.length)];
    const ofCoding = coding ? ["content-encoding", coding] : [];
    replies.set(path + coding, { bytes, headers: [...ofBytes, ...ofCoding, ...more] });
  }
}

function read({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  if (headers["if-none-match"] !== undefined) {
    response.writeHead(304, [...unchanged]).end();
    return;
  }
  const accepted = headers["accept-encoding"] ?? "";
  const coding = accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : "";
  const reply = replies.get(url + coding) ?? replies.get(url);
  if (reply) response.writeHead(200, [...reply.headers]).end(reply.bytes);
  else response.writeHead(404).end();
}

function write(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [Buffer.from(`${request.method} ${request.url}\n`)];
  request.on("data", (piece) => pieces.push(piece));
  request.on("end", () => {
    log.append(Buffer.concat(pieces), () => {
      const isAdded = request.method === "POST";
      const text = isAdded
        ? `{"acknowledged":true,"insertedId":"${(added++).toString(16).padStart(24, "0")}"}`
        : request.method === "PUT"
          ? '{"acknowledged":true,"matchedCount":1,"modifiedCount":1,"upsertedCount":0,"upsertedId":null}'
          : '{"acknowledged":true,"deletedCount":1}';
      const headers = { "content-type": "application/json", "content-length": text.length };
      response.writeHead(isAdded ? 201 : 200, headers).end(text);
    });
  });
}

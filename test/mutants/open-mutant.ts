import { request as startRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { startServer } from "../servers/small-server.ts";

/** A request as it reaches a mutant; names of headers in lower case. */
export type PlainRequest = Readonly<{
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** A reply as it leaves a mutant. */
export type PlainReply = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** Sends a request to the sound shop behind a mutant. */
export type PassOn = (request: PlainRequest) => Promise<PlainReply>;

/** Replies instead of the shop, and does one thing wrong. */
export type Mistake = (request: PlainRequest, passOn: PassOn) => Promise<PlainReply>;

/** Opens a product server with one mistake on a free port, in front of the shop at `shopUrl`. */
export function openMutant(mistake: Mistake, shopUrl: string): Promise<AsyncDisposable & { url: string }> {
  const passOn: PassOn = (request) => forward(shopUrl, request);
  const reply = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers, body } = await mistake(await readRequest(incoming), passOn);
    const isBodiless = incoming.method === "HEAD" || status === 204 || status === 304;
    outgoing.writeHead(status, isBodiless ? headers : { ...headers, "content-length": body.byteLength }).end(body);
  };
  return startServer((incoming, outgoing) => void reply(incoming, outgoing));
}

async function readRequest(incoming: IncomingMessage): Promise<PlainRequest> {
  const { method = "", url: path = "" } = incoming;
  return { method, path, headers: headersOf(incoming), body: (await buffer(incoming)).toString() };
}

async function forward(shopUrl: string, { method, path, headers, body }: PlainRequest): Promise<PlainReply> {
  const { "transfer-encoding": _, ...kept } = headers;
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const outgoing = startRequest(shopUrl + path, { method, agent: false, headers: { ...kept, ...length } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.on("response", resolve).on("error", reject).end(body);
  const incoming = await promise;
  return { status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: await buffer(incoming) };
}

/** The headers of a message, without those that describe the connection. */
function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    if (!["connection", "keep-alive", "transfer-encoding", "content-length"].includes(name)) {
      headers[name] = values.join(", ");
    }
  }
  return headers;
}

import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { urlOf } from "../classic-product-server.ts";

/** A request as it reaches a mutant; names of headers in lower case. */
export type Asked = Readonly<{
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** A reply as it leaves a mutant. */
export type Answered = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: Buffer }>;

/** The sound shop behind a mutant. */
export type Shop = (asked: Asked) => Promise<Answered>;

/** Answers in the shop's place, and gets one thing wrong. */
export type Mistake = (asked: Asked, shop: Shop) => Promise<Answered>;

/** A product server with one mistake, and the rule that must notice it. */
export type Mutant = Readonly<{
  rule: string;
  /** What it does, in words that follow "a server that". */
  mistake: string;
  /** Called once for each server, for what a mistake has to remember. */
  make: () => Mistake;
}>;

export type OpenMutant = AsyncDisposable & Readonly<{ url: string }>;

/** Opens the mutant on a free port, in front of the shop at `shopUrl`. */
export async function openMutant({ make }: Mutant, shopUrl: string): Promise<OpenMutant> {
  const mistake = make();
  const shop: Shop = (asked) => forward(shopUrl, asked);
  const reply = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers, body } = await mistake(await askedOf(incoming), shop);
    const isBodiless = incoming.method === "HEAD" || status === 204 || status === 304;
    outgoing.writeHead(status, isBodiless ? headers : { ...headers, "content-length": body.byteLength }).end(body);
  };
  const server = createServer((incoming, outgoing) => void reply(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: urlOf(server),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function askedOf(incoming: IncomingMessage): Promise<Asked> {
  const { method = "", url: path = "" } = incoming;
  return { method, path, headers: headersOf(incoming), body: (await buffer(incoming)).toString() };
}

async function forward(shopUrl: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const { "transfer-encoding": _, ...kept } = headers;
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const outgoing = request(shopUrl + path, { method, agent: false, headers: { ...kept, ...length } });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.on("response", resolve).on("error", reject).end(body);
  const incoming = await promise;
  return { status: incoming.statusCode ?? 0, headers: headersOf(incoming), body: await buffer(incoming) };
}

/** Without those that speak of the connection and not of the message. */
function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    if (!["connection", "keep-alive", "transfer-encoding", "content-length"].includes(name)) {
      headers[name] = values.join(", ");
    }
  }
  return headers;
}

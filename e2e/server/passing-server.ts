import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";

/** What the proxy does to a request: it makes, changes, loses, cuts off or delays the reply. Undefined to pass it on. */
export type Meddled =
  | "lose the reply"
  | "break off"
  | { status: number; headers?: Readonly<Record<string, string>>; body?: Uint8Array }
  | { edit: (text: string) => string }
  | { after: Promise<void> };
export type Meddle = (incoming: IncomingMessage) => Meddled | undefined;

const asItIs: Meddle = () => undefined;

/** A proxy between a browser and a shop, which passes everything on, except for what the current `meddle` says. */
export async function openPassingServer(target: string) {
  let meddle = asItIs;
  const server = createServer((incoming, outgoing) => void pass(target, incoming, outgoing, meddle(incoming)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    meddle: (other: Meddle) => void (meddle = other),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  meddled: Meddled | undefined,
): Promise<void> {
  if (typeof meddled === "object" && "after" in meddled) await meddled.after;
  if (typeof meddled === "object" && "status" in meddled) {
    outgoing.writeHead(meddled.status, meddled.headers).end(meddled.body);
    return;
  }
  const edit = typeof meddled === "object" && "edit" in meddled ? meddled.edit : undefined;
  const { method, headers } = incoming;
  if (edit) delete headers["if-modified-since"];
  const onward = request(target + incoming.url, {
    method,
    headers: { ...headers, ...(edit && { "accept-encoding": "identity" }) },
  });
  incoming.pipe(onward);
  onward.on("error", () => outgoing.destroy());
  onward.on("response", (reply) => {
    if (meddled === "lose the reply") {
      reply.resume();
      reply.on("end", () => outgoing.destroy());
      return;
    }
    if (meddled === "break off") {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.once("data", (piece: Buffer) => outgoing.write(piece.subarray(0, 9), () => outgoing.destroy()));
      return;
    }
    if (!edit) {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
      return;
    }
    const pieces: Buffer[] = [];
    reply.on("data", (piece: Buffer) => pieces.push(piece));
    reply.on("end", () => {
      const { "content-length": _length, "last-modified": _time, ...rest } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, rest).end(edit(Buffer.concat(pieces).toString()));
    });
  });
}

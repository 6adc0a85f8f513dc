import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";

/** What becomes of a request on its way: another answer, a reply that is lost, or undefined where all goes its way. */
export type Meddle = (
  incoming: IncomingMessage,
) => "lose the reply" | { status: number } | { edit: (text: string) => string } | undefined;

/** Stands between a browser and a shop, and passes all on, save what `meddle` says at the time. */
export async function openPassingServer(target: string) {
  let meddle: Meddle = () => undefined;
  const server = createServer((incoming, outgoing) => pass(target, incoming, outgoing, meddle(incoming)));
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

function pass(target: string, incoming: IncomingMessage, outgoing: ServerResponse, meddled: ReturnType<Meddle>): void {
  if (typeof meddled === "object" && "status" in meddled) {
    outgoing.writeHead(meddled.status).end();
    return;
  }
  const isEdited = typeof meddled === "object";
  const { method, headers } = incoming;
  if (isEdited) delete headers["if-modified-since"];
  const onward = request(target + incoming.url, {
    method,
    headers: { ...headers, ...(isEdited && { "accept-encoding": "identity" }) },
  });
  incoming.pipe(onward);
  onward.on("error", () => outgoing.destroy());
  onward.on("response", (reply) => {
    if (meddled === "lose the reply") {
      reply.resume();
      reply.on("end", () => outgoing.destroy());
      return;
    }
    if (!isEdited) {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
      return;
    }
    const pieces: Buffer[] = [];
    reply.on("data", (piece: Buffer) => pieces.push(piece));
    reply.on("end", () => {
      const { "content-length": _length, "last-modified": _time, ...rest } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, rest).end(meddled.edit(Buffer.concat(pieces).toString()));
    });
  });
}

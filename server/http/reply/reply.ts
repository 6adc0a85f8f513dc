import type { ServerResponse } from "node:http";

/** Writes a body that goes on until its connection ends, and takes the reply over for that once its headers are there. */
export type OngoingBody = (outgoing: ServerResponse) => void;

/** A reply of which everything is there before it is sent, save an ongoing body. Header names and values stand in turn. */
export type Reply<Body = string | readonly Uint8Array[] | OngoingBody> = Readonly<{
  status: number;
  headers: readonly string[];
  /** Empty for none. */
  body: Body;
}>;

/** A reply of this text, and of its type. */
export function textReply(status: number, type: string, body: string, headers: readonly string[] = []): Reply<string> {
  const length = String(Buffer.byteLength(body));
  return { status, headers: [...headers, "content-type", type, "content-length", length], body };
}

/** A reply that is this value in JSON. */
export function jsonReply(status: number, value: object, headers?: readonly string[]): Reply<string> {
  return textReply(status, "application/json", JSON.stringify(value), headers);
}

/** Sends a reply with more headers. */
export function sendReply(
  outgoing: ServerResponse,
  { status, headers, body }: Reply,
  ...more: readonly (readonly string[])[]
): void {
  // What goes on until the connection ends needs no chunks, and so its bytes can be the same for all who get them.
  if (typeof body === "function") outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(status, headers.concat(...more));
  if (typeof body === "function") {
    body(outgoing);
    return;
  }
  if (typeof body === "string") {
    outgoing.end(body);
    return;
  }
  const [only, second] = body;
  if (!second) {
    outgoing.end(only);
    return;
  }
  outgoing.cork();
  for (const part of body) outgoing.write(part);
  outgoing.end();
}

/** The same reply as an object of the Fetch standard. */
export function responseOf({ status, headers, body }: Reply<string | readonly Uint8Array[]>): Response {
  const pairs = headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [],
  );
  return new Response(typeof body === "string" ? body : Buffer.concat(body), { status, headers: pairs });
}

/** The reply with its age (RFC 9111 §5.1), where it is not known to be the newest. */
export function withAge(reply: Reply, ageSeconds: number | undefined): Reply {
  return ageSeconds === undefined ? reply : { ...reply, headers: [...reply.headers, "age", String(ageSeconds)] };
}

/** The reply with this header in place of the one that it has, if any. */
export function replaceHeader(reply: Reply, name: string, value: string): Reply {
  const others = reply.headers.filter((_, at) => reply.headers[at - (at % 2)] !== name);
  return { ...reply, headers: [...others, name, value] };
}

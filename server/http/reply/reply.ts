import type { ServerResponse } from "node:http";

/**
 * Writes a body that lasts until its connection ends. Called once the headers are written; from then on it owns the
 * reply.
 */
export type OngoingBody = (outgoing: ServerResponse) => void;

/** A reply, complete before it is sent, except for an ongoing body. `headers` are names and values in turn. */
export type Reply<Body = string | readonly Uint8Array[] | OngoingBody> = Readonly<{
  status: number;
  headers: readonly string[];
  /** Empty if the reply has no body. */
  body: Body;
}>;

/** A reply with a text of this media type, and its length. */
export function textReply(status: number, type: string, body: string, headers: readonly string[] = []): Reply<string> {
  const length = String(Buffer.byteLength(body));
  return { status, headers: [...headers, "content-type", type, "content-length", length], body };
}

/** A reply with `value` as `application/json`. */
export function jsonReply(status: number, value: object, headers?: readonly string[]): Reply<string> {
  return textReply(status, "application/json", JSON.stringify(value), headers);
}

/** Sends a reply. The lists of headers in `more` follow its own. */
export function sendReply(
  outgoing: ServerResponse,
  { status, headers, body }: Reply,
  ...more: readonly (readonly string[])[]
): void {
  // A body that lasts until the connection ends needs no chunked coding, so all clients can share the same bytes.
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

/** Converts a reply to a `Response` of the Fetch standard. */
export function responseOf({ status, headers, body }: Reply<string | readonly Uint8Array[]>): Response {
  const pairs = headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [],
  );
  return new Response(typeof body === "string" ? body : Buffer.concat(body), { status, headers: pairs });
}

/** Adds `Age` (RFC 9111 §5.1) to a reply. `ageSeconds` is undefined if the reply is known to be the newest. */
export function withAge(reply: Reply, ageSeconds: number | undefined): Reply {
  return ageSeconds === undefined ? reply : { ...reply, headers: [...reply.headers, "age", String(ageSeconds)] };
}

/** Sets a header of a reply, in place of the one of that name, if any. */
export function replaceHeader(reply: Reply, name: string, value: string): Reply {
  const others = reply.headers.filter((_, at) => reply.headers[at - (at % 2)] !== name);
  return { ...reply, headers: [...others, name, value] };
}

import type { ServerResponse } from "node:http";

/** A reply of which everything is there before it is sent. Header names and values stand in turn. */
export type PlainReply = Readonly<{
  status: 200 | 304;
  headers: readonly string[];
  body: string | readonly Uint8Array[];
}>;

/** Sends a reply with more headers, without a way through the objects of the Fetch standard. */
export function sendPlainly(
  outgoing: ServerResponse,
  { status, headers, body }: PlainReply,
  more: readonly string[],
): void {
  outgoing.writeHead(status, [...headers, ...more]);
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

export function responseOf({ status, headers, body }: PlainReply): Response {
  const content = typeof body === "string" ? body : new Blob(body.map((part) => new Uint8Array(part)));
  const pairs = headers.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ""]] : [],
  );
  return new Response(status === 304 ? null : content, { status, headers: pairs });
}

/** The reply with its age (RFC 9111 §5.1), where it is not known to be the newest. */
export function aged(reply: PlainReply, ageSeconds: number | undefined): PlainReply {
  return ageSeconds === undefined ? reply : { ...reply, headers: [...reply.headers, "age", String(ageSeconds)] };
}

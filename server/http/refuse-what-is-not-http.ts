import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** By Node's code for what a connection did; anything else is a request that cannot be read. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a connection that never became a request, with a problem document like every other error, and ends it. */
export function refuseWhatIsNotHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ""] ?? 400;
  const title = STATUS_CODES[status];
  const body = JSON.stringify({
    type: "about:blank",
    title,
    status,
    detail: "This is not a request that can be answered.",
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

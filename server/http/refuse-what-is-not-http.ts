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
  const body = problemText(status);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: ${problemType}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Answers a request that reached no handler, such as one to a host that cannot be. */
export function refuseRequest(): Response {
  return new Response(problemText(400), { status: 400, headers: { "content-type": problemType } });
}

const problemType = "application/problem+json";

function problemText(status: number): string {
  const detail = "This is not a request that can be answered.";
  return JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail });
}

import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Language, Translated } from "../../catalogue/language.ts";
import { sendReply, textReply, type Reply } from "./reply/reply.ts";
import type { ChooseLanguage, ReplyLanguage } from "./reply/reply-language.ts";

export const problemType = "application/problem+json";

/** How long a connection stays open after the last reply, so that the client can read it. */
const lingerMs = 1_000;

/** The status by Node's error code; any other code means an unreadable request, 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** The English titles are HTTP's own phrases (RFC 9457 §4.2.1). */
type Words = Readonly<{ title: Translated; detail: Translated }>;

/** The words for a status that `refusals` lacks. */
const badRequest: Words = {
  title: { en: "Bad Request", bn: "অনুরোধটি ঠিক নয়" },
  detail: {
    en: "This request is ambiguous. Send it as RFC 9112 requires.",
    bn: "অনুরোধটির একটিমাত্র অর্থ করা যাচ্ছে না। RFC 9112 মেনে পাঠান।",
  },
};

const refusals: Readonly<Record<number, Words>> = {
  405: {
    title: { en: "Method Not Allowed", bn: "এ ধরনের অনুরোধ চলে না" },
    detail: {
      en: "This server is not a proxy. Connect to the address that you want to reach.",
      bn: "এই সার্ভার প্রক্সি নয়। যে ঠিকানায় যেতে চান, সরাসরি সেখানেই সংযোগ করুন।",
    },
  },
  408: {
    title: { en: "Request Timeout", bn: "অনুরোধ আসতে দেরি হয়েছে" },
    detail: {
      en: "The request took too long to arrive. Send it again without a pause.",
      bn: "অনুরোধটি আসতে অনেক বেশি সময় লেগেছে। মাঝে না থেমে আবার পাঠান।",
    },
  },
  413: {
    title: { en: "Payload Too Large", bn: "পাঠানো তথ্য আকারে খুব বড়" },
    detail: {
      en: "The body's chunk extensions are too large. Send the chunks without extensions.",
      bn: "তথ্যের খণ্ডগুলোর সঙ্গে খুব বেশি বাড়তি বিবরণ আছে। সেগুলো বাদ দিয়ে পাঠান।",
    },
  },
  431: {
    title: { en: "Request Header Fields Too Large", bn: "অনুরোধের হেডার আকারে খুব বড়" },
    detail: {
      en: "The request's headers are too large. Send fewer or shorter headers.",
      bn: "এখানে যতটা পড়া হয়, হেডারগুলো তার চেয়ে বড়। সংখ্যায় কম বা আকারে ছোট হেডার পাঠান।",
    },
  },
};

/**
 * Answers an unreadable request, and a request for a tunnel (CONNECT), with a problem document, and ends the
 * connection. The replies to earlier requests on the connection go first, so that a client never takes one reply for
 * another. The problem is in the language that the request's headers prefer, as far as they were read.
 */
export function refuseUnreadable(server: Server, languageFor: ChooseLanguage): void {
  const refused = new WeakSet<Duplex>();
  const awaited = new WeakMap<Duplex, ServerResponse[]>();

  const refuse = (socket: Duplex, status: number, incoming?: IncomingMessage, headers = "") => {
    // Bytes after a bad request are unreadable too; one reply is enough.
    if (refused.has(socket)) return;
    refused.add(socket);
    const replies = (awaited.get(socket) ?? []).filter(isAwaited);
    const halfRead = replies.find(({ req }) => !req.complete);
    const before = replies.findLast(({ req }) => req.complete);
    const asked = incoming ?? halfRead?.req;
    const end = () => endWith(socket, status, languageFor(asked?.headers["accept-language"]), headers);
    if (halfRead?.headersSent) socket.destroy();
    else if (before) before.once("close", end);
    else end();
  };

  server.on("connection", (socket: Socket) => {
    // Node would reset a client that is still sending, which may then never read its reply (RFC 9112 §9.6).
    socket.destroySoon = () => endAndLinger(socket);
  });
  server.prependListener("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const before = awaited.get(incoming.socket);
    // The previous reply is nearly always done, and can be forgotten.
    if (before?.some(isAwaited)) awaited.set(incoming.socket, [...before.filter(isAwaited), outgoing]);
    else awaited.set(incoming.socket, [outgoing]);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else refuse(socket, statuses[error.code ?? ""] ?? 400);
  });
  // After a CONNECT request, Node no longer handles errors of the connection.
  server.on("connect", (incoming: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    refuse(socket, 405, incoming, "Allow: GET, HEAD\r\n");
  });
}

/** Whether a request or its reply is unfinished: a reply may end before its request does. */
function isAwaited({ req, closed }: ServerResponse): boolean {
  return !closed || !req.complete;
}

function endWith(socket: Duplex, status: number, { language, headers }: ReplyLanguage, more: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = problemText(status, language);
  const lines = Object.entries(headers)
    .map((header) => `${header.join(": ")}\r\n`)
    .join("");
  endAndLinger(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${more}Connection: close\r\nContent-Type: ${problemType}\r\n` +
      `${lines}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function endAndLinger(socket: Duplex, lastWords = ""): void {
  socket.end(lastWords);
  const linger = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(linger));
}

/**
 * Refuses each request that a proxy and this server could read differently (RFC 9112 §11.2), and every later request on
 * its connection: the reply is 400, and the connection ends. `listener` gets all other requests.
 */
export function refuseAmbiguous(listener: RequestListener, languageFor: ChooseLanguage): RequestListener {
  const refused = new WeakSet<Duplex>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (refused.has(socket)) return;
    if (!isAmbiguous(incoming)) {
      listener(incoming, outgoing);
      return;
    }
    refused.add(socket);
    const reply = ambiguousRequest(languageFor(incoming.headers["accept-language"]));
    sendReply(outgoing, reply, ["connection", "close"]);
  };
}

/**
 * True for an unknown version of HTTP (RFC 9112 §2.3), an invalid, missing or repeated host (§3.2), a transfer coding
 * other than chunked (§6.1), and a user name before the host (RFC 9110 §4.2.4).
 */
function isAmbiguous({ rawHeaders, httpVersion, url = "" }: IncomingMessage): boolean {
  let hosts = 0;
  let framings = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === host.length && name.toLowerCase() === host) {
      hosts += 1;
      if (!isHost(rawHeaders[at + 1] ?? "")) return true;
    }
    if (name.length === framing.length && name.toLowerCase() === framing) {
      framings += 1;
      if (rawHeaders[at + 1]?.toLowerCase() !== "chunked" || httpVersion === "1.0") return true;
    }
  }
  const isOtherVersion = httpVersion !== "1.1" && httpVersion !== "1.0";
  if (isOtherVersion || hosts > 1 || framings > 1) return true;
  return url.startsWith("/") ? hosts === 0 : /^https?:\/\/[^/?#]*@/i.test(url);
}

const host = "host";
const framing = "transfer-encoding";

/** A host name or an address, with or without a port. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=-]+|\[[\da-f:.]+\])(?::\d+)?$/i;
const mostKnownHosts = 100;
const knownHosts = new Set<string>();

function isHost(text: string): boolean {
  if (knownHosts.has(text)) return true;
  const canBe = hostPattern.test(text) && URL.canParse(`http://${text}/`);
  if (canBe && knownHosts.size < mostKnownHosts) knownHosts.add(text);
  return canBe;
}

/** The reply to an ambiguous request, such as one whose target is neither a path nor a URL. */
export function ambiguousRequest({ language, headers }: ReplyLanguage): Reply {
  return textReply(400, problemType, problemText(400, language), Object.entries(headers).flat());
}

function problemText(status: number, language: Language): string {
  const { title, detail } = refusals[status] ?? badRequest;
  return JSON.stringify({ type: "about:blank", title: title[language], status, detail: detail[language] });
}

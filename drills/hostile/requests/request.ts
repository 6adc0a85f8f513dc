import type { CoffeeFields } from "../../../catalogue/coffee.ts";

/** What a hostile client sends over one connection, and the replies that it may get. */
export type HostileRequest = Readonly<{
  pieces: readonly Buffer[];
  /** The statuses that each reply may have. */
  expected: readonly number[];
  /** How many replies there must be; 0 to 1 if the connection may also just end. */
  replies: Readonly<{ least: number; most: number }>;
  afterwards: "wait" | "end" | "leave";
  /** The coffee that it adds; undefined unless the request is good. */
  adds?: Partial<CoffeeFields>;
}>;

const one = { least: 1, most: 1 };

/** A request that ends its connection. Each character of `text` stands for one byte. */
export function hostile(text: string, expected: readonly number[], rest: Partial<HostileRequest> = {}): HostileRequest {
  return { pieces: [Buffer.from(text, "latin1")], expected, replies: one, afterwards: "wait", ...rest };
}

/** Encodes a text as UTF-8, with one character for each byte, as `hostile` takes it. */
export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A request that is well-formed if `headers` and `body` are. Each header is a whole line without its line break. */
export function request(line: string, headers: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, "Host: shop.example", "Connection: close", ...headers, ...length];
  return `${head.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

export const jsonType = "Content-Type: application/json";

/** `text` as one chunk, followed by the last chunk. */
export function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

/** Valid texts of a coffee that a careless shop would handle wrongly. */
export const strangeTexts = [
  "</script><script>alert(1)</script>",
  "' OR 1=1; DROP TABLE coffees; --",
  "${7*7} {{7*7}} <%= 7*7 %>",
  "টং দোকানের কফি 🫘",
  "\u202eeffoc\u202c \u200b\u2060",
  "\r\n\r\nHTTP/9.9 999 no reply",
  " \t blanks \t ",
  "a\u0301\u1e9e\u0130",
  "\ufeff\ufffe\uffff",
];

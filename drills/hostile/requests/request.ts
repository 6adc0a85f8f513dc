import type { CoffeeFields } from "../../../catalogue/coffee.ts";

/** What a client with bad manners sends over one connection, and what it may get for it. */
export type HostileRequest = Readonly<{
  pieces: readonly Buffer[];
  /** The only statuses that are right, for each reply there is. */
  expected: readonly number[];
  /** How many replies there must be; 0 to 1 where the connection may also just end. */
  replies: Readonly<{ least: number; most: number }>;
  afterwards: "wait" | "end" | "leave";
  /** The coffee that it adds, where it is a good request after all. */
  adds?: Partial<CoffeeFields>;
}>;

const one = { least: 1, most: 1 };

/** A request that ends its connection, one character for each byte of `text`. */
export function hostile(text: string, expected: readonly number[], rest: Partial<HostileRequest> = {}): HostileRequest {
  return { pieces: [Buffer.from(text, "latin1")], expected, replies: one, afterwards: "wait", ...rest };
}

/** One character for each byte of the text in UTF-8, as `hostile` takes them. */
export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** A request that is well-formed as far as `headers` and `body` are; each header is a whole line without its end. */
export function request(line: string, headers: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [`${line} HTTP/1.1`, "Host: shop.example", "Connection: close", ...headers, ...length];
  return `${head.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

export const jsonType = "Content-Type: application/json";

/** `text` in one chunk, and the end of all chunks. */
export function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

/** Words of a good coffee that a careless shop would trip over. */
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

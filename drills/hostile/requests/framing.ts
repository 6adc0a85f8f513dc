import { chunked, hostile, jsonType, request, type HostileRequest } from "./request.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

const bad = [400];
const added = ["POST /coffee HTTP/1.1", "Host: shop.example", jsonType];
const chunkedAdd = [...added, "Transfer-Encoding: chunked"].join("\r\n");

function framed(headers: readonly string[], body: string): string {
  return `${[...added, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

/** Request smuggling: requests whose end two parsers could see in two places. */
export function smuggling({ pick, below }: SeededRandom): HostileRequest {
  const hidden = "GET /coffee HTTP/1.1\r\nHost: shop.example\r\n\r\n";
  const length = below(90);
  const headers = pick([
    [`Content-Length: ${length}`, "Transfer-Encoding: chunked"],
    ["Transfer-Encoding: chunked", `Content-Length: ${length}`],
    [`Content-Length: ${length}`, `Content-Length: ${length + 1}`],
    [`Content-Length: ${length}`, `Content-Length: ${length}`],
    [`Content-Length: ${length}, ${length}`],
    [`Content-Length: ${pick(["+2", "-2", "0x2", "2.0", "2 2", "two", "2;", "1e1", "18446744073709551617"])}`],
    [
      `Transfer-Encoding: ${pick(["xchunked", "chunked, identity", "gzip, chunked", "chunked;q=1", "\x0bchunked", "chunke"])}`,
    ],
    ["Transfer-Encoding: chunked", `Transfer-Encoding: ${pick(["chunked", "identity", "gzip"])}`],
    [`Transfer-Encoding${pick([" ", "\t", "\x0b", "\0"])}: chunked`],
    ["Transfer-Encoding:\r\n chunked"],
    ["Transfer-Encoding: chunked\nContent-Length: 2"],
    ["X: y\rTransfer-Encoding: chunked"],
  ]);
  return hostile(framed(headers, chunked("{}") + hidden), bad);
}

/** Chunks whose sizes or contents are wrong. */
export function chunks({ pick, below }: SeededRandom): HostileRequest {
  const body = pick([
    "-2\r\n{}\r\n0\r\n\r\n",
    "0x2\r\n{}\r\n0\r\n\r\n",
    " 2\r\n{}\r\n0\r\n\r\n",
    "2\n{}\n0\n\n",
    "2\r\n{}0\r\n\r\n",
    "2\r\n{}x\r\n0\r\n\r\n",
    `${"f".repeat(17 + below(20))}\r\n{}\r\n0\r\n\r\n`,
    `${"0".repeat(3_000)}g\r\n{}\r\n`,
    "2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
    "2\r\n{}\r\n0\r\nHost : evil\r\n\r\n",
    `2;${"a=b;".repeat(6_000)}\r\n{}\r\n0\r\n\r\n`,
    `2\r\n{}\r\n0\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
    "zz\r\n{}\r\n0\r\n\r\n",
    "\r\n\r\n",
  ]);
  return hostile(`${chunkedAdd}\r\n\r\n${body}`, [400, 413, 431]);
}

/** Request heads that break the syntax of RFC 9112. */
export function heads({ pick, below }: SeededRandom): HostileRequest {
  const control = String.fromCharCode(pick([0, 1, 7, 8, 11, 12, 27, 31, 127]));
  const host = "Host: shop.example\r\n";
  const text = pick([
    `GET / HTTP/1.1\r\n${host}X: a\r\n folded\r\n\r\n`,
    `GET / HTTP/1.1\nHost: shop.example\n\n`,
    `GET / HTTP/1.1\r${host}\r\r`,
    `GET / HTTP/1.1\r\nHost : shop.example\r\n\r\n`,
    `GET / HTTP/1.1\r\n X: y\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}no colon\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}: no name\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X(y): z\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a${control}b\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X${control}: b\r\n\r\n`,
    `GET /${control} HTTP/1.1\r\n${host}\r\n`,
    `GET / / HTTP/1.1\r\n${host}\r\n`,
    `GET\t/\tHTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1 \r\n${host}\r\n`,
    `\u00e9ET / HTTP/1.1\r\n${host}\r\n`,
    `GET /caf\u00e9 HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/${pick(["0.9", "1.2", "2.0", "3.0", "9.9", "1.1.1", "1", "11", "", "-1.1"])}\r\n${host}\r\n`,
    `${pick(["get", "Get", "FOO", "G E T", "GET\0", "(GET)", "x".repeat(below(3_000))])} / HTTP/1.1\r\n${host}\r\n`,
    "GET /\n\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
    "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03",
    "SSH-2.0-shop\r\n",
    "EHLO shop\r\n",
    "*1\r\n$4\r\nPING\r\n",
  ]);
  // Some of these break off where a server could wait for more.
  return hostile(text, bad, { afterwards: "end" });
}

/** Random bytes. */
export function noise({ below }: SeededRandom): HostileRequest {
  const bytes = Buffer.from(Array.from({ length: 1 + below(3_000) }, () => below(256)));
  return hostile("", [400, 431], { pieces: [bytes], afterwards: "end", replies: { least: 0, most: 1 } });
}

/** A good request with some bytes changed, left out or doubled. */
export function mutations({ pick, below }: SeededRandom): HostileRequest {
  const good = Buffer.from(
    pick([
      request("GET /coffee", ["Accept-Encoding: gzip, br;q=0.5", 'If-None-Match: "1.abc"']),
      request("POST /nowhere", [jsonType], '{"name": "Latte", "price": 250.00}'),
      request("PUT /coffee/0123456789abcdef01234567", [jsonType, 'If-Match: "1.a"'], '{"name": "Latte"}'),
      request("DELETE /coffee/0123456789abcdef01234567", ["If-Match: *"]),
      `PATCH /coffee HTTP/1.1\r\nHost: shop.example\r\n${jsonType}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked("{}")}`,
    ]),
    "latin1",
  );
  const bytes = [...good];
  for (let left = 1 + below(6); left > 0; left -= 1) {
    const at = below(bytes.length);
    pick([
      () => bytes.splice(at, 1),
      () => bytes.splice(at, 1, below(256)),
      () => bytes.splice(at, 0, ...bytes.slice(at, at + below(40))),
    ])();
  }
  const statuses = [200, 204, 304, 400, 404, 405, 408, 412, 413, 415, 417, 431];
  return hostile("", statuses, { pieces: [Buffer.from(bytes)], afterwards: "end", replies: { least: 0, most: 3 } });
}

/** Requests that stop before they are complete. */
export function unfinished({ pick, below }: SeededRandom): HostileRequest {
  const whole = pick([
    request("GET /", ["Cookie: a=b"]),
    request("POST /coffee", [jsonType], JSON.stringify({ name: "never whole" })),
    request("PUT /coffee/0123456789abcdef01234567", [jsonType], "{}"),
    `${chunkedAdd}\r\n\r\n${chunked(JSON.stringify({ name: "never whole" }))}`,
  ]);
  const text = whole.slice(0, 1 + below(whole.length - 2));
  const afterwards = pick(["end", "leave"] as const);
  return hostile(text, [400, 408, 404], { afterwards, replies: { least: 0, most: 1 } });
}

/** Several requests at once, the last perhaps unreadable. Each must get one reply, and there must be no others. */
export function pipelines({ pick, below }: SeededRandom): HostileRequest {
  const count = 1 + below(30);
  const paths = ["/coffee", "/", "/-/live", "/nowhere", "/coffee/unknown", "/favicon.svg"];
  const gets = Array.from({ length: count }, () => `GET ${pick(paths)} HTTP/1.1\r\nHost: shop.example\r\n\r\n`);
  const last = pick(["garbage\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", request("GET /-/live")]);
  return hostile(gets.join("") + last, [200, 400, 404], { replies: { least: count + 1, most: count + 1 } });
}

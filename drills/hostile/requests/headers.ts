import { hostile, jsonType, request, type HostileRequest } from "./request.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

const paths = ["/", "/coffee", "/coffee/0123456789abcdef01234567", "/favicon.svg", "/nowhere", "/-/openapi.json"];

/** Repeats `piece`, up to at most `bytes` bytes. */
function filled(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / piece.length));
}

/** Headers that are costly to parse, and stay below the size limit. */
export function costlyHeaders({ pick, below }: SeededRandom): HostileRequest {
  const bytes = 1_000 + below(14_500);
  const header = pick([
    `If-None-Match: ${filled(pick(['"a",', 'W/"', '"', "W/", '"a" ', "*,", '"1.0123456789abcdef-br",', "\\"]), bytes)}`,
    `If-Match: ${filled(pick(['"a",', 'W/"a",', "* ", '"']), bytes)}`,
    `Accept-Encoding: ${filled(pick(["gzip;q=0,", "*;q=1,", ",", ";q=", "br;q=1e999,", "gzip;q=0.0000000000000001,", "identity;"]), bytes)}`,
    `Accept: ${filled("text/html;level=1,", bytes)}`,
    `Accept-Language: ${filled("bn-BD;q=0.9,", bytes)}`,
    `Cookie: ${filled(pick(["a=b; ", "=;", "__proto__=1; ", '"', "%"]), bytes)}`,
    `Range: bytes=${filled(pick(["0-,", "-1,", "0-0,", "9-1,"]), bytes)}`,
    `X-Forwarded-For: ${filled("127.0.0.1, ", bytes)}`,
    `Referer: ${filled("http://[", bytes)}`,
    `Content-Type: ${filled("application/json;", bytes)}`,
    `Authorization: Basic ${filled("====", bytes)}`,
    `Cache-Control: ${filled("max-age=0,", bytes)}`,
  ]);
  return hostile(request(`${pick(["GET", "HEAD"])} ${pick(paths)}`, [header]), [200, 304, 404, 431]);
}

/** Headers above the limit, one or many. */
export function largeHeaders({ pick, below }: SeededRandom): HostileRequest {
  const bytes = 16_500 + below(60_000);
  const headers = pick([
    [`Cookie: ${"a".repeat(bytes)}`],
    [`${"X".repeat(bytes)}: a`],
    Array.from({ length: 2_000 + below(2_000) }, () => "x:"),
    Array.from({ length: 40 }, (_, at) => `X-${at}: ${"a".repeat(2_000)}`),
  ]);
  return hostile(request(`GET ${pick(paths)}`, headers), [431]);
}

/** Headers that ask for what this server does not do, or for what another server would do. */
export function askingHeaders({ pick, below }: SeededRandom): HostileRequest {
  const dates = ["Mon, 99 Foo 99999 99:99:99 GMT", "0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT"];
  const date = pick([...dates, "x".repeat(below(6_000))]);
  const range = pick([
    ..."bytes=0- bytes=5-2 bytes=-0 bytes=99999999- lines=1-2 =".split(" "),
    `bytes=0-${"9".repeat(400)}`,
  ]);
  const socket = ["Connection: upgrade, close", "Sec-WebSocket-Key: x", "Sec-WebSocket-Version: 13"];
  const forwarded = ["X-Forwarded-Host: evil.example", "Forwarded: host=evil.example"];
  const headers = pick([
    [`Range: ${range}`],
    [`Range: ${range}`, `If-Range: ${pick(['"a"', 'W/"a"', date])}`],
    [`If-Modified-Since: ${date}`, `If-Unmodified-Since: ${date}`],
    [...socket, `Upgrade: ${pick(["websocket", "h2c", "TLS/1.0", "shop"])}`],
    [`Origin: ${pick(["null", "https://evil.example", "*", "a b"])}`, "Access-Control-Request-Method: DELETE"],
    [`Sec-Fetch-Dest: ${pick(["document", "document, document", "iframe", "\u00e9"])}`],
    "X-HTTP-Method-Override: DELETE|X-HTTP-Method: PUT|X-Original-URL: /-/live|X-Rewrite-URL: /../package.json".split(
      "|",
    ),
    [...forwarded, `X-Forwarded-Proto: ${pick(["javascript", "https"])}`],
    ["TE: trailers, gzip;q=0", "Trailer: Content-Length", "Keep-Alive: timeout=999999, max=999999"],
    ["Connection: close, Host, Content-Length", "Proxy-Connection: keep-alive"],
    ["Accept-Charset: utf-7", "Accept: application/xml", "User-Agent: () { :; }; echo", "Want-Digest: md5"],
    [`Content-Length: 0`, "Content-Type: application/json"],
  ]);
  return hostile(request(`${pick(["GET", "HEAD", "OPTIONS"])} ${pick(paths)}`, headers), [200, 204, 304, 404, 405]);
}

/** Expect headers that the server cannot meet. */
export function expectations({ pick, below }: SeededRandom): HostileRequest {
  const expected = pick(["tea", "", "100-continues", "x=y", "a".repeat(1 + below(9_000)), "200-ok", "100"]);
  return hostile(request(`${pick(["GET", "POST"])} ${pick(paths)}`, [`Expect: ${expected}`]), [417]);
}

/** Writes that must not happen: the ETag matches no state, or no coffee has the id. `id` is the id of a coffee. */
export function refusedWrites(id: string, { pick, below }: SeededRandom): HostileRequest {
  const tag = pick(['"0.0"', "W/*", '""', '"*"', `"${"a".repeat(below(9_000))}"`, 'W/"1.a"', "1", '"1.a', "**"]);
  const body = JSON.stringify({ name: "must not be" });
  const unknown = pick([
    "0".repeat(24),
    id.toUpperCase().replace(/^./, "A"),
    `${id}0`,
    `${id}%00`,
    `%${id}`,
    "__proto__",
  ]);
  const withId = JSON.stringify({ _id: unknown, name: "must not be" });
  return hostile(
    ...pick<readonly [request: string, statuses: readonly number[]]>([
      [request(`PUT /coffee/${id}`, [jsonType, `If-Match: ${tag}`], body), [412]],
      [request(`DELETE /coffee/${id}`, [`If-Match: ${tag}`]), [412]],
      [request(`PUT /coffee/${unknown}`, [jsonType], body), [404]],
      [request(`PUT /coffee/${id}`, [jsonType], withId), [400]],
      [request(`PUT /coffee/${id}`, [jsonType], '{"name": "must", "name": "not"}'), [400]],
      [request(`POST /coffee/${id}`, [jsonType, "X-HTTP-Method-Override: DELETE"], "{}"), [405]],
      [request(`PATCH /coffee/${id}`, [jsonType], body), [405]],
      [request(`DELETE /coffee/${unknown}`), [200]],
    ]),
  );
}

import { hostile, jsonType, request, utf8, type HostileRequest } from "./request.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

const unknownId = "0123456789abcdef01234567";

function get(target: string, headers: readonly string[]): string {
  return `GET ${target} HTTP/1.1\r\n${[...headers, "Connection: close"].join("\r\n")}\r\n\r\n`;
}

/** Requests with no host, two hosts or an invalid host, and with a target that is not a path. */
export function hosts({ pick }: SeededRandom): HostileRequest {
  const strange = "a b|a/b|a@b|[::1|a:99999|a:b|a?b|a#b|%41|a\\b|<script>|\u0080|:80".split("|");
  const notPaths = [
    ..."http://user:word@shop.example/coffee https://@shop.example/ http://[::1/ http:// ftp://shop.example/".split(
      " ",
    ),
    ..."file:///etc/passwd javascript:alert(1) coffee * ? /\\evil.example".split(" "),
  ];
  return hostile(
    pick([
      get("/coffee", ["Host: shop.example", "Host: other.example"]),
      get("/", ["Host: shop.example", "Accept: */*", "hOST: shop.example"]),
      get("/", []),
      get("/coffee", ["Host:"]),
      get("/coffee", [`Host: ${pick(strange)}`]),
      get("/coffee", [`Host: ${"a".repeat(300)}@b`]),
      ...notPaths.map((target) => get(target, ["Host: shop.example"])),
      "GET / HTTP/1.0\r\n\r\n",
    ]),
    [400],
  );
}

/** Methods that the address does not support, at addresses of every kind. */
export function methods({ pick, below }: SeededRandom): HostileRequest {
  const path = pick([..."/ /coffee /nowhere /-/live /-/nothing /favicon.svg /%zz".split(" "), `/coffee/${unknownId}`]);
  const body = pick(["", "{}", "x".repeat(below(2_000))]);
  const method = pick("TRACE PATCH PROPFIND QUERY PURGE LINK M-SEARCH MKCOL SOURCE UNLOCK".split(" "));
  const tunnel = `CONNECT ${pick(["evil.example:443", "127.0.0.1:22", "/", "[::1]:80"])} HTTP/1.1\r\nHost: evil.example\r\n\r\n`;
  const text = pick([
    tunnel,
    request(`${method} ${path}`, [], body),
    request(`${method} ${path}`, ["Cookie: secret=1", "Max-Forwards: 0"]),
    request(`POST ${pick(["/nowhere", "/-/live", "/favicon.svg", `/coffee/${unknownId}`])}`, [jsonType], "{}"),
  ]);
  return hostile(text, [404, 405]);
}

/** Streams of changes: from invalid change numbers, by wrong methods, and by clients that end or leave at once. */
export function streams({ pick, below }: SeededRandom): HostileRequest {
  const path = "/-/changes/stream";
  const nowhere = pick(["-1", "1.5", "1e3", "0x1", "00", "NaN", "9".repeat(17 + below(9_000)), "1,1", "__proto__"]);
  const resumed = pick([[], ["Last-Event-ID: 0"], ["Last-Event-ID: 9007199254740991"], ["Accept: application/json"]]);
  const [body] = pick([[], [""], ["x".repeat(below(2_000))]]);
  // A client that ends its own side gets no reply, unless that has come already. A shop on a database replies later.
  const replies = { least: 0, most: 1 };
  return pick([
    () => hostile(request(`GET ${path}?after=${nowhere}`), [400]),
    () => hostile(request(`GET ${path}?after=0`, [`Last-Event-ID: ${nowhere}`]), [400]),
    () => hostile(request(`HEAD ${path}`, resumed), [200]),
    () => hostile(request(`${pick(["POST", "PUT", "DELETE", "PATCH"])} ${path}`, [jsonType], "{}"), [405]),
    () => hostile(request(`GET ${path}`, resumed, body), [200], { afterwards: "end", replies }),
    () => hostile(request(`GET ${path}?after=${below(9)}`, resumed), [200], { afterwards: "leave", replies }),
    () => hostile(request(`GET ${path}`, resumed).repeat(1 + below(5)), [200, 503], { afterwards: "leave", replies }),
  ])();
}

/** Path traversal, in many spellings, to a file of the machine or of the shop. */
export function traversals({ pick, below }: SeededRandom): HostileRequest {
  const up = pick(["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "%252e%252e%252f", "..%c0%af", "%c0%ae%c0%ae/"]);
  const climb = pick([up, "....//", "..;/", ".%00./", "..%00/", "..%u2215", "..%e2%81%84", "..//", "./../", "%2e./"]);
  const file = pick([
    ..."etc/passwd package.json package-lock.json cli/main.ts data/niceties.db niceties.db niceties.db-wal".split(" "),
    ..."niceties.env .git/config build/current/server/index.js proc/self/environ".split(" "),
  ]);
  const start = pick(["/", "/assets/", "/photographs/", "/-/", "/coffee/", "/coffee-details/", "//", "/assets/%2f"]);
  const end = pick(["", "", "%00", "%00.svg", "/", "?x=1", ".br", ";.js", "%20", "#"]);
  return hostile(request(`GET ${start}${climb.repeat(below(9))}${file}${end}`), [200, 400, 404]);
}

/** Invalid escapes, characters that do not belong in a path, and very long paths. */
export function paths({ pick, below }: SeededRandom): HostileRequest {
  const part = pick([
    ..."%zz % %4 %ff %c0%ae %ed%a0%80 %f8%88%80%80%80 %E0%A4%A %00 %0d%0aSet-Cookie:a=b %e2%80%ae".split(" "),
    ..."%3Cscript%3Ealert(1)%3C/script%3E <script>alert(1)</script> ${7*7}{{7*7}} %2F%2Fevil.example".split(" "),
    ..."__proto__ constructor %u0041 + ~ |^` * nul".split(" "),
    "';DROP TABLE coffees;--",
  ]).repeat(1 + below(pick([2, 2, 2, 400])));
  const place = pick(["/", "/coffee/", "/coffee-details/", "/update-coffee/", "/assets/", "/-/problems/", "/coffee?"]);
  const end = pick(["", "", ".data", "/", "?_routes=root", "?index", "?_data=root"]);
  return hostile(request(`GET ${place}${part}${end}`), [200, 400, 404, 431]);
}

/** Addresses that are very long, very deep, or have a meaning only for the pages. */
export function addresses({ pick, below }: SeededRandom): HostileRequest {
  const path = pick([
    `/${"a".repeat(below(16_000))}`,
    `/${"a/".repeat(below(8_000))}`,
    `/coffee/${"0".repeat(below(15_000))}`,
    `/coffee-details/${"%41".repeat(below(5_000))}`,
    `/?${"a=b&".repeat(below(4_000))}`,
    `/${"?".repeat(below(5_000))}`,
    `/${"/".repeat(below(5_000))}evil.example`,
    `//evil.example/${"%2f..".repeat(below(100))}`,
    `/#${"a".repeat(below(100))}`,
    "/_root.data",
    "/_root.data?_routes=root",
    `/coffee-details/${unknownId}.data?_routes=${"pages/home,".repeat(below(500))}`,
    "/__manifest?paths=/,/coffee-details/1",
    "/add-new-coffee/",
    "/COFFEE",
  ]);
  const headers = pick([[], ["Sec-Fetch-Dest: document"], ["Accept: text/x-script"], ["X-React-Router-SPA-Mode: yes"]]);
  return hostile(request(`${pick(["GET", "HEAD"])} ${path}`, headers), [200, 400, 404, 431]);
}

/** Characters beyond ASCII, unescaped, in a path, which may only hold them escaped. */
export function rawPaths({ pick }: SeededRandom): HostileRequest {
  const raw = utf8(pick(["কফি", "\u202e", "😀", "\ufeff", "é", "\u0000a", "\u2028"]));
  return hostile(request(`GET /coffee/${raw}`), [400]);
}

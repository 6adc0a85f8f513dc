import { brotliCompressSync, gzipSync } from "node:zlib";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, textFields } from "../../../catalogue/fields.ts";
import { chunked, hostile, jsonType, request, strangeTexts, utf8, type HostileRequest } from "./request.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

const bombBytes = 10_000_000;
const bombs = { gzip: gzipSync(Buffer.alloc(bombBytes)), br: brotliCompressSync(Buffer.alloc(bombBytes)) };
const deepest = 30_000;

function posted(
  { pick }: SeededRandom,
  body: string,
  expected: readonly number[],
  headers = [jsonType],
): HostileRequest {
  const inChunks = `${["POST /coffee HTTP/1.1", "Host: a", "Connection: close", ...headers].join("\r\n")}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}`;
  return hostile(pick([request("POST /coffee", headers, body), inChunks]), expected);
}

/** Bodies that are not JSON, or not UTF-8. */
export function notJson(random: SeededRandom): HostileRequest {
  const { pick, below } = random;
  const whole = JSON.stringify({ name: "Latte", price: 250, details: 'a "quoted" word' });
  const body = pick([
    whole.slice(0, below(whole.length)),
    `${whole}${whole}`,
    whole.replaceAll('"', "'"),
    whole.replace("250", pick(["NaN", "Infinity", "0250", "0x10", "+1", ".5", "1.", "1e", "--1"])),
    whole.replace("}", ",}"),
    `// words\n${whole}`,
    whole.replace("Latte", pick(["La\ntte", "\\x41", "\\u12", "\\u{41}", "\0", "\\"])),
    "[".repeat(below(60_000)),
    '{"name":'.repeat(1 + below(7_000)),
    utf8("\ufeff{}"),
    Buffer.from(whole, "utf16le").toString("latin1"),
    `\xff\xfe${Buffer.from(whole, "utf16le").toString("latin1")}`,
    whole.replace("Latte", pick(["\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xc3", "\xfe\xff"])),
    "name=Latte&price=250",
    "<coffee/>",
    "undefined",
    "",
  ]);
  return posted(random, body, [400]);
}

/** JSON that is not a coffee. */
export function notCoffees(random: SeededRandom): HostileRequest {
  const { pick, below } = random;
  const field = pick(coffeeFields);
  const again = `"\\u${field.charCodeAt(0).toString(16).padStart(4, "0")}${field.slice(1)}"`;
  const text = pick(textFields);
  const body = pick([
    `{"${field}": "1", "${field}": "2"}`,
    `{"${field}": "1", "taste ": 1, ${again}: "2"}`,
    `{"__proto__": {"name": "a"}, "__proto__": {}}`,
    `{"__proto__": ${pick(["null", "{}", '{"price": 1}', "[]"])}}`,
    `{"constructor": {"prototype": {"isAdmin": true}}}`,
    `{"${pick(["toString", "hasOwnProperty", "toJSON", "length", "then", "$ne", "$where", "_id"])}": 1}`,
    "[".repeat(deepest) + "]".repeat(deepest),
    `{"name": ${'{"name":'.repeat(below(5_000))}1${"}".repeat(below(2))}`,
    `{"${text}": ${pick(["1", "null", "true", "[]", "{}", '["a"]', '{"toString": "a"}', '"\\ud800"', '"\\u0000"'])}}`,
    `{"${text}": "${"a".repeat(16_385 + below(9_000))}"}`,
    `{"price": ${pick(["-1", "-0.1", "1e999", "true", "null", "[]", '"1e999"', '"0x10"', '" 1"', '"-1"'])}}`,
    `{"price": ${"9".repeat(1_001 + below(9_000))}}`,
    `{${Array.from({ length: 1 + below(4_000) }, (_, at) => `"key ${at}": 1`).join()}}`,
    pick(["null", "[]", "[{}]", "5", '"text"', "true"]),
  ]);
  return posted(random, body, [400]);
}

/** Bodies of another type or content encoding, and compressed bodies that are large once decompressed. */
export function codings(random: SeededRandom): HostileRequest {
  const { pick } = random;
  const types =
    "text/plain|text/json|multipart/form-data; boundary=x|application/xml|application/json; charset=utf-16|*/*|";
  const coding = pick(["gzip", "br", "deflate", "zstd", "identity, gzip", "x-gzip", "aes128gcm", "gzip, gzip, gzip"]);
  return pick([
    () => posted(random, bombs.gzip.toString("latin1"), [415], [jsonType, "Content-Encoding: gzip"]),
    () => posted(random, bombs.br.toString("latin1"), [415], [jsonType, "Content-Encoding: br"]),
    () => posted(random, "{}", [415], [jsonType, `Content-Encoding: ${coding}`]),
    () => posted(random, "{}", [415], [`Content-Type: ${pick(types.split("|"))}`]),
    () => posted(random, "{}", [415], [jsonType, "Content-Type: text/plain"]),
    () => posted(random, "{}", [415], []),
    () => hostile(request("POST /coffee", [jsonType, "Transfer-Encoding: gzip, chunked"]) + chunked("{}"), [400]),
  ])();
}

/** Bodies above the size limit, by their Content-Length or by the bytes that arrive. */
export function tooLarge({ pick, below }: SeededRandom): HostileRequest {
  const head = ["POST /coffee HTTP/1.1", "Host: shop.example", "Connection: close", jsonType].join("\r\n");
  const text = " ".repeat(65_537 + below(200_000));
  return pick([
    () => hostile(request("POST /coffee", [jsonType], text), [413]),
    () => hostile(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(text)}`, [413]),
    () => hostile(`${head}\r\nContent-Length: ${65_537 + below(2 ** 31)}\r\n\r\n{}`, [413]),
    () => hostile(`${head}\r\nExpect: 100-continue\r\nContent-Length: ${2 ** 40}\r\n\r\n`, [413]),
  ])();
}

/** Good requests in unusual forms. Each adds exactly the coffee in its body. */
export function strangeAdds(random: SeededRandom): HostileRequest {
  const { pick, below } = random;
  const fields: Partial<CoffeeFields> = {
    [pick(textFields)]: pick(strangeTexts).repeat(1 + below(20)),
    name: `${pick(strangeTexts)} ${below(1_000_000)}`,
    price: pick(["", "012.50", "2e2", ".5", 0, 250, 1e21, 0.1]),
  };
  const escaped = JSON.stringify(fields).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const body = pick([JSON.stringify(fields), JSON.stringify(fields, undefined, 8), escaped]);
  const headers = pick([
    [jsonType],
    [jsonType.toUpperCase()],
    [`${jsonType} ; charset="UTF-8"`],
    [jsonType, "Expect: 100-continue"],
    [jsonType, "X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE"],
    [jsonType, "X-Forwarded-For: ' OR 1=1", "Forwarded: for=unknown"],
    [jsonType, "Content-Encoding: identity", "If-None-Match: *", "Origin: null"],
    [jsonType, "Upgrade: h2c", "Connection: upgrade, close", "HTTP2-Settings: AAMAAABk"],
  ]);
  return { ...posted(random, utf8(body), [201], headers), adds: fields };
}

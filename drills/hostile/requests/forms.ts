import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, textFields } from "../../../catalogue/fields.ts";
import { hostile, jsonType, request, strangeTexts, type HostileRequest } from "./request.ts";
import type { SeededRandom } from "../../../test/seeded-random.ts";

const formType = "Content-Type: application/x-www-form-urlencoded";
const unknownId = "0123456789abcdef01234567";

function written(fields: Readonly<Record<string, string | number>>): string {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
}

/** Every form of the shop, complete, as another site's page would send it through a visitor's browser. */
export function foreignForms({ pick, below }: SeededRandom, ids: readonly string[]): HostileRequest {
  const elsewhere = pick("https://evil.example|http://shop.example.evil|null|http://shop.example:81|a b|//".split("|"));
  const from = pick([
    [`Sec-Fetch-Site: ${pick(["cross-site", "same-site", "none", "SAME-ORIGIN", "same-origin, cross-site", ""])}`],
    ["Sec-Fetch-Site: cross-site", "Origin: http://shop.example", "Referer: http://shop.example/"],
    [`Origin: ${elsewhere}`],
    [`Origin: ${elsewhere}`, "Referer: http://shop.example/"],
    [`Origin: ${elsewhere}`, "X-Forwarded-Host: evil.example"],
    [`Referer: ${elsewhere}/`],
  ]);
  const coffee = { ...emptyFields, name: "Not ours", price: 1 };
  const loaded = JSON.stringify({ coffee: { _id: pick(ids), ...emptyFields } });
  const [path, body] = pick([
    ["/add-new-coffee", written({ ...coffee, key: below(9) })],
    [`/update-coffee/${pick(ids)}`, written({ ...coffee, loaded })],
    [`/coffee-details/${pick(ids)}?delete=`, ""],
    [`/?undo=${1 + below(20)}`, ""],
    ["/?undo-all=0f3c01d4e7a2", written({ tag: '"1"' })],
  ]);
  return hostile(request(`POST ${path}`, [formType, ...from], body), [403]);
}

function otherValue(name: string): string {
  return JSON.stringify({ coffee: emptyFields, tag: '"1"', otherValues: { name } });
}

/** Requests to the addresses of the shop's forms that none of its pages would send. */
export function notForms({ pick, below }: SeededRandom, ids: readonly string[]): HostileRequest {
  const path = pick(["/", "/add-new-coffee", `/update-coffee/${pick(ids)}`, `/coffee-details/${pick(ids)}`]);
  const add = (fields: Readonly<Record<string, string | number>>) =>
    request("POST /add-new-coffee", [formType], written({ ...emptyFields, key: below(9), ...fields }));
  const update = (loaded: string) =>
    request(`POST /update-coffee/${pick(ids)}`, [formType], written({ ...emptyFields, name: "Not ours", loaded }));
  const post = (body: string, type = formType) => request(`POST ${path}`, [type], body);
  const field = pick(coffeeFields);
  const { [field]: _, ...cutOff } = emptyFields;
  const text = pick(textFields);
  const number = pick(["0", "-1", "1.5", "1e3", "0x1", "", "NaN", "__proto__", "9".repeat(16 + below(900))]);
  const name = pick(["_id", "__proto__", "constructor", "$ne", "name[]", "", "a".repeat(below(9_000))]);
  const notLoaded = pick([
    ...'|{|null|[]|5|"a"|{"coffee":5}|{"__proto__":{}}'.split("|"),
    "[".repeat(below(50_000)),
    otherValue("{"),
    otherValue("[".repeat(20_000) + "]".repeat(20_000)),
  ]);
  const tag = pick(['"0"', 'W/"1"', "\r\nX: 1", '"'.repeat(99)]);
  const undoAll = pick(["", "..%2f", "%00", "a".repeat(below(9_000)), unknownId]);
  const formPath = pick(["/add-new-coffee", `/update-coffee/${pick(ids)}`]);
  return hostile(
    ...pick<readonly [request: string, statuses: readonly number[]]>([
      [post("{}", pick([jsonType, "Content-Type: multipart/form-data; boundary=x", "X-None: 1"])), [400]],
      [post(`${text}=${pick(["%", "%zz", "%ff", "%c0%af", "%ed%a0%80", "%00", "\xff", "a\0b"])}`), [400]],
      [post(`${text}=1&${pick(["&", "", "a=&"])}${text}=2`), [400]],
      [post(`${name}=1`), [400]],
      [post(`${field}=1`), [400]],
      [post("&".repeat(below(390_000))), [400]],
      [request("POST /add-new-coffee", [formType], written({ ...emptyFields, name: "No key" })), [400]],
      [request(`POST ${formPath}`, [formType], written(cutOff)), [400]],
      [post(written({ details: "a".repeat(400_000 + below(99_000)) })), [413]],
      [add({ [text]: "a".repeat(16_385 + below(40_000)) }), [400]],
      [add({ price: pick(["-1", "1e999", "0x10", "abc", "1,5,0", "NaN", "9".repeat(1_001)]) }), [400]],
      [update(notLoaded), [400, 409, 412]],
      [update(JSON.stringify({ coffee: { ...emptyFields, _id: unknownId }, tag })), [400, 412]],
      [request(`POST /?undo=${number}`, [formType], ""), [400]],
      [request(`POST /?undo=${10 ** 9 + below(10 ** 9)}`, [formType], ""), [404]],
      [request(`POST /?undo-all=${undoAll}`, [formType], pick(["", "tag=*", "tag=%22"])), [400, 404, 412, 428]],
      [
        request(`POST /update-coffee/${unknownId}`, [formType], written({ ...emptyFields, loaded: "null" })),
        [400, 409],
      ],
    ]),
  );
}

/** A form as the shop's own page sends it, with strange words and twice at once. It adds exactly one coffee. */
export function repeatedForms({ pick, below }: SeededRandom): HostileRequest {
  // A one-line field cannot hold line breaks.
  const line = () => pick(strangeTexts).replaceAll(/[\r\n]/g, "");
  const fields = {
    ...emptyFields,
    name: `${line()} ${below(1_000_000)}`,
    [pick(["taste", "chef"])]: line(),
  };
  const own = pick([
    [],
    ["Sec-Fetch-Site: same-origin", "Origin: https://proxy.example"],
    ["Origin: http://shop.example"],
  ]);
  const form = request("POST /add-new-coffee", [formType, ...own], written({ ...fields, key: below(1_000_000) }));
  const twice = form.replace("Connection: close\r\n", "") + form;
  return hostile(twice, [303], { replies: { least: 2, most: 2 }, adds: fields });
}

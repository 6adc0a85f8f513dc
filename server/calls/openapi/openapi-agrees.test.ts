import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seededRandom } from "../../../test/seeded-random.ts";
import { networkTo, openPhotoHost, publicName } from "../../../test/servers/photo-hosts.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { added, at, textAt, validatorOf } from "../../../test/check-reply.ts";
import { describeApi } from "./openapi.ts";
import { valuesNear } from "../../../test/schema-values.ts";

/*
 * The server accepts every value that fits the published schemas, and refuses the others. Each parameter and each body
 * of each operation is tested with values near the edges of its schema.
 */

const description = describeApi(true);
const resolve = (reference: string) => at(description, ...reference.split("/").slice(1));
const items = (value: unknown): unknown[] => Object.values(Object(value));
const named = (value: unknown) => Object.entries<unknown>(Object(value));

const photograph = readFileSync(new URL("../../../public/photographs/flat-white.jpg", import.meta.url));

type Operation = Readonly<{ method: string; path: string; parameters: readonly unknown[]; body: unknown }>;

const operations = named(at(description, "paths")).flatMap(([path, item]) =>
  named(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]): Operation => ({
      method: method.toUpperCase(),
      path,
      parameters: [...items(at(item, "parameters")), ...items(at(operation, "parameters"))],
      body: at(operation, "requestBody", "content", "application/json"),
    })),
);
const parameters = operations.flatMap((operation) =>
  operation.parameters.map((parameter) => ({
    operation,
    parameter,
    line: `${operation.method} ${operation.path}`,
    place: textAt(parameter, "in"),
    name: textAt(parameter, "name"),
  })),
);

let shop: TestShop;
let id: string;
let picture: string;
const host = await openPhotoHost((_, outgoing) => outgoing.end(photograph));
beforeAll(async () => {
  shop = await openTestShop({ mirror: networkTo(host) });
  id = await added(shop, { name: "Ristretto" });
  picture = await uploadedPicture();
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
});

/** Uploads a photo, and resolves to the name of its largest picture. */
async function uploadedPicture(): Promise<string> {
  const reply = await fetch(`${shop.url}/-/photos`, {
    method: "POST",
    body: photograph,
    headers: { "content-type": "image/jpeg" },
  });
  return textAt(await reply.json(), "photo").replace(/^.*\//, "");
}

type Given = Readonly<{ place: string; name: string; text: string }>;

/** The status of the reply to an operation. A required parameter that is not given has its example as its value. */
async function statusOf({ method, path, parameters: all, body }: Operation, given?: Given, json = "{}") {
  const valueOf = (parameter: unknown): string | undefined => {
    const [place, name] = [textAt(parameter, "in"), textAt(parameter, "name")];
    if (given?.place === place && given.name === name) return given.text;
    if (name === "id") return id;
    if (name === "picture") return picture;
    if (name === "of") return `http://${publicName}/cup.jpg`;
    return at(parameter, "required") === true ? String(at(parameter, "example")) : undefined;
  };
  const sent = all.map((parameter) => ({
    place: textAt(parameter, "in"),
    name: textAt(parameter, "name"),
    value: valueOf(parameter),
  }));
  const of = (place: string) =>
    sent.flatMap(({ name, value, ...other }) =>
      other.place === place && value !== undefined ? [{ name, value }] : [],
    );
  const target = of("path").reduce(
    (whole, { name, value }) => whole.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = of("query").map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  const content = Buffer.from(body ? json : "");
  const head = [
    `${method} ${target}${query.length > 0 ? "?" : ""}${query.join("&")} HTTP/1.1`,
    "host: shop.example",
    "connection: close",
    ...(body ? ["content-type: application/json", `content-length: ${content.byteLength}`] : []),
    ...of("header").map(({ name, value }) => `${name}: ${value}`),
  ];
  return statusFrom(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), content]));
}

/** Sends a raw request, because Node's HTTP clients refuse to send some of these values. */
function statusFrom(request: Buffer): Promise<number> {
  const { promise, resolve: resolveStatus, reject } = Promise.withResolvers<number>();
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1", () => socket.write(request));
  socket.once("data", (reply) => {
    resolveStatus(Number(reply.toString("latin1", 9, 12)));
    socket.destroy();
  });
  socket.once("error", reject).once("close", () => reject(new Error("The connection ended without a reply.")));
  return promise;
}

/** Whether a request can carry this text unchanged in this place. */
function canTravel(place: string, text: string): boolean {
  if (place === "header") return /^[^\r\n\u{100}-\u{10ffff}]*$/u.test(text) && !/^[\t ]|[\t ]$/.test(text);
  // The segments . and .. of a path are resolved, not sent (RFC 3986 §5.2.4).
  return text.isWellFormed() && !(place === "path" && /^\.{0,2}$/.test(text));
}

/** Whether a parameter's text fits a schema, as a text or as the number that JSON writes in the same way. */
function fits(schema: unknown, text: string): boolean {
  const validate = validatorOf(schema);
  return validate(text) || (String(Number(text)) === text && validate(Number(text)));
}

test.for(parameters)(
  "$line: $place $name is accepted where it fits its schema, and refused where not",
  async (given) => {
    const { operation, parameter, place, name } = given;
    const schema = at(parameter, "schema");
    const values = valuesNear(schema, seededRandom(7), resolve).filter((value) => typeof value !== "object");
    const texts = new Set(values.map(String).filter((text) => canTravel(place, text)));
    expect(fits(schema, String(at(parameter, "example")))).toBe(true);
    const refusal = place === "path" ? 404 : at(parameter, "required") === true ? 428 : 400;
    let accepted = 0;
    for (const text of texts) {
      const status = await statusOf(operation, { place, name, text });
      if (fits(schema, text)) {
        accepted += 1;
        // A valid id, number, address or ETag may name something that does not exist.
        expect([200, 201, 206, 304, 404, 412, 416], `${JSON.stringify(text)} fits`).toContain(status);
        if (place !== "path" && name !== "of" && operation.method === "GET") expect(status).not.toBe(404);
      } else expect([refusal, 400], `${JSON.stringify(text)} does not fit`).toContain(status);
    }
    expect(accepted).toBeGreaterThan(0);
  },
);

describe.each(operations.filter(({ body }) => body !== undefined))("$method $path", (operation) => {
  test("takes the bodies that fit its schema, and refuses the others", async () => {
    id = await added(shop);
    const schema = at(operation.body, "schema");
    const validate = validatorOf(schema);
    expect(validate(at(operation.body, "example"))).toBe(true);
    const counts = { fitting: 0, others: 0 };
    for (const value of valuesNear(schema, seededRandom(7), resolve)) {
      const isFitting = validate(JSON.parse(JSON.stringify(value)));
      // The _id must equal the id in the path, which a schema cannot express.
      const isOfId = isFitting && Object.hasOwn(Object(value), "_id");
      const json = JSON.stringify(isOfId ? { ...Object(value), _id: id } : value);
      const isTooLarge = Buffer.byteLength(json) > 65_536;
      const expected = isTooLarge ? 413 : isFitting ? (operation.method === "POST" ? 201 : 200) : 400;
      expect(await statusOf(operation, undefined, json), `${json.slice(0, 200)} … ${json.length}`).toBe(expected);
      counts[isFitting ? "fitting" : "others"] += 1;
    }
    expect(counts.fitting).toBeGreaterThan(100);
    expect(counts.others).toBeGreaterThan(100);
  });
});

test("a text price that fits its schema is a finite number of 0 or more", () => {
  const schema = at(description, "components", "schemas", "AddedCoffee", "properties", "price");
  const validate = validatorOf(schema);
  const texts = [1, 2, 3, 4, 5].flatMap((seed) => valuesNear(schema, seededRandom(seed), resolve));
  for (const text of texts.filter((value): value is string => typeof value === "string" && validate(value))) {
    const number = Number(text);
    expect(number >= 0 && Number.isFinite(number), text).toBe(true);
  }
});

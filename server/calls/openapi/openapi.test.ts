import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { parseAddedCoffee, parseReplacedCoffee } from "../../../catalogue/parse-coffee.ts";
import { at, validatorOf } from "../../../test/check-reply.ts";
import { describeApi } from "./openapi.ts";

const description = describeApi(true);
const id = "6b0170fbc7b3dc984a466fbf";

const entries = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const operations = entries(at(description, "paths")).flatMap(([path, item]) =>
  entries(item)
    .filter(([method]) => method !== "parameters")
    .map(([method, operation]) => ({ path, method, item, operation })),
);

/** Yields a value and every value inside it. */
function* within(value: unknown): Generator {
  yield value;
  for (const [, inner] of entries(value)) yield* within(inner);
}

test("the API description is OpenAPI 3.1, has a title and a version, and survives JSON", () => {
  expect(description).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/) });
  expect(description).toMatchObject({ info: { title: expect.any(String), version: expect.any(String) } });
  expect(JSON.parse(JSON.stringify(description))).toEqual(description);
});

test("the API description names the server's address if it is known, and otherwise /", () => {
  expect(describeApi(true, "https://shop.example")).toMatchObject({ servers: [{ url: "https://shop.example" }] });
  expect(description).toMatchObject({ servers: [{ url: "/" }] });
});

test("every operation has a unique name", () => {
  const names = operations.map(({ operation }) => at(operation, "operationId"));
  expect(names.every((name) => typeof name === "string" && /^[a-z]+[A-Z][A-Za-z]+$/.test(name))).toBe(true);
  expect(new Set(names).size).toBe(operations.length);
});

test("every schema is valid JSON Schema 2020-12, without unknown keywords", () => {
  const strict = new Ajv2020({ strict: true, strictTypes: false });
  addFormats(strict);
  const schemas = [...within(description)].map((value) => at(value, "schema")).filter((schema) => schema !== undefined);
  strict.addVocabulary(["components"]);
  strict.addSchema({ $id: "description", components: at(description, "components") });
  for (const inner of [...schemas, ...entries(at(description, "components", "schemas")).map(([, named]) => named)]) {
    const text = JSON.stringify(inner).replaceAll('"#/', '"description#/');
    expect(() => strict.compile(JSON.parse(text)), text).not.toThrow();
  }
});

test("each parameter, body, header and reply has an example, which fits its schema", () => {
  const exemplified = [...within(description)].filter((value) => at(value, "schema") !== undefined);
  expect(exemplified.length).toBeGreaterThan(50);
  for (const value of exemplified) {
    const validate = validatorOf(at(value, "schema"));
    expect(validate(at(value, "example")), JSON.stringify([value, validate.errors])).toBe(true);
  }
});

test("the API description lists the five calls, those that read and undo changes, and those about photos", () => {
  expect(operations.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual([
    "delete /coffee/{id}",
    "get /-/changes",
    "get /-/changes/stream",
    "get /-/copies",
    "get /-/photos/{picture}",
    "get /-/visitors/{name}/undo",
    "get /coffee",
    "get /coffee/{id}",
    "post /-/photos",
    "post /coffee",
    "put /-/changes/{number}/undo",
    "put /-/visitors/{name}/undo",
    "put /coffee/{id}",
  ]);
});

test("every reference points to an existing object", () => {
  const references = [...within(description)]
    .map((value) => at(value, "$ref"))
    .filter((reference) => typeof reference === "string");
  expect(references).toContain("#/components/schemas/Coffee");
  for (const reference of references) {
    const [root, ...keys] = reference.split("/");
    expect([root, typeof at(description, ...keys)], reference).toEqual(["#", "object"]);
  }
});

test("every schema with a name is used", () => {
  const references = [...within(description)].map((value) => at(value, "$ref"));
  const names = entries(at(description, "components", "schemas")).map(([name]) => `#/components/schemas/${name}`);
  expect(references).toEqual(expect.arrayContaining(names));
});

test.for(operations)(
  "$method $path has a summary, one success response and its errors",
  ({ path, item, operation }) => {
    expect(operation).toMatchObject({ summary: expect.stringMatching(/\S/) });
    const responses = entries(at(operation, "responses"));
    const statuses = responses.map(([status]) => Number(status));
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
    expect(statuses.filter((status) => status < 300 && status !== 206)).toHaveLength(1);
    expect(statuses).toContain(500);
    for (const [status, response] of responses) {
      expect(response).toMatchObject({ description: expect.stringMatching(/\S/) });
      const types = entries(at(response, "content")).map(([type]) => type);
      const hasNoBody = status === "304" || status === "416";
      expect(types).toEqual(hasNoBody ? [] : Number(status) < 300 ? typesOf(path) : ["application/problem+json"]);
    }
    const parameters = [at(item, "parameters"), at(operation, "parameters")].flatMap((list) => entries(list));
    const inPath = parameters.filter(([, parameter]) => at(parameter, "in") === "path");
    expect(inPath.map(([, parameter]) => [at(parameter, "name"), at(parameter, "required")])).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
    );
  },
);

/** The media types of the replies to a successful call. */
function typesOf(path: string): readonly string[] {
  if (path.endsWith("/stream")) return ["text/event-stream"];
  return /\/\{picture\}$|\/copies$/.test(path) ? ["image/jpeg", "image/webp", "image/avif"] : ["application/json"];
}

test("every named schema compiles, and rejects an object of another kind", () => {
  for (const [name, named] of entries(at(description, "components", "schemas"))) {
    expect(validatorOf(named)({ nothing: "of the kind" }), name).toBe(false);
  }
});

const schema = (name: string) => at(description, "components", "schemas", name);

function isTaken(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

test.for([
  {},
  { name: "a", price: "250" },
  { price: "" },
  { price: "012.50" },
  { price: ".5" },
  { price: 0 },
  { price: 250.5 },
  { _id: id },
  { _id: id.toUpperCase() },
  { _id: 5 },
  { name: "🫘".repeat(10_000) },
  { name: "a".repeat(10_001) },
  { photo: "a".repeat(16_384) },
  { photo: "a".repeat(16_385) },
  { name: null },
  { name: 5 },
  { price: -1 },
  { price: "-5" },
  { price: "-0.00" },
  { price: "1e999" },
  { price: "1.7976931348623157e+308" },
  { price: "1.7e308" },
  { price: "1.7976931348623159e+308" },
  { price: Number.MAX_VALUE },
  { price: "9".repeat(308) },
  { price: "9".repeat(309) },
  { price: "0.".padEnd(1_000, "1") },
  { price: "0.".padEnd(1_001, "1") },
  { price: "250\n" },
  { name: "a\0b" },
  { name: "a\ud800b" },
  { name: "👩🏽‍🍳\ufeff\u2028\u{10ffff}" },
  { price: "abc" },
  { price: "1 2" },
  { price: "NaN" },
  { price: true },
  { price: null },
  { colour: "red" },
  [],
  null,
  "a",
])("the schemas accept the body %.60j exactly if the server does", (body) => {
  const json = JSON.stringify(body);
  expect(validatorOf(schema("AddedCoffee"))(body)).toBe(isTaken(() => parseAddedCoffee(json)));
  expect(validatorOf(schema("ReplacedCoffee"))(body)).toBe(isTaken(() => parseReplacedCoffee(json, id)));
});

import { expect, test } from "vitest";
import { jsonReply, replaceHeader, responseOf, textReply, withAge } from "./reply.ts";

const reply = jsonReply(201, { name: "টং" }, ["etag", '"1"']);

test("a reply in JSON has its length in bytes, after the headers that it was given", () => {
  const body = '{"name":"টং"}';
  const length = String(Buffer.byteLength(body));
  expect(reply).toEqual({
    status: 201,
    headers: ["etag", '"1"', "content-type", "application/json", "content-length", length],
    body,
  });
});

test("a reply becomes an equal Fetch Response, from a text and from pieces", async () => {
  for (const body of [reply.body, [Buffer.from('{"name":'), Buffer.from('"টং"}')]]) {
    const response = responseOf({ ...reply, body });
    expect([response.status, response.headers.get("etag"), await response.text()]).toEqual([201, '"1"', reply.body]);
  }
});

test("a reply gets an Age header only if it may be stale", () => {
  expect(withAge(reply, undefined)).toBe(reply);
  expect(withAge(reply, 0).headers).toEqual([...reply.headers, "age", "0"]);
});

test("a header is replaced by name, not by value, and added where there is none", () => {
  const { headers } = replaceHeader(textReply(200, "etag", "", ["etag", '"1"', "vary", "etag"]), "etag", '"2"');
  expect(headers).toEqual(["vary", "etag", "content-type", "etag", "content-length", "0", "etag", '"2"']);
  expect(replaceHeader(reply, "age", "5").headers).toEqual([...reply.headers, "age", "5"]);
});

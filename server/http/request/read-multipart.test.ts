import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { isMultipart, readMultipartForm } from "./read-multipart.ts";

/** A server that answers with the fields and the file of each form, or with the code of its refusal. */
const server = createServer((request, response) => {
  void answer(request).then((value) => {
    response.end(JSON.stringify(value));
    request.resume();
  });
});

async function answer(request: IncomingMessage): Promise<unknown> {
  try {
    const { fields, received } = await readMultipartForm(request, async (file) => (await buffer(file)).toString());
    return { fields: [...fields], received, isMultipart: isMultipart(request) };
  } catch (error) {
    return error instanceof Fault ? error.code : String(error);
  }
}

let port = 0;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function post(body: FormData | string, type?: string): Promise<unknown> {
  const init = { method: "POST", body, ...(type !== undefined && { headers: { "content-type": type } }) };
  return (await fetch(`http://127.0.0.1:${port}`, init)).json();
}

function formWith(...parts: readonly (readonly [string, string | Blob, string?])[]): FormData {
  const form = new FormData();
  for (const [name, value, file] of parts)
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, file ?? "");
  return form;
}

test("fields come as they were typed, and the file as it was chosen", async () => {
  const form = formWith(
    ["name", 'কফি "ও" দুধ'],
    ["details", "one\r\ntwo"],
    ["photoFile", new Blob(["bytes"]), "কাপ.jpg"],
  );
  expect(await post(form)).toEqual({
    fields: [
      ["name", 'কফি "ও" দুধ'],
      ["details", "one\r\ntwo"],
    ],
    received: "bytes",
    isMultipart: true,
  });
});

test("a control without a file counts as none, and of two files the first is taken", async () => {
  const none = formWith(["name", "a"], ["photoFile", new Blob([]), ""]);
  expect(await post(none)).toEqual({ fields: [["name", "a"]], isMultipart: true });
  const two = formWith(["f", new Blob([]), ""], ["f", new Blob(["one"]), "1.jpg"], ["f", new Blob(["two"]), "2.jpg"]);
  expect(await post(two)).toMatchObject({ received: "one" });
});

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = "multipart/form-data; boundary=x";

test.for([
  ["a field twice", `${part("a", "1")}${part("a", "2")}--x--\r\n`, "not-a-form"],
  ["a NUL", `${part("a", "\0")}--x--\r\n`, "not-a-form"],
  ["too many fields", `${Array.from({ length: 17 }, (_, at) => part(`f${at}`, "")).join("")}--x--\r\n`, "not-a-form"],
  ["too much text", `${part("a", "x".repeat(400_000))}--x--\r\n`, "body-too-large"],
  ["no end", part("a", "1").slice(0, -2), "not-a-form"],
] as const)("a form with %s is refused", async ([, body, code]) => {
  expect(await post(body, multipart)).toBe(code);
});

test("a form without a boundary, and one whose text is not UTF-8, are refused", async () => {
  expect(await post("", "multipart/form-data")).toBe("not-a-form");
  const socket = connect(port, "127.0.0.1");
  const body = Buffer.from(`${part("a", "\xe0\xff")}--x--\r\n`, "latin1");
  const head = `POST / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: ${multipart}\r\nContent-Length: ${body.byteLength}\r\n\r\n`;
  socket.end(Buffer.concat([Buffer.from(head), body]));
  expect((await buffer(socket)).toString()).toMatch(/"not-a-form"$/);
});

import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { Fault, type FaultCode } from "../../../catalogue/fault.ts";
import { readFormBody, readJsonBody } from "./read-body.ts";

type Init = Readonly<{ body?: string | Uint8Array<ArrayBuffer>; headers?: Readonly<Record<string, string>> }>;

const json = { "content-type": "application/json" };

function raw(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, values]) => values.split("\n").flatMap((value) => [name, value]));
}

function posted({ body = "{}", headers = json }: Init) {
  return Object.assign(Readable.from([Buffer.from(body)], { objectMode: false }), {
    rawHeaders: raw(headers),
  });
}

async function refusal(request: Parameters<typeof readJsonBody>[0]): Promise<FaultCode> {
  try {
    await readJsonBody(request);
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  throw new Error("The body was not refused.");
}

test.for(["{}", "", " ", "not JSON at all", "কফি 🫘", "\ufeff{}", "\u0000"])(
  "the text %j is read as sent",
  async (body) => {
    expect(await readJsonBody(posted({ body }))).toBe(body);
  },
);

test.for([
  "application/json",
  "Application/JSON",
  "application/json;charset=utf-8",
  'application/json; charset="UTF-8"',
  "application/json ; charset=utf8",
  "application/json; version=1",
])("the content type %s is accepted", async (type) => {
  expect(await readJsonBody(posted({ headers: { "content-type": type } }))).toBe("{}");
});

test.for([
  "",
  "text/plain",
  "text/json",
  "application/json-patch",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16",
  "application/json; charset=latin1",
  "text/plain; application/json",
])("the content type %j is refused", async (type) => {
  expect(await refusal(posted({ headers: { "content-type": type } }))).toBe("not-json-type");
});

test("two Content-Type headers are refused, in either order", async () => {
  for (const types of ["application/json\ntext/plain", "text/plain\napplication/json"])
    expect(await refusal(posted({ headers: { "content-type": types } }))).toBe("not-json-type");
});

test("a body without a content type is refused", async () => {
  expect(await refusal(posted({ body: new TextEncoder().encode("{}"), headers: {} }))).toBe("not-json-type");
});

test.for([
  ["gzip", "not-json-type"],
  ["br, gzip", "not-json-type"],
] as const)("a body with Content-Encoding: %s is refused", async ([coding, code]) => {
  expect(await refusal(posted({ headers: { ...json, "content-encoding": coding } }))).toBe(code);
});

test("a body with Content-Encoding: identity is read", async () => {
  expect(await readJsonBody(posted({ headers: { ...json, "content-encoding": "identity" } }))).toBe("{}");
});

test.for([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0xaf]], [[0x7b, 0x00, 0x7d, 0xfe]]])(
  "the bytes %j are refused as invalid UTF-8",
  async ([bytes = []]) => {
    expect(await refusal(posted({ body: Uint8Array.from(bytes) }))).toBe("not-json");
  },
);

test("64 KiB are read, counted in bytes and not in characters", async () => {
  expect(await readJsonBody(posted({ body: "a".repeat(65_536) }))).toHaveLength(65_536);
  expect(await readJsonBody(posted({ body: "é".repeat(32_768) }))).toHaveLength(32_768);
  expect(await refusal(posted({ body: "a".repeat(65_537) }))).toBe("body-too-large");
  expect(await refusal(posted({ body: `${"é".repeat(32_768)}a` }))).toBe("body-too-large");
});

test("a Content-Length over the limit is refused without reading the body", async () => {
  const request = posted({ headers: { ...json, "content-length": "65537" } });
  expect(await refusal(request)).toBe("body-too-large");
  expect(request.readableDidRead).toBe(false);
});

function begin() {
  const body = new Readable({ read: () => {} });
  body.push(Buffer.alloc(65_536, "a"));
  return { body, text: readJsonBody(Object.assign(body, { rawHeaders: raw(json) })) };
}

test("beyond 32 MB of bodies in progress, another is refused until one is done; forms have their own limit", async () => {
  const unfinished = Array.from({ length: Math.floor(32_000_000 / 65_536) }, begin);
  await expect(begin().text).rejects.toMatchObject({ code: "too-busy", headers: { "retry-after": "2" } });
  const [first] = unfinished;
  first?.body.push(null);
  expect(await first?.text).toHaveLength(65_536);
  const next = begin();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await readFormBody(posted({ body: "name=a", headers: form }))).get("name")).toBe("a");
  for (const { body } of [...unfinished.slice(1), next]) body.push(null);
  expect(await next.text).toHaveLength(65_536);
  await Promise.all(unfinished.map(({ text }) => text));
  expect(await readJsonBody(posted({ body: "{}" }))).toBe("{}");
});

test.for([
  [16, true],
  [17, false],
] as const)("a form of %i fields is read: %s", async ([count, isRead]) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = Array.from({ length: count }, (_, at) => `f${at}=`).join("&");
  const read = readFormBody(posted({ body, headers })).catch((error: unknown) => error);
  expect(await read).toMatchObject(isRead ? { size: count } : { code: "not-a-form" });
});

test("an empty body is read as an empty text", async () => {
  expect(await readJsonBody(posted({ body: "" }))).toBe("");
});

test("a body that breaks off is refused", async () => {
  const broken = new Readable({ read: () => {} });
  const refused = refusal(Object.assign(broken, { rawHeaders: raw(json) }));
  broken.push("{");
  broken.destroy();
  expect(await refused).toBe("not-json");
});

test("a body that broke off before it was read is refused", async () => {
  const broken = Object.assign(new Readable({ read: () => {} }), { rawHeaders: raw(json) });
  broken.destroy();
  await once(broken, "close");
  expect(await refusal(broken)).toBe("not-json");
});

test("nothing is read beyond the limit", async () => {
  const chunks = Readable.from(
    Array.from({ length: 100 }, () => Buffer.alloc(10_000, "a")),
    { highWaterMark: 1 },
  );
  const request = Object.assign(chunks, { rawHeaders: raw(json) });
  expect(await refusal(request)).toBe("body-too-large");
  expect([request.isPaused(), request.destroyed]).toEqual([true, false]);
});

test("a body that has not arrived after 30 seconds is refused", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const request = Object.assign(new PassThrough(), { rawHeaders: raw(json) });
  const refused = refusal(request);
  request.write("{");
  vi.advanceTimersByTime(29_999);
  request.write(" ");
  vi.advanceTimersByTime(1);
  expect(await refused).toBe("too-slow");
});

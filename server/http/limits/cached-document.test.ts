import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { cachedDocument } from "./cached-document.ts";

const text = "Dudh Malai Coffee\n".repeat(200);
const document = cachedDocument("text/plain; charset=utf-8", text);

/** The value of a header, and all bytes of a reply. */
function parts({ headers, body }: Awaited<ReturnType<typeof document.reply>>) {
  if (typeof body === "string" || typeof body === "function") throw new Error("It has no bytes.");
  return { header: (name: string) => headers[headers.indexOf(name) + 1], bytes: Buffer.concat(body) };
}

test("a document is sent in the client's preferred encoding, with an ETag for each", async () => {
  const plain = parts(await document.reply({}));
  expect(plain.bytes.toString()).toBe(text);
  const zipped = parts(await document.reply({ "accept-encoding": "gzip" }));
  expect(gunzipSync(zipped.bytes).toString()).toBe(text);
  expect([zipped.header("content-encoding"), zipped.header("vary")]).toEqual(["gzip", "Accept-Encoding"]);
  expect(zipped.header("etag")).toBe(plain.header("etag")?.replace(/"$/, '-gzip"'));
  expect(plain.header("cache-control")).toBe("no-cache");
});

test("a client that has the document in any encoding gets a 304", async () => {
  for (const headers of [{}, { "accept-encoding": "gzip" }]) {
    const etag = parts(await document.reply(headers)).header("etag");
    const again = await document.reply({ "if-none-match": `"other", ${etag}` });
    expect([again.status, again.body, parts(again).header("etag")]).toEqual([304, [], etag]);
    expect(parts(again).header("content-type")).toBe("text/plain; charset=utf-8");
  }
  expect((await document.reply({ "if-none-match": '"other"' })).status).toBe(200);
});

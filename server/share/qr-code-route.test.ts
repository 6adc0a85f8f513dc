import { createCanvas, loadImage } from "@napi-rs/canvas";
import jsQR from "jsqr";
import { once } from "node:events";
import { expect, test } from "vitest";
import { sendRaw } from "../../test/check-reply.ts";
import { createServer } from "../create-server.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { readSettings } from "../settings.ts";

const PUBLIC_URL = "https://shop.example";
const id = "6b0325f58aa30b97ea59156b";

/** The text of a QR code that is drawn `size` pixels wide and decoded again. */
async function readCode(svg: Buffer, size = 300): Promise<string | undefined> {
  const canvas = createCanvas(size, size);
  const brush = canvas.getContext("2d");
  brush.drawImage(await loadImage(svg), 0, 0, size, size);
  return jsQR(brush.getImageData(0, 0, size, size).data, size, size)?.data;
}

test.for([
  [`${id}.svg`, `/coffee-details/${id}`],
  [`${id}.svg?lang=bn`, `/coffee-details/${id}?lang=bn`],
  [`${id}.svg?lang=de&q=milk`, `/coffee-details/${id}`],
  ["no-coffee-of-ours.svg", "/coffee-details/no-coffee-of-ours"],
  [`${encodeURIComponent("কফি/১ .svg")}.svg`, `/coffee-details/${encodeURIComponent("কফি/১ .svg")}`],
])("the code at /-/qr/%s leads to the page at %s", async ([path, page]) => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL } });
  const { status, headers, bytes } = await sendRaw(shop, `GET /-/qr/${path}`, {});
  expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(await readCode(bytes)).toBe(PUBLIC_URL + page);
});

test("a code leads to the host of its request if PUBLIC_URL is not set", async () => {
  await using shop = await openTestShop();
  const codeFor = async (host: string, headers = {}) => sendRaw(shop, `GET /-/qr/${id}.svg`, { host, ...headers });
  const { bytes, headers } = await codeFor("cafe.example");
  expect(await readCode(bytes)).toBe(`http://cafe.example/coffee-details/${id}`);
  const held = { "if-none-match": headers.get("etag") ?? "" };
  const again = await codeFor("cafe.example", held);
  expect([again.status, again.bytes.byteLength, again.headers.get("cache-control")]).toEqual([304, 0, "no-cache"]);
  expect((await codeFor("other.example", held)).status).toBe(200);
});

test("there is no code for an address over 400 characters, an empty id or a path without .svg", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL } });
  const longest = 400 - `${PUBLIC_URL}/coffee-details/`.length;
  const read = (of: string) => sendRaw(shop, `GET /-/qr/${of}`, {});
  const { status, bytes } = await read(`${"x".repeat(longest)}.svg`);
  expect([status, (await readCode(bytes, 600))?.length]).toEqual([200, 400]);
  for (const of of [`${"x".repeat(longest + 1)}.svg`, ".svg", id]) {
    expect([of.length, (await read(of)).status]).toEqual([of.length, 404]);
  }
});

test("codes are drawn where another product server keeps the coffees, and not at all without extras", async () => {
  for (const [settings, status] of [
    [{ PRODUCT_SERVER_URL: "https://api.shop.example" }, 200],
    [{ PRODUCT_SERVER_URL: "https://api.shop.example", EXTRAS: "off" }, 404],
  ] as const) {
    const server = createServer({
      settings: readSettings({ PUBLIC_URL, ...settings }),
      store: undefined,
      photos: undefined,
      copies: undefined,
      renderPage: async () => new Response("a page", { status: 404 }),
      homeSearch: undefined,
      filesFolder: undefined,
      now: () => new Date(),
      report: () => {},
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const listening = server.address();
    const url = `http://127.0.0.1:${typeof listening === "object" ? listening?.port : ""}`;
    const reply = await fetch(`${url}/-/qr/some id.svg`);
    const code = Buffer.from(await reply.arrayBuffer());
    server.close();
    server.closeAllConnections();
    expect(reply.status).toBe(status);
    if (status === 200) expect(await readCode(code)).toBe(`${PUBLIC_URL}/coffee-details/some%20id`);
  }
});

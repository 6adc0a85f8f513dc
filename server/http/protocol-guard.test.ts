import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { httpLimits } from "../create-server.ts";
import { openTestShop, type TestShop } from "../../test/servers/open-test-shop.ts";

/** Opens a connection whose client never closes its side first. A reset by the shop is not an error. */
async function connectTo(shop: TestShop): Promise<Socket> {
  const socket = connect({ port: Number(new URL(shop.url).port), host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.on("error", () => {});
  return socket;
}

/** Everything received until the shop ends the connection. */
async function untilEnd(socket: Socket): Promise<string> {
  let received = "";
  socket.on("data", (bytes) => (received += bytes.toString("latin1")));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  for (const event of ["end", "close"]) socket.once(event, () => resolve());
  await ended;
  return received;
}

/** Keeps writing `text` until the shop closes the connection. */
async function writeUntilClosed(socket: Socket, text: string): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.once("close", () => resolve());
  const writing = setInterval(() => socket.write(text), 20);
  await closed;
  clearInterval(writing);
}

function statusesIn(replies: string): number[] {
  return [...replies.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

test.for([
  ["bytes that are not HTTP", "hello\r\n\r\n", 400],
  ["headers above 16 KiB", `GET / HTTP/1.1\r\nHost: shop\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["thousands of headers", `GET / HTTP/1.1\r\nHost: shop\r\n${"x:\r\n".repeat(3_000)}\r\n`, 431],
  ["requests for a tunnel", "CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n\r\n", 405],
] as const)("%s are answered with a problem, and the connection is closed", async ([, sent, status]) => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  socket.write(sent);
  const [head = "", body = ""] = (await untilEnd(socket)).split("\r\n\r\n");
  expect(head).toMatch(
    new RegExp(
      `^HTTP/1\\.1 ${status} .*\r\n(Allow: GET, HEAD\r\n)?Connection: close\r\nContent-Type: application/problem\\+json`,
    ),
  );
  expect(JSON.parse(body)).toMatchObject({ type: "about:blank", status, detail: expect.stringMatching(/\. \S/) });
  expect(shop.reports).toEqual([]);
});

const added = "Host: shop\r\nContent-Type: application/json\r\n";

const inBangla = "Accept-Language: bn-BD,bn;q=0.9,en;q=0.8\r\n";

/** Requests for Bangla with the title of their refusal, in English and in Bangla; undefined if Bangla is not read. */
const refusedInWords = [
  ["two hosts", `GET / HTTP/1.1\r\n${inBangla}Host: shop\r\nHost: other\r\n\r\n`, "Bad Request", "অনুরোধটি ঠিক নয়"],
  [
    "a tunnel",
    `CONNECT shop:443 HTTP/1.1\r\nHost: shop:443\r\n${inBangla}\r\n`,
    "Method Not Allowed",
    "এ ধরনের অনুরোধ চলে না",
  ],
  [
    "a malformed chunk",
    `POST /coffee HTTP/1.1\r\n${added}${inBangla}Transfer-Encoding: chunked\r\n\r\nno chunk\r\n`,
    "Bad Request",
    "অনুরোধটি ঠিক নয়",
  ],
  [
    "a chunk extension that is too long",
    `POST /coffee HTTP/1.1\r\n${added}${inBangla}Transfer-Encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\n{}\r\n`,
    "Payload Too Large",
    "পাঠানো তথ্য আকারে খুব বড়",
  ],
  [
    "headers above 16 KiB",
    `GET / HTTP/1.1\r\nHost: shop\r\n${inBangla}X-Long: ${"a".repeat(20_000)}\r\n\r\n`,
    "Request Header Fields Too Large",
    undefined,
  ],
] as const;

test.for(refusedInWords)(
  "a request with %s is refused in its language if the headers could be read, and in English without extras",
  async ([, sent, title, titleInBangla]) => {
    for (const EXTRAS of ["on", "off"]) {
      await using shop = await openTestShop({ environment: { EXTRAS } });
      const socket = await connectTo(shop);
      socket.write(sent);
      const [head = "", body = ""] = Buffer.from(await untilEnd(socket), "latin1")
        .toString()
        .split("\r\n\r\n");
      const speaks = EXTRAS === "on" && titleInBangla !== undefined;
      expect(JSON.parse(body)).toMatchObject({
        title: speaks ? titleInBangla : title,
        detail: expect.stringMatching(speaks ? /^[ঀ-৿ ,;()।RFC0-9]+।$/ : /^[A-Z][\x20-\x7e]+\.$/),
      });
      const language = /^content-language: (.+)$/im.exec(head)?.[1];
      expect(language).toBe(EXTRAS === "off" ? undefined : speaks ? "bn" : "en");
      expect(/^vary: .*\bAccept-Language\b/im.test(head)).toBe(EXTRAS === "on");
    }
  },
);

test.for([
  ["HTTP/2.0 in its request line", "GET /coffee HTTP/2.0\r\nHost: shop\r\n\r\n"],
  ["two hosts", "GET /coffee HTTP/1.1\r\nHost: shop\r\nHost: other\r\n\r\n"],
  ["the same host twice", "GET /coffee HTTP/1.1\r\nHost: shop\r\nhost: shop\r\n\r\n"],
  ["a host like an IPv4 address of five numbers", "GET / HTTP/1.1\r\nHost: 1.2.3.4.5\r\n\r\n"],
  ["a host with a slash", "GET /nowhere HTTP/1.1\r\nHost: shop/coffee\r\n\r\n"],
  ["a host in brackets that is not an IPv6 address", "GET / HTTP/1.1\r\nHost: [shop]\r\n\r\n"],
  ["a port above 65535", "GET /-/live HTTP/1.1\r\nHost: shop:99999\r\n\r\n"],
  ["a user before the host", "GET http://user:word@shop/coffee HTTP/1.1\r\nHost: shop\r\n\r\n"],
  [
    "gzip under the chunked encoding",
    `POST /coffee HTTP/1.1\r\n${added}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  ["chunks in HTTP/1.0", `POST /coffee HTTP/1.0\r\n${added}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  [
    "both Content-Length and chunks",
    `POST /coffee HTTP/1.1\r\n${added}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "two different Content-Lengths",
    `POST /coffee HTTP/1.1\r\n${added}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ],
] as const)(
  "a request with %s is refused with 400 and a problem, and nothing on its connection is written",
  async ([, sent]) => {
    await using shop = await openTestShop();
    const socket = await connectTo(shop);
    socket.write(`${sent}POST /coffee HTTP/1.1\r\n${added}Content-Length: 2\r\n\r\n{}`);
    const reply = await untilEnd(socket);
    expect(statusesIn(reply)).toEqual([400]);
    expect(reply).toContain('"type":"about:blank"');
    expect((await shop.store.list()).coffees).toEqual([]);
    expect(shop.reports).toEqual([]);
  },
);

test.for(["shop", "SHOP.example:80", "127.0.0.1:3000", "[::1]:3000", "[2001:db8::1]"])(
  "a request to the host %s is read",
  async (host) => {
    await using shop = await openTestShop();
    const socket = await connectTo(shop);
    socket.write(`GET /-/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(statusesIn(await untilEnd(socket))).toEqual([200]);
  },
);

test("requests before a malformed one get their replies in order, and then it is refused", async () => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  const gets = ["/", "/coffee/unknown", "/-/live"].map((path) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  socket.write(`${gets.join("")}garbage\r\n\r\n`);
  expect(statusesIn(await untilEnd(socket))).toEqual([200, 404, 200, 400]);
});

test("a request that was already answered gets no second reply when its body is malformed", async () => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  socket.write(`POST /coffee HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const [first] = await once(socket, "data");
  socket.write("no chunk\r\n");
  expect(statusesIn(String(first) + (await untilEnd(socket)))).toEqual([415]);
});

test.for([
  ["too large", "application/json", 413],
  ["of another type", "text/plain", 415],
] as const)(
  "a client whose body is %s gets its reply, and its connection is not reset while it sends",
  async ([, type, status]) => {
    await using shop = await openTestShop();
    const socket = await connectTo(shop);
    const errors: unknown[] = [];
    socket.on("error", (error) => errors.push(error));
    const head = `Host: shop\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: 4000000\r\n\r\n`;
    socket.write(`POST /coffee HTTP/1.1\r\n${head}`);
    expect(statusesIn(await untilEnd(socket))).toEqual([status]);
    for (let sent = 0; sent < 20; sent += 1) {
      const { promise: written, resolve } = Promise.withResolvers<unknown>();
      socket.write(" ".repeat(1_000), resolve);
      await written;
      await setImmediate();
    }
    expect(errors).toEqual([]);
  },
);

test("the rest of a refused body is discarded, and the next request is answered", async () => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  const large = `POST /coffee HTTP/1.1\r\n${added}Transfer-Encoding: chunked\r\n\r\n`;
  const chunk = `4000\r\n${" ".repeat(0x4000)}\r\n`;
  socket.write(`${large}${chunk.repeat(20)}0\r\n\r\nGET /-/live HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`);
  expect(statusesIn(await untilEnd(socket))).toEqual([413, 200]);
});

test("a client that keeps sending a refused body is disconnected, even without a request timeout", async () => {
  await using shop = await openTestShop({ limits: { ...httpLimits, requestTimeout: 0 } });
  const socket = await connectTo(shop);
  socket.write(`PATCH /coffee HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const [reply] = await Promise.all([untilEnd(socket), writeUntilClosed(socket, "1\r\na\r\n")]);
  expect(statusesIn(reply)).toEqual([405]);
});

test("a refused client that keeps its side open is disconnected", async () => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  socket.write("hello\r\n\r\n");
  expect(statusesIn(await untilEnd(socket))).toEqual([400]);
  await writeUntilClosed(socket, "more");
});

const hasty = {
  ...httpLimits,
  headersTimeout: 200,
  requestTimeout: 400,
  timeout: 300,
  connectionsCheckingInterval: 50,
};

test.for([
  ["says nothing", ""],
  ["stops in the middle of its headers", "GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: "],
  ["stops in the middle of its body", `POST /coffee HTTP/1.1\r\n${added}Content-Length: 20\r\n\r\n{"name`],
  [
    "stops in the middle of its chunks",
    `POST /coffee HTTP/1.1\r\n${added}Transfer-Encoding: chunked\r\n\r\n20\r\n{"name`,
  ],
] as const)("a client that %s is cut off, and nothing is written", async ([, sent]) => {
  await using shop = await openTestShop({ limits: hasty });
  const socket = await connectTo(shop);
  socket.write(sent);
  const reply = await untilEnd(socket);
  expect(statusesIn(reply).every((status) => status === 408 || status === 400)).toBe(true);
  expect((await shop.store.list()).coffees).toEqual([]);
  expect(shop.reports).toEqual([]);
});

test("a client that sends its headers letter by letter is cut off with 408", async () => {
  await using shop = await openTestShop({ limits: hasty });
  const socket = await connectTo(shop);
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ");
  const [reply] = await Promise.all([untilEnd(socket), writeUntilClosed(socket, "a")]);
  expect(statusesIn(reply)).toEqual([408]);
});

test("a client that keeps sending requests without reading replies is cut off, and the shop still answers", async () => {
  const long = "a".repeat(10_000);
  const firstCoffees = Array.from({ length: 100 }, () => ({ ...emptyFields, name: long, details: long }));
  await using shop = await openTestShop({ limits: hasty, firstCoffees });
  const socket = await connectTo(shop);
  socket.pause();
  const get = "GET /coffee HTTP/1.1\r\nHost: shop\r\n\r\n";
  socket.write(get.repeat(50));
  await writeUntilClosed(socket, get);
  expect((await fetch(`${shop.url}/-/live`)).status).toBe(200);
});

test("a connection that is more than 100 requests ahead of its replies is closed", async () => {
  await using shop = await openTestShop();
  const socket = await connectTo(shop);
  const get = "GET /-/live HTTP/1.1\r\nHost: shop\r\n";
  socket.write(`${`${get}\r\n`.repeat(101)}${get}Connection: close\r\n\r\n`);
  expect(statusesIn(await untilEnd(socket)).length).toBeLessThan(102);
});

test("a client has 15 seconds for its headers, five minutes for a photo and 60 to read a reply, checked every 5", () => {
  expect(httpLimits).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 300_000,
    timeout: 60_000,
    connectionsCheckingInterval: 5_000,
  });
});

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { mostAhead, oneAtATime } from "./one-at-a-time.ts";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
const post = (body: string) => `POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** A server behind `oneAtATime`, and a connection to it. */
async function connectTo(listener: RequestListener) {
  const server = createServer(oneAtATime(listener));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const open = async () => {
    const socket = connect({ host: "127.0.0.1", port });
    await once(socket, "connect");
    socket.on("error", () => {});
    return socket;
  };
  return {
    socket: await open(),
    open,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Everything received until it contains `text` or the connection ends. */
async function readUntil(socket: Socket, text: string): Promise<string> {
  let received = "";
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received += String(chunk);
    if (received.includes(text)) break;
  }
  return received;
}

test("pipelined requests start one after another, each after the reply before it", async () => {
  let [underWay, most] = [0, 0];
  const answered: string[] = [];
  await using server = await connectTo((incoming, outgoing) => {
    underWay += 1;
    most = Math.max(most, underWay);
    void nextTurn().then(() => {
      outgoing.end(incoming.url);
      underWay -= 1;
      answered.push(incoming.url ?? "");
    });
  });
  const paths = Array.from({ length: 50 }, (_, number) => `/path${number}.`);
  server.socket.write(paths.map(get).join(""));
  const received = await readUntil(server.socket, "/path49.");
  expect(most).toBe(1);
  expect(answered).toEqual(paths);
  expect([...received.matchAll(/\/path\d+\./g)].map(([path]) => path)).toEqual(paths);
});

test("pipelined requests with bodies are all read", async () => {
  await using server = await connectTo((incoming, outgoing) => {
    let length = 0;
    incoming
      .on("data", (chunk: Buffer) => (length += chunk.byteLength))
      .on("end", () => outgoing.end(`${length} bytes`));
  });
  server.socket.write([10, 60_000, 20, 70_000].map((length) => post("a".repeat(length))).join("") + post("last"));
  const received = await readUntil(server.socket, "\n4 bytes");
  expect(received.match(/\d+ bytes/g)).toEqual(["10 bytes", "60000 bytes", "20 bytes", "70000 bytes", "4 bytes"]);
});

test("a request waits while the client has not read the reply before it", async () => {
  let begun = 0;
  const large = Buffer.alloc(32_000_000);
  await using server = await connectTo((incoming, outgoing) => {
    if (incoming.url === "/large") begun += 1;
    outgoing.end(incoming.url === "/large" ? large : "small");
  });
  server.socket.pause();
  server.socket.write(get("/large").repeat(20));
  const other = await server.open();
  for (let times = 0; times < 20; times += 1) {
    other.write(get("/"));
    await once(other, "data");
  }
  expect(begun).toBe(1);
});

test("no request begins after a reply that closes its connection", async () => {
  const begun: string[] = [];
  await using server = await connectTo(({ url = "" }, outgoing) => {
    begun.push(url);
    outgoing.writeHead(200, url === "/2" ? { connection: "close" } : {}).end();
  });
  server.socket.write(["/1", "/2", "/3", "/4"].map(get).join(""));
  await readUntil(server.socket, "no such text");
  expect(begun).toEqual(["/1", "/2"]);
});

test("other connections are served between the pipelined requests of one", async () => {
  const answered: string[] = [];
  await using server = await connectTo(({ url = "" }, outgoing) => {
    answered.push(url);
    outgoing.end(url);
  });
  const other = await server.open();
  server.socket.write(get("/many").repeat(mostAhead));
  await once(server.socket, "data");
  other.write(get("/other."));
  await readUntil(other, "/other.");
  expect(answered.indexOf("/other.")).toBeLessThan(mostAhead);
});

test("a connection with too many pipelined requests is closed, and others are still served", async () => {
  await using server = await connectTo(({ url }, outgoing) => {
    if (url !== "/held") outgoing.end("well");
  });
  server.socket.write(get("/held").repeat(mostAhead + 2));
  await once(server.socket, "close");
  const other = await server.open();
  other.write(get("/"));
  expect(await readUntil(other, "well")).toContain("200 OK");
});

test("once 5,000 requests wait on all connections together, a connection that sends one more ends", async () => {
  await using server = await connectTo(({ url }, outgoing) => {
    if (url !== "/held") outgoing.end("well");
  });
  const sockets = [server.socket];
  while (sockets.length < 50) sockets.push(await server.open());
  for (const socket of sockets) socket.write(get("/held").repeat(1 + 100));
  const last = await server.open();
  last.write(get("/"));
  await readUntil(last, "well");
  last.write(get("/held").repeat(2));
  await once(last, "close");
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const socket of sockets) socket.destroy();
});

test("answered requests no longer count as waiting", async () => {
  await using server = await connectTo(({ url }, outgoing) => outgoing.end(url));
  for (let round = 0; round < 55; round += 1) {
    server.socket.write(get("/many").repeat(mostAhead - 1) + get("/last."));
    expect(await readUntil(server.socket, "/last."), `round ${round}`).toContain("/last.");
  }
});

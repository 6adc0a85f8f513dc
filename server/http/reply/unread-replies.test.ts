import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { UnreadReplies } from "./unread-replies.ts";

const megabyte = 1_000_000;
/** More than the operating system buffers for a client that reads nothing. */
const large = 16 * megabyte;

/** A server that replies with `body()` and notes each reply, and `count` clients that never read their reply. */
async function askUnread(unread: UnreadReplies, count: number, body: () => string | Uint8Array[]) {
  const replies: ServerResponse[] = [];
  const server = createServer((_, outgoing) => {
    const parts = body();
    for (const part of typeof parts === "string" ? [parts] : parts) outgoing.write(part);
    outgoing.end();
    unread.note(outgoing, parts);
    replies.push(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const sockets: Socket[] = [];
  for (let number = 0; number < count; number++) {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
    await once(server, "request");
    sockets.push(socket);
  }
  return {
    sockets,
    given: () => replies.map(({ destroyed }) => destroyed),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

test("when unread replies exceed 32 MB and one reply, the oldest connections are closed", async () => {
  const unread = new UnreadReplies();
  await using asked = await askUnread(unread, 5, () => [Buffer.alloc(large)]);
  expect(asked.given()).toEqual([true, true, false, false, false]);
});

test("texts count as bytes do", async () => {
  const unread = new UnreadReplies(large);
  await using asked = await askUnread(unread, 3, () => "a".repeat(large));
  expect(asked.given()).toEqual([true, false, false]);
});

test("a buffer that several replies share counts once", async () => {
  const shared = Buffer.alloc(large);
  const unread = new UnreadReplies(large);
  await using asked = await askUnread(unread, 6, () => [shared]);
  expect(asked.given()).toEqual(Array.from({ length: 6 }, () => false));
});

test("a single reply larger than the limit is still sent", async () => {
  const unread = new UnreadReplies(megabyte);
  await using asked = await askUnread(unread, 1, () => [Buffer.alloc(large)]);
  expect(asked.given()).toEqual([false]);
});

test("replies that were read, or whose client disconnected, no longer count", async () => {
  const unread = new UnreadReplies(large);
  await using asked = await askUnread(unread, 2, () => [Buffer.alloc(large)]);
  const [leaving, reading] = asked.sockets;
  leaving?.destroy();
  let received = 0;
  for await (const chunk of reading ?? []) {
    received += Buffer.from(chunk).byteLength;
    if (received > large) break;
  }
  await using later = await askUnread(unread, 2, () => [Buffer.alloc(large)]);
  expect(later.given()).toEqual([false, false]);
});

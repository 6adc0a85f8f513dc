import { expect, test } from "vitest";
import { ReplyReader, type Reply } from "./reply-reader.ts";

const plain = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
const chunked =
  "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nSum: 1\r\n\r\n";
const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n';

/** The replies read from a text that arrives in pieces of `pieceBytes`. */
function readIn(text: string, pieceBytes: number, keepBodies = true): readonly Reply[] {
  const reader = new ReplyReader({ keepBodies });
  const bytes = Buffer.from(text);
  const replies: Reply[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const reply = reader.push(bytes.subarray(at, at + pieceBytes));
    if (reply) replies.push(reply);
  }
  return replies;
}

test.for([1, 2, 7, 1_000])("replies are read whole when they come in pieces of %d bytes", (pieceBytes) => {
  expect(readIn(plain, pieceBytes)).toMatchObject([{ status: 200, bodyBytes: 5, headBytes: plain.length - 5 }]);
  expect(readIn(plain, pieceBytes)[0]?.body.toString()).toBe("hello");
  expect(readIn(plain, pieceBytes)[0]?.headers.get("content-type")).toBe("text/plain");
  expect(readIn(chunked, pieceBytes)).toMatchObject([{ status: 201, bodyBytes: 11 }]);
  expect(readIn(chunked, pieceBytes)[0]?.body.toString()).toBe("hello world");
  expect(readIn(unchanged, pieceBytes)).toMatchObject([{ status: 304, bodyBytes: 0 }]);
});

test("one reply follows the other on the same connection", () => {
  const reader = new ReplyReader({ keepBodies: true });
  const replies = [plain, chunked, unchanged, plain].map((text) => reader.push(Buffer.from(text)));
  expect(replies.map((reply) => reply?.status)).toEqual([200, 201, 304, 200]);
  expect(replies.map((reply) => reply?.body.toString())).toEqual(["hello", "hello world", "", "hello"]);
});

test("bodies that are not kept are counted", () => {
  expect(readIn(chunked, 3, false)).toMatchObject([{ bodyBytes: 11, body: Buffer.alloc(0) }]);
});

test.for([
  ["more than was asked for", `${plain}HTTP/1.1`],
  ["no status", "HELLO\r\n\r\n"],
  ["no length", "HTTP/1.1 200 OK\r\n\r\nhello"],
  ["no size of a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
] as const)("a reply with %s is refused", ([, text]) => {
  expect(() => readIn(text, 1_000)).toThrow(/\w/);
});

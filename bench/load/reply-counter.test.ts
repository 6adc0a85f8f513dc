import { expect, test } from "vitest";
import { ReplyCounter } from "./reply-counter.ts";

const reply = Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
const expected = { bytes: reply.length, start: Buffer.from("HTTP/1.1 200 ") };

test.for([1, 5, 13, 1_000])("replies as long as the first are counted in pieces of %d bytes", (pieceBytes) => {
  const counter = new ReplyCounter();
  let count = 0;
  for (let round = 0; round < 3; round++)
    for (let at = 0; at < reply.length; at += pieceBytes)
      if (counter.push(reply.subarray(at, at + pieceBytes), expected)) count += 1;
  expect(count).toBe(3);
});

test("another status is an error", () => {
  const counter = new ReplyCounter();
  expect(() => counter.push(Buffer.from("HTTP/1.1 500 Oh\r\n"), expected)).toThrow("HTTP/1.1 500");
});

test("a longer reply is an error, and so is what follows a shorter one", () => {
  const counter = new ReplyCounter();
  expect(() => counter.push(Buffer.concat([reply, reply]), expected)).toThrow("longer");
  const other = new ReplyCounter();
  expect(other.push(reply.subarray(0, -1), expected)).toBe(false);
  expect(() => other.push(reply, expected)).toThrow("longer");
});

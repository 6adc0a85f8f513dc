import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTestShop } from "../open-test-shop.ts";

test.for([
  ["bytes that are not HTTP", "hello\r\n\r\n", 400],
  ["headers above 16 KiB", `GET / HTTP/1.1\r\nHost: shop\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
] as const)("%s are answered with a problem, and the connection is closed", async ([, sent, status]) => {
  await using shop = await openTestShop();
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(sent);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} .*\r\nConnection: close\r\nContent-Type: application/problem\\+json`),
  );
  expect(JSON.parse(body)).toMatchObject({ type: "about:blank", status });
  expect(shop.reports).toEqual([]);
});

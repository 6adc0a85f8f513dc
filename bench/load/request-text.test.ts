import { expect, test } from "vitest";
import { requestText } from "./request-text.ts";

test("script requests and navigations have different Sec-Fetch-Dest headers", () => {
  const parts = { path: "/coffee", port: 80, acceptEncoding: "br" };
  expect(requestText(parts)).toMatch(/^GET \/coffee HTTP\/1\.1\r\nHost: 127\.0\.0\.1:80\r\n/);
  expect(requestText(parts)).toContain("\r\nSec-Fetch-Dest: empty\r\n");
  expect(requestText({ ...parts, isNavigation: true })).toContain("\r\nSec-Fetch-Dest: document\r\n");
  expect(requestText(parts)).toContain("\r\nAccept-Encoding: br\r\n");
  expect(requestText(parts)).not.toContain("If-None-Match");
  expect(requestText({ ...parts, ifNoneMatch: '"1"' })).toContain('\r\nIf-None-Match: "1"\r\n');
});

test("Content-Length is the length of the body in bytes", () => {
  const body = '{"name":"কফি"}';
  const text = requestText({ method: "POST", path: "/coffee", port: 80, acceptEncoding: "br", body });
  expect(text).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
  expect(text.endsWith(`\r\n\r\n${body}`)).toBe(true);
});

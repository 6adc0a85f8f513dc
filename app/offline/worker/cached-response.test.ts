import { expect, test } from "vitest";
import { cachedResponse } from "./cached-response.ts";

const time = "2026-03-06T08:00:00.000Z";

test("a cached reply has the time of its request, and no transfer headers", async () => {
  const common = { "content-type": "text/html", "content-security-policy": "default-src 'none'", etag: '"1"' };
  const headers = { ...common, "content-encoding": "br", "content-length": "4" };
  const reply = new Response("text", { headers });
  const copy = cachedResponse(reply, time);
  expect(Object.fromEntries(copy.headers)).toEqual({
    ...common,
    "niceties-kept": time,
    "server-timing": `Niceties-Kept;desc="${time}"`,
  });
  expect([await reply.text(), await copy.text()]).toEqual(["text", "text"]);
});

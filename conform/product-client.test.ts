import { expect, test } from "vitest";
import { startServer } from "../test/servers/small-server.ts";
import { ProductClient, type ProductClientParts } from "./product-client.ts";

/** A server that answers 429 once for each of these waits, and then succeeds. */
function openHasteServer(retryAfter: readonly (string | undefined)[]) {
  const left = [...retryAfter];
  return startServer((_request, reply) => {
    if (left.length === 0) reply.end('"done"');
    else {
      const header = left.shift();
      reply.writeHead(429, header === undefined ? {} : { "retry-after": header }).end();
    }
  });
}

function clientOf(url: string, parts: Partial<ProductClientParts> = {}) {
  const waits: number[] = [];
  const reportedWaits: number[] = [];
  const client = new ProductClient({
    url,
    onWait: (seconds) => reportedWaits.push(seconds),
    wait: async (seconds) => void waits.push(seconds),
    ...parts,
  });
  return { client, waits, reportedWaits };
}

test("it waits as long as 429 asks for, says so, and calls again", async () => {
  await using server = await openHasteServer(["7", "0"]);
  const { client, waits, reportedWaits } = clientOf(server.url);
  expect(await client.call("POST", "/coffee", { json: {} })).toMatchObject({ status: 200, json: "done" });
  expect([waits, reportedWaits]).toEqual([
    [7, 0],
    [7, 0],
  ]);
  expect(client.rateLimitedReplies.map(({ headers }) => headers["retry-after"])).toEqual(["7", "0"]);
});

test("it reads the time to wait as a date too", async () => {
  await using server = await openHasteServer(["Thu, 01 Jan 1970 00:00:00 GMT"]);
  const { client, waits } = clientOf(server.url);
  await client.call("POST", "/coffee");
  expect(waits).toEqual([0]);
});

test.for([
  [["601"], "429 with Retry-After: 601"],
  [[undefined], "429 with no Retry-After that can be read"],
  [["soon"], "429 with no Retry-After that can be read"],
  [["1", "2", "3", "4"], "429 with Retry-After: 4"],
] as const)(
  "the call fails if Retry-After is too long, missing, unreadable or repeated too often: %j",
  async ([retryAfter, got]) => {
    await using server = await openHasteServer(retryAfter);
    const { client, waits } = clientOf(server.url);
    await expect(client.call("POST", "/coffee")).rejects.toMatchObject({
      name: "RuleFailed",
      call: "POST /coffee",
      got,
    });
    expect(waits).toEqual(retryAfter.slice(0, -1).map(Number));
  },
);

test("an aborted signal ends the wait, and no further call is made", async () => {
  await using server = await openHasteServer(["60"]);
  const stop = new AbortController();
  const client = new ProductClient({ url: server.url, onWait: () => stop.abort() });
  await expect(client.call("POST", "/coffee", {}, stop.signal)).rejects.toMatchObject({ name: "AbortError" });
  await expect(client.call("GET", "/coffee", {}, stop.signal)).rejects.toMatchObject({ name: "AbortError" });
  expect((await new ProductClient({ url: server.url }).call("GET", "/coffee")).json).toBe("done");
});

test("a port where nothing listens is reported", async () => {
  const closed = await openHasteServer([]);
  await closed[Symbol.asyncDispose]();
  await expect(clientOf(closed.url).client.call("GET", "/coffee")).rejects.toMatchObject({
    name: "NoReply",
    got: "nothing listens there",
  });
});

test("a request is shown in one line: its headers, and its body with long texts cut short", async () => {
  await using server = await openHasteServer([]);
  const { client } = clientOf(server.url);
  const json = { name: "a\u0000b\u001b[2J", details: "d".repeat(10_001), price: "-1" };
  const { call, sent } = await client.call("PUT", "/coffee/1", { json, headers: { "if-match": '"1"' } });
  expect({ call, sent }).toEqual({
    call: "PUT /coffee/1",
    sent: `if-match: "1"; {"name":"a\\u0000b\\u001b[2J","details":"${"d".repeat(40)}…","price":"-1"} (10055 bytes)`,
  });
  const { sent: cut } = await client.call("POST", "/coffee", { body: "[\n".padEnd(1_000, "1,") });
  expect(cut).toBe(`[ ${"1,".repeat(199)}… (1000 bytes)`);
});

test("a gateway's 502 counts as no reply", async () => {
  await using server = await startServer((_request, reply) => void reply.writeHead(502).end("Bad gateway"));
  const { client } = clientOf(server.url);
  await client.call("POST", "/coffee");
  expect([client.hasNoReply, await client.isAnswering()]).toEqual([true, false]);
});

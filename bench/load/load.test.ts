import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { readLoad } from "./read-load.ts";
import { pacedLoad } from "./paced-load.ts";
import { requestText } from "./request-text.ts";
import { writeLoad } from "./write-load.ts";

/** Starts a server on a free port, and returns the port. */
async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function readJob(port: number, paths: readonly string[]) {
  const requests = paths.map((path) => requestText({ path, port, acceptEncoding: "identity" }));
  return { kind: "read", port, requests, check: "one coffee", isSameLength: true, connections: 4, seconds: 0 } as const;
}

test("each connection's reply is counted, after each request text was checked once", async () => {
  const requests: string[] = [];
  const port = await listen(({ url = "" }, reply) => {
    requests.push(url);
    reply.setHeader("content-type", "application/json").end(`{"_id":"${url}"}`);
  });
  const { answered } = await readLoad(readJob(port, ["/coffee/1", "/coffee/22"]));
  expect(answered).toBe(4);
  expect(requests.slice(0, 2)).toEqual(["/coffee/1", "/coffee/22"]);
  expect(requests.slice(2).toSorted()).toEqual(["/coffee/1", "/coffee/1", "/coffee/22", "/coffee/22"]);
});

test.for([
  ["another status", 404, '{"_id":"1"}', "application/json"],
  ["no coffee", 200, "{}", "application/json"],
  ["another type", 200, '{"_id":"1"}', "text/plain"],
] as const)("a first reply with %s ends the job", async ([, status, body, type]) => {
  const port = await listen((_request, reply) => reply.writeHead(status, { "content-type": type }).end(body));
  await expect(readLoad(readJob(port, ["/coffee/1"]))).rejects.toThrow(/\w/);
});

test("a reply longer than the first ends the job", async () => {
  let count = 0;
  const port = await listen((_request, reply) => {
    reply.setHeader("content-type", "application/json").end(`{"_id":"${"1".repeat(++count)}"}`);
  });
  await expect(readLoad(readJob(port, ["/coffee/1"]))).rejects.toThrow("longer");
});

test("a connection that breaks ends the job", async () => {
  let count = 0;
  const port = await listen((request, reply) => {
    if (++count > 1) request.socket.destroy();
    else reply.setHeader("content-type", "application/json").end('{"_id":"1"}');
  });
  await expect(readLoad(readJob(port, ["/coffee/1"]))).rejects.toThrow(/\w/);
});

test("PUT edits the coffees that POST added, and DELETE removes them until none is left", async () => {
  const seen: string[] = [];
  const port = await listen((request, reply) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    if (request.method === "POST") reply.writeHead(201).end(`{"insertedId":"${seen.length}"}`);
    else reply.end('{"modifiedCount":1,"deletedCount":1}');
  });
  const job = { kind: "write", port, pool: "test", writers: 2, seconds: 0 } as const;
  expect((await writeLoad({ ...job, methods: ["POST"] })).answered).toBe(2);
  expect((await writeLoad({ ...job, methods: ["PUT"] })).answered).toBe(2);
  expect((await writeLoad({ ...job, methods: ["DELETE"], writers: 3 })).answered).toBe(2);
  expect(seen.filter((call) => call.startsWith("POST"))).toEqual(["POST /coffee", "POST /coffee"]);
  expect(seen.filter((call) => call.startsWith("DELETE")).toSorted()).toEqual(["DELETE /coffee/1", "DELETE /coffee/2"]);
});

test.for([
  ["POST", 200, '{"insertedId":"1"}'],
  ["POST", 201, "{}"],
] as const)("a %s with the reply %d %s fails the job", async ([method, status, body]) => {
  const port = await listen((request, reply) => {
    request.resume();
    reply.writeHead(status).end(body);
  });
  const job = { kind: "write", port, pool: `refused ${status}`, writers: 1, seconds: 0, methods: [method] } as const;
  await expect(writeLoad(job)).rejects.toThrow("POST");
});

test("paced requests are all sent, and timed from when they were due, even if delayed", async () => {
  const replyMs = 100;
  const port = await listen((_request, reply) => void setTimeout(() => reply.end("{}"), replyMs));
  const requests = [requestText({ path: "/coffee/1", port, acceptEncoding: "identity" })];
  const stream = { name: "reads", perSecond: 500, requests, status: 200 };
  // While the first replies are pending, more requests become due than a stream has connections.
  const [result] = await pacedLoad({ kind: "paced", port, seconds: 64 / 500, streams: [stream] });
  expect(result?.times).toHaveLength(64);
  expect(result?.unanswered).toBe(0);
  // The thirty-third was due 64 ms after the first, whose connection was free 36 ms later.
  expect(Math.max(...(result?.times ?? []))).toBeGreaterThan(replyMs + 30);
});

import { once } from "node:events";
import { Agent, createServer, request, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { drain } from "./drain.ts";
import { listen, urlOf } from "./listen.ts";

/** Longer than a test may take, so that it fails if it has to wait for this. */
const never = 600_000;

async function open(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  await listen(server, { host: "127.0.0.1", port: 0, setting: "PORT" });
  return server;
}

/** Keeps one connection open between requests. */
const oneConnection = () => new Agent({ keepAlive: true, maxSockets: 1 });

async function get(url: string, agent: Agent): Promise<{ body: string; isReused: boolean }> {
  const outgoing = request(url, { agent }).end();
  const [reply] = await once(outgoing, "response");
  return { body: await text(reply), isReused: outgoing.reusedSocket };
}

test("while closing lingers, an idle connection still gets replies, and new connections are refused", async () => {
  const server = await open((_, outgoing) => outgoing.end("coffee"));
  const url = urlOf(server);
  const agent = oneConnection();
  await get(url, agent);
  const drained = drain([server], { lingerMs: never, timeoutMs: never });
  expect(await get(url, agent)).toEqual({ body: "coffee", isReused: true });
  await expect(fetch(url)).rejects.toThrow();
  agent.destroy();
  await drained;
});

test("without lingering, idle connections close at once, and a reply in progress is finished first", async () => {
  const begun = Promise.withResolvers<() => void>();
  const server = await open((_, outgoing) => {
    outgoing.write("half");
    begun.resolve(() => outgoing.end(", whole"));
  });
  const idle = await open((_, outgoing) => outgoing.end());
  const agent = oneConnection();
  await get(urlOf(idle), agent);
  const reply = fetch(urlOf(server)).then((each) => each.text());
  const finish = await begun.promise;
  const drained = drain([server, idle], { lingerMs: 0, timeoutMs: never });
  await once(idle, "close");
  finish();
  expect(await reply).toBe("half, whole");
  await drained;
});

test("a reply that does not end holds up closing for no longer than the time that it is given", async () => {
  const server = await open((_, outgoing) => void outgoing.write("half"));
  const reply = await fetch(urlOf(server));
  await drain([server], { lingerMs: 0, timeoutMs: 1 });
  server.closeAllConnections();
  await expect(reply.text()).rejects.toThrow();
});

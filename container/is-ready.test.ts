import { spawn } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "../test/servers/free-port.ts";
import { openTestShop } from "../test/servers/open-test-shop.ts";

const file = fileURLToPath(new URL("is-ready.ts", import.meta.url));

/** Runs the health check in an environment; resolves to its exit code and what it printed. */
async function check(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file], { env: environment, stdio: ["ignore", "ignore", "pipe"] });
  const [reason, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, reason: reason.trim() };
}

/** What the health check says of a server on this address. */
async function checkOf(host: string, listener: RequestListener) {
  const server = createServer(listener).listen(0, host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const outcome = await check({ HOST: host, PORT: String(port) });
  server.closeAllConnections();
  server.close();
  return outcome;
}

test("an open shop is healthy, whichever port it listens on", async () => {
  await using shop = await openTestShop();
  const { port } = new URL(shop.url);
  expect(await check({ HOST: "0.0.0.0", PORT: port })).toEqual({ code: 0, reason: "" });
  expect(await check({ PORT: port })).toEqual({ code: 0, reason: "" });
});

test.for(["127.0.0.1", "0.0.0.0", "::", "::1"])("a shop that listens on %s is asked there", async (host) => {
  expect(await checkOf(host, (_request, reply) => reply.end())).toEqual({ code: 0, reason: "" });
});

test("a shop that cannot read its data is not healthy", async () => {
  const outcome = await checkOf("127.0.0.1", ({ url }, reply) => reply.writeHead(url === "/-/ready" ? 503 : 200).end());
  expect(outcome).toEqual({ code: 1, reason: "The shop answered 503." });
});

test("a shop that is closed is not healthy", async () => {
  const { code, reason } = await check({ PORT: String(await freePort()) });
  expect([code, reason]).toEqual([1, expect.stringContaining("ECONNREFUSED")]);
});

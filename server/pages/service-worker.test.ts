import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { serviceWorker, serviceWorkerPath } from "./service-worker.ts";

test("where the build has no worker, browsers get the one that leaves", async () => {
  const app = new Hono();
  app.get(serviceWorkerPath, serviceWorker(serveStatic({ root: import.meta.dirname })));
  app.all("*", () => {
    throw new Error("Nobody else is asked.");
  });
  const reply = await app.request(serviceWorkerPath);
  expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-cache"]);
  expect(await reply.text()).toContain("unregister");
});

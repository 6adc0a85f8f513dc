import { once } from "node:events";
import { expect, test } from "vitest";
import { added, call } from "../../test/check-reply.ts";
import { loopback } from "../http/listen.ts";
import { Metrics, metricsServer } from "./metrics.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

test("requests are counted by method, route and status, and the log by its length", async () => {
  let metrics: Metrics | undefined;
  await using shop = await openTestShop({ observe: (exchange) => metrics?.observe(exchange) });
  metrics = new Metrics(shop.store);
  const [one, other] = [await added(shop), await added(shop)];
  for (const id of [one, other, "nope"]) await call(shop, `GET /coffee/${id}`);
  for (const path of [`/coffee-details/${one}`, "/nowhere", "/favicon.svg"]) await fetch(shop.url + path);
  await fetch(`${shop.url}/coffee`, { method: "BREW" }).catch(() => {});
  const text = await metrics.text();
  expect(text).toContain('niceties_request_duration_seconds_count{method="POST",route="/coffee",status="201"} 2');
  expect(text).toContain('niceties_request_duration_seconds_count{method="GET",route="/coffee/:id",status="200"} 2');
  expect(text).toContain('niceties_request_duration_seconds_count{method="GET",route="/coffee/:id",status="404"} 1');
  expect(text).toContain(
    'niceties_request_duration_seconds_count{method="GET",route="/coffee-details/:id",status="200"} 1',
  );
  expect(text).toContain('niceties_request_duration_seconds_count{method="GET",route="/*",status="404"} 1');
  expect(text).toContain('niceties_request_duration_seconds_count{method="GET",route="/*",status="200"} 1');
  expect(text).toContain("niceties_changes 2");
  expect(text).toContain("niceties_frozen 0");
  expect(text).toContain("process_resident_memory_bytes");
  expect(text).not.toContain(one);
  await shop.store.freeze({ since: "2026-11-21T12:00:00.000Z", words: "Closed." });
  expect(await metrics.text()).toContain("niceties_frozen 1");
});

test("the number of open change streams is a metric, if the shop has streams", async () => {
  await using shop = await openTestShop();
  const metrics = new Metrics(shop.store);
  metrics.observeStreams(3);
  expect(await metrics.text()).toMatch(/^niceties_streams 3$/m);
  expect(await new Metrics(undefined).text()).not.toContain("niceties_streams");
});

test("the outcome of a drill is a metric, with the age of the backup", async () => {
  const metrics = new Metrics(undefined);
  metrics.observeDrill({ isGood: true, backupAgeSeconds: 3_600 });
  expect(await metrics.text()).toMatch(/^niceties_drill_good 1$[^]*^niceties_backup_age_seconds 3600$/m);
  metrics.observeDrill({ isGood: false, backupAgeSeconds: undefined });
  expect(await metrics.text()).toMatch(/^niceties_drill_good 0$/m);
});

test("metrics are served only at /metrics, on their own port", async () => {
  const server = metricsServer(new Metrics(undefined)).listen(0, loopback);
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port.");
  const replyOf = async (path: string) => {
    const reply = await fetch(`http://${loopback}:${address.port}${path}`);
    return [reply.status, (await reply.text()).includes("process_cpu_seconds_total")];
  };
  expect([await replyOf("/metrics"), await replyOf("/")]).toEqual([
    [200, true],
    [404, false],
  ]);
  server.close();
  server.closeAllConnections();
});

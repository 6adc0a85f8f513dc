import { createServer, type Server } from "node:http";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { Exchange } from "../http/observe-requests.ts";

/** The upper bounds of the histogram's buckets, from a 304 to a slow disk. */
const durationBucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The result of a drill of the newest backup; `backupAgeSeconds` is undefined if the drill could not begin. */
export type DrillOutcome = Readonly<{ isGood: boolean; backupAgeSeconds: number | undefined }>;

/** The shop's metrics for Prometheus. No label identifies visitors or coffees, so the number of series stays small. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests;
  readonly #drill;
  readonly #backupAge;
  readonly #streams;

  constructor(store: CoffeeStore | undefined) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: "niceties_request_duration_seconds",
      help: "Requests that were answered, by method, route and status",
      labelNames: ["method", "route", "status"],
      buckets: durationBucketsSeconds,
      registers,
    });
    // The first drill registers the drill's metrics: before it, they have no value.
    this.#drill = new Gauge({
      name: "niceties_drill_good",
      help: "1 if the newest backup stood the last drill",
      registers: [],
    });
    this.#backupAge = new Gauge({
      name: "niceties_backup_age_seconds",
      help: "How old the newest backup was at the last drill",
      registers: [],
    });
    this.#streams = new Gauge({
      name: "niceties_streams",
      help: "Streams of changes that are open",
      registers: store ? registers : [],
    });
    if (store) this.#countCatalogue(store);
  }

  observe({ method, route, status, durationMs }: Exchange): void {
    const label = knownMethods.has(method) ? method : "other";
    this.#requests.observe({ method: label, route, status }, durationMs / 1_000);
  }

  observeStreams(open: number): void {
    this.#streams.set(open);
  }

  observeDrill({ isGood, backupAgeSeconds }: DrillOutcome): void {
    this.#drill.set(isGood ? 1 : 0);
    this.#registry.registerMetric(this.#drill);
    if (backupAgeSeconds === undefined) return;
    this.#backupAge.set(backupAgeSeconds);
    this.#registry.registerMetric(this.#backupAge);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #countCatalogue(store: CoffeeStore): void {
    const asked = {
      niceties_changes: ["Changes in the log", async () => (await store.version()).number],
      niceties_catalogue_bytes: [
        "What all coffees count for towards CATALOGUE_LIMIT",
        async () => store.catalogueBytes(),
      ],
      niceties_frozen: ["1 while visitors may not write", async () => ((await store.currentFreeze()) ? 1 : 0)],
    } as const;
    for (const [name, [help, ask]] of Object.entries(asked)) {
      const collect = async function (this: Gauge) {
        this.set(await ask());
      };
      this.#registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
    }
  }
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

/** A server for `/metrics` that does not listen yet. It is meant for `loopback`, which only this machine can reach. */
export function metricsServer(metrics: Metrics): Server {
  return createServer((incoming, outgoing) => {
    if (incoming.url !== "/metrics") {
      outgoing.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => outgoing.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => outgoing.writeHead(500).end(),
    );
  });
}

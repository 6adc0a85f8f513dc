import type { Config } from "@react-router/dev/config";
import { join } from "node:path";
import { buildServiceWorker } from "./app/offline/worker/build-service-worker.ts";

export default {
  appDirectory: "app",
  // tools/set-up/setup.mjs names a folder beside those of open shops.
  buildDirectory: process.env["BUILD_FOLDER"] ?? "build/unnamed",
  ssr: true,
  // All addresses come with the first document: there are five.
  routeDiscovery: { mode: "initial" },
  // One script for each page. Split, each loader would be a request for less than 200 bytes.
  splitRouteModules: false,
  // Once all is there: the list of routes, which the pages load as a script, is written last.
  buildEnd: ({ reactRouterConfig }) => buildServiceWorker(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;

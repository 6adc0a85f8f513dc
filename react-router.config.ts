import type { Config } from "@react-router/dev/config";
import { join } from "node:path";
import { buildServiceWorker } from "./app/offline/build-service-worker.ts";

export default {
  appDirectory: "app",
  // scripts/setup.mjs names a folder beside those of open shops.
  buildDirectory: process.env["BUILD_FOLDER"] ?? "build/unnamed",
  ssr: true,
  // All addresses come with the first document: there are five.
  routeDiscovery: { mode: "initial" },
  // A page's parts come together, by one request.
  splitRouteModules: false,
  // Once all is there: the list of routes, which the pages load as a script, is written last.
  buildEnd: ({ reactRouterConfig }) => buildServiceWorker(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;

import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // All addresses come with the first document: there are five.
  routeDiscovery: { mode: "initial" },
} satisfies Config;

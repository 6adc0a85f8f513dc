import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,catalogue,cli,server,store,scripts}/**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000,
  },
});

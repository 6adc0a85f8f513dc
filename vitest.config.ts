import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,catalogue,server,store,scripts}/**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,catalogue,cli,conform,server,store,scripts}/**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000,
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{app,bench,catalogue,cli,conform,server,store,scripts}/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

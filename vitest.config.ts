import { defineConfig } from "vitest/config";

const test = { environment: "node", testTimeout: 60_000, hookTimeout: 60_000 } as const;

/** What the five calls and the extras promise is tried on PostgreSQL as well; with `DATABASE_URL` every shop is there. */
const onPostgres = {
  ...test,
  name: "on PostgreSQL",
  include: [
    "server/api/{change-stream,changes-api,coffee-api,conditional-requests,idempotency-key,shown-past,erased-changes}.test.ts",
  ],
  globalSetup: "server/api/start-postgres.ts",
  setupFiles: "server/api/use-postgres.ts",
};

const all = {
  ...test,
  name: "all",
  include: ["{app,bench,catalogue,cli,conform,drills,mutate,operations,server,store,scripts,tools}/**/*.test.ts"],
};

export default defineConfig({
  test: { projects: [{ test: all }, ...(process.env["DATABASE_URL"] ? [] : [{ test: onPostgres }])] },
});

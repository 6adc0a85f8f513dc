import { defineConfig } from "vitest/config";

const test = {
  environment: "node",
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Files share a process and its modules; a test file that changes either puts it back.
  isolate: false,
} as const;

/** What the five calls and the extras promise is tried on PostgreSQL as well; with `DATABASE_URL` every shop is there. */
const onPostgres = {
  ...test,
  name: "on PostgreSQL",
  include: [
    "server/calls/coffee/{coffee-api,conditional-requests,idempotency-key}.test.ts",
    "server/calls/changes/{change-stream,changes-api,shown-past,erased-changes}.test.ts",
  ],
  globalSetup: "test/start-postgres.ts",
  setupFiles: "test/use-postgres.ts",
};

const all = {
  ...test,
  name: "all",
  include: ["{app,bench,catalogue,cli,conform,drills,operations,server,store,tools}/**/*.test.ts"],
};

export default defineConfig({
  test: { maxWorkers: 2, projects: [{ test: all }, ...(process.env["DATABASE_URL"] ? [] : [{ test: onPostgres }])] },
});

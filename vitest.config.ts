import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Files share a process and its modules. What a test changes in a global or in the environment is put back. */
const test = {
  environment: "node",
  // Ends only what hangs: all cores are busy, and a few tests take half a minute by themselves.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  isolate: false,
  unstubGlobals: true,
  unstubEnvs: true,
} as const;

/** What the five calls and the extras promise is tried on PostgreSQL as well; with `DATABASE_URL` every shop is there. */
const onPostgres = {
  ...test,
  name: "on PostgreSQL",
  include: [
    "server/calls/coffee/{coffee-api,conditional-requests,idempotency-key}.test.ts",
    "server/calls/changes/{change-stream,changes-api,shown-past,erased-changes}.test.ts",
  ],
  globalSetup: "test/servers/start-postgres.ts",
  setupFiles: "test/servers/use-postgres.ts",
};

/** Files that replace a module of Node, send their own process a signal, or search all of its memory. */
const alone = {
  ...test,
  name: "alone",
  isolate: true,
  include: [
    "store/sqlite/writing/syncs.test.ts",
    "cli/terminal/interruption.test.ts",
    "server/calls/changes/erased-changes.test.ts",
  ],
};

/**
 * Files of many seconds: whole commands, moves, and data of many megabytes. `npm run drill slow-tests` runs them, and
 * those on PostgreSQL.
 */
const slow = {
  ...test,
  name: "slow",
  include: [
    "bench/browser/measure-visits.test.ts",
    "cli/{commands,database,files,open-shop,photos}.test.ts",
    "cli/commands/{erase,move,undo}.test.ts",
    "conform/{conform,rules,run-rules}.test.ts",
    "drills/crash/writer-ends.test.ts",
    "operations/{move,move-photos}.test.ts",
    "server/calls/coffee/stale-reads.test.ts",
    "server/photos/encoder/{generated,hostile}-photos.test.ts",
    "server/photos/killed-upload.test.ts",
    "server/share/picture-route.test.ts",
    "store/copies/{backups,move}.test.ts",
    "store/photos/s3-blobs.test.ts",
    "store/postgres/postgres-store.test.ts",
  ],
};

const quick = {
  ...test,
  name: "quick",
  include: [
    "{app,bench,catalogue,cli,client,conform,container,drills,operations,server,store,test,tools}/**/*.test.ts",
  ],
  exclude: [...configDefaults.exclude, ...alone.include, ...slow.include],
};

const projects = [quick, alone, slow, ...(process.env["DATABASE_URL"] ? [] : [onPostgres])];

export default defineConfig({
  test: { maxWorkers: availableParallelism(), projects: projects.map((project) => ({ test: project })) },
});

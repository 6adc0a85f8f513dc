// npm run test:postgres: the suites of npm test, and then the tests that it leaves out, with every shop in PostgreSQL:
// in the database that DATABASE_URL names, or in a server that it starts. Each shop has a schema, removed at its end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TestServer } from "../../test/servers/postgres-server.ts";

const check = fileURLToPath(new URL("check.ts", import.meta.url));
const drill = fileURLToPath(new URL("../../drills/run-drill.ts", import.meta.url));
const steps = process.argv.slice(2);
const programs =
  steps.length > 0
    ? [[check, ...steps]]
    : [
        [check, "unit, store and HTTP tests", "browser tests"],
        [drill, "slow-tests"],
        [drill, "storefront"],
      ];

const named = process.env["DATABASE_URL"];
await using server = named ? undefined : await TestServer.start();
const DATABASE_URL = named || (await server?.newDatabase());
for (const program of programs) {
  const child = spawn(process.execPath, program, { env: { ...process.env, DATABASE_URL }, stdio: "inherit" });
  const [exitCode] = await once(child, "exit");
  if (exitCode !== 0) process.exitCode = 1;
}

// The suites of npm test, with every shop of theirs in PostgreSQL: in the database that DATABASE_URL names, or else in a
// server that is started for it. Each shop has a schema of its own there, which is removed at its end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { TestServer } from "../../test/servers/postgres-server.ts";

const check = fileURLToPath(new URL("check.ts", import.meta.url));
const suites = ["unit, store and HTTP tests", "browser tests"];

const named = process.env["DATABASE_URL"];
await using server = named ? undefined : await TestServer.start();
const DATABASE_URL = named || (await server?.newDatabase());
const steps = process.argv.length > 2 ? process.argv.slice(2) : suites;
const child = spawn(process.execPath, [check, ...steps], { env: { ...process.env, DATABASE_URL }, stdio: "inherit" });
const [exitCode] = await once(child, "exit");
process.exitCode = exitCode ?? 1;

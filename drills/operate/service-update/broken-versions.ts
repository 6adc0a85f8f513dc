import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseKind } from "../../../store/read-migrations.ts";

/** A version that must never be let in. */
export type BrokenVersion = Readonly<{
  /** What it does, as the end of "a version that". */
  what: string;
  /** Breaks a program, in the folder of its files. */
  breaks: (program: string) => void;
  /** What `niceties service update` has to say of it. */
  says: RegExp;
}>;

const brokenEverywhere: readonly BrokenVersion[] = [
  {
    what: "crashes at start",
    breaks: (program) => begin(program, `if (process.argv[2] === "serve") process.exit(9);`),
    says: /failed its rehearsal: The copy did not open: its process ended with 9\. The open version stays\./,
  },
  {
    what: "crashes only on the shop's socket",
    breaks: (program) => begin(program, `if (process.env.LISTEN_FDS) { console.error("It broke."); process.exit(9); }`),
    says: /did not open: It broke\. The open version stays\./,
  },
  {
    what: "never becomes ready",
    breaks: (program) =>
      begin(program, "if (process.env.LISTEN_FDS) await new Promise(() => setInterval(() => {}, 1_000));"),
    says: /did not open: .* The open version stays\./,
  },
  {
    what: "answers home with an error",
    breaks: (program) =>
      begin(
        program,
        `import { Server } from "node:http";
const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, response) {
  if (event !== "request" || request.url !== "/") return emit.apply(this, arguments);
  response.writeHead(500).end();
  return true;
};`,
      ),
    says: /failed its rehearsal: The copy answered \/ with 500\. The open version stays\./,
  },
  {
    what: "fails its migration",
    breaks: (program) => addMigration(program, "sqlite", "ALTER TABLE nothing ADD x;"),
    says: /failed its rehearsal: .*near "nothing": syntax error.* The open version stays\./,
  },
];

/** The rehearsal does not try this migration: see "Updating the service" in docs/operating.md. */
const brokenOnPostgres: BrokenVersion = {
  what: "fails its migration of PostgreSQL halfway",
  breaks: (program) =>
    addMigration(program, "postgres", "CREATE TABLE halfway (id integer);\nALTER TABLE nothing ADD x integer;"),
  says: /did not open: Migration 9999-drill of postgres:\S+ failed: relation "nothing" does not exist\. The database was left as it was\. The open version stays\./,
};

/** The versions to try on a shop that keeps its coffees in this kind of database. */
export const brokenVersions: Readonly<Record<DatabaseKind, readonly BrokenVersion[]>> = {
  sqlite: brokenEverywhere,
  postgres: [...brokenEverywhere, brokenOnPostgres],
};

/** Adds the newest migration, which raises the data version. */
export function addMigration(program: string, kind: DatabaseKind, sql: string): void {
  writeFileSync(join(program, `migrations/9999-drill.${kind}.sql`), `${sql}\n`);
}

/** Puts a line behind the first one of the program. */
function begin(program: string, line: string): void {
  const file = join(program, "niceties.js");
  writeFileSync(file, readFileSync(file, "utf8").replace("\n", `\n${line}\n`));
}
